// Whose personal things are: exports and favorites.

import type { Caller } from './access.ts';
import { findCallerPerson } from './person-access.ts';

/** The person of a user, so that they stay with the person whoever signs in as it; another caller's subject. */
export const findOwner = (caller: Caller): string => findCallerPerson(caller) ?? caller.subject;
