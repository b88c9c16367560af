// Whose personal things are: exports and favorites.
import type { Caller } from './access.ts';

/** The person of a user, so that they stay with the person whoever signs in as it; another caller's subject. */
export const findOwner = (caller: Caller): string =>
  (caller.kind === 'user' ? caller.personId : undefined) ?? caller.subject;
