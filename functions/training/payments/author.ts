// Who makes an entry of a ledger.
import type { Caller } from '../../../shared/auth/access/access.ts';
import type { EntryAuthor } from './ledger.ts';

export const toEntryAuthor = (caller: Caller, at: Date): EntryAuthor => ({
  by: caller.subject,
  byName: caller.kind === 'anonymous' ? undefined : caller.name,
  at,
});
