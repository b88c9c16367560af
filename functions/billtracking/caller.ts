// Who made a call, as records name them.
import type { Caller } from '../../shared/auth/access/access.ts';
import { showUserName } from '../../shared/auth/accounts/user-name.ts';
import { Failure } from '../../shared/errors/failure.ts';

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

/** An author in a response, without an e-mail address for a name. */
export const showAuthor = (author: Author | undefined): Author | undefined =>
  author && { ...author, name: showUserName(author.name) };

/** The name of an author in a response. */
export const showAuthorName = (author: Pick<Author, 'name'> | undefined): string | undefined =>
  author && showUserName(author.name);

/**
 * Lets a caller without a token delete only what was created without one, where the tenant accepts such calls
 * (docs/interface/access.md#deleting-without-a-token).
 *
 * @param isByUser whether the record was created with a token
 * @throws Failure 401
 */
export function assertMayDelete(caller: Caller, isByUser: boolean, what: string): void {
  if (caller.kind !== 'anonymous' || !isByUser) return;
  throw new Failure(
    'AUTHENTICATION_REQUIRED',
    `The ${what} was created by a user, so deleting it requires a bearer token; without one, only what was created without one can be deleted.`,
    { target: 'Authorization' },
  );
}
