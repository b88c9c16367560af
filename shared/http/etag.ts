// Changes on the condition of If-Match (RFC 9110 13.1.1).
import { type Condition, ifAbsent, ifVersion, type OnConflict } from '../data/changes.ts';
import { preconditionFailed } from '../errors/failure.ts';

/** The versions in If-Match; empty when it has no tag of this platform. */
export type IfMatch = readonly number[];

/** A strong tag with a version (RFC 9110 8.8.3); weak ones never match (13.1.1). */
const versionTagPattern = /^"(\d{1,15})(?:\.[\w-]+)?"$/;

/** Reads the versions in If-Match; undefined when it is absent or `*`. */
export function parseIfMatch(header: string | undefined): IfMatch | undefined {
  if (header === undefined || header === '' || header.trim() === '*') return undefined;
  return header.split(',').flatMap((tag) => {
    const version = versionTagPattern.exec(tag.trim())?.[1];
    return version === undefined ? [] : [Number(version)];
  });
}

/**
 * The condition for changing an item that was read at `version`, with the caller's If-Match.
 * Without If-Match a concurrent change is no failure: the rule is retried on the newer version.
 * @throws Failure 412 when the caller's version is not the current one
 */
export function ifUnchanged(
  version: number,
  ifMatch: IfMatch | undefined,
): { readonly condition: Condition; readonly onConflict: OnConflict } {
  if (ifMatch !== undefined && !ifMatch.includes(version)) throw preconditionFailed();
  return {
    condition: ifVersion(version),
    onConflict: ifMatch === undefined ? 'retry' : preconditionFailed(),
  };
}

/** The same for an item that may not exist yet: it is undefined, or defaults of version 0, and must still not exist. */
export function ifUnchangedOrAbsent(
  before: { readonly version: number } | undefined,
  ifMatch: IfMatch | undefined,
): { readonly condition: Condition; readonly onConflict: OnConflict } {
  const { condition, onConflict } = ifUnchanged(before?.version ?? 0, ifMatch);
  return { condition: before && before.version > 0 ? condition : ifAbsent, onConflict };
}
