// Entity tags: versions for what can be changed, hashes for the rest; If-Match and If-None-Match (RFC 9110 8.8, 13.1).
import { createHash } from 'node:crypto';
import { type Condition, ifAbsent, ifVersion, type Otherwise } from '../data/changes.ts';
import { preconditionFailed } from '../errors/failure.ts';

/** The ETag of a version: `"3"`. */
export const versionTag = (version: number): string => `"${version}"`;

/** The ETag of a representation without a version of its own. */
export const contentTag = (body: string): string =>
  `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;

/** Whether If-None-Match holds the tag (weak comparison). */
export const matchesIfNoneMatch = (header: string | undefined, tag: string): boolean =>
  header !== undefined &&
  (header.trim() === '*' || header.split(',').some((one) => one.trim().replace(/^W\//, '') === tag));

/** The versions that If-Match names; none when it names no version of ours. */
export type IfMatch = readonly number[];

/** One strong tag of ours (RFC 9110 8.8.3); weak ones never match (13.1.1). */
const versionTagPattern = /^"(\d{1,15})"$/;

/** The versions that If-Match names: undefined when it is absent or `*`. */
export function parseIfMatch(header: string | undefined): IfMatch | undefined {
  if (header === undefined || header === '' || header.trim() === '*') return undefined;
  return header.split(',').flatMap((tag) => {
    const version = versionTagPattern.exec(tag.trim())?.[1];
    return version === undefined ? [] : [Number(version)];
  });
}

/**
 * The condition for changing what was read at `version`, given what the caller's If-Match asks for.
 * Without If-Match a change that raced with ours is no refusal: the rule decides again on the newer version.
 * @throws Failure 412 when the caller's version is not the present one
 */
export function ifUnchanged(
  version: number,
  ifMatch: IfMatch | undefined,
): { readonly condition: Condition; readonly otherwise: Otherwise } {
  if (ifMatch !== undefined && !ifMatch.includes(version)) throw preconditionFailed();
  return {
    condition: ifVersion(version),
    otherwise: ifMatch === undefined ? 'decide again' : preconditionFailed(),
  };
}

/** The same for what there may be none of yet: then its version is 0, and there must still be none. */
export function ifUnchangedOrAbsent(
  before: { readonly version: number } | undefined,
  ifMatch: IfMatch | undefined,
): { readonly condition: Condition; readonly otherwise: Otherwise } {
  const { condition, otherwise } = ifUnchanged(before?.version ?? 0, ifMatch);
  return { condition: before ? condition : ifAbsent, otherwise };
}
