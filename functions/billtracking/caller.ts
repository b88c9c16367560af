// Who made a call, as records name them.
import type { Caller } from '../../shared/auth/access.ts';

/** The name of the caller; `anonymous` when the tenant accepts calls without a token. */
export const callerName = (caller: Caller): string =>
  caller.kind === 'anonymous' ? 'anonymous' : caller.name;

/** A caller as a record stores them. */
export interface Author {
  readonly name: string;
  /** The person of the directory, when the caller is one. */
  readonly personId?: string | undefined;
}

/** The caller as a record stores them; undefined without a token. */
export const toAuthor = (caller: Caller): Author | undefined =>
  caller.kind === 'anonymous' ? undefined : { name: caller.name, personId: caller.personId };
