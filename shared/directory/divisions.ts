// The political divisions that the record of a person names, by their Open Civic Data ids.
import type { PersonContent } from './person.ts';

/** The scheme of the external ids that name the divisions a person lives in. */
const DIVISION_SCHEME = 'ocd-division';

/** The divisions that the record names, in lower case. */
export const namedDivisions = ({ externalIds = [] }: PersonContent): ReadonlySet<string> =>
  new Set(
    externalIds
      .filter(({ scheme }) => scheme.toLowerCase() === DIVISION_SCHEME)
      .map(({ identifier }) => identifier.trim().toLowerCase()),
  );

/** `sldu` of `.../sldu:31`. */
export const getDivisionKind = (division: string): string => /([a-z_]+):[^/]*$/.exec(division)?.[1] ?? '';
/** The state that contains a division, or that it is. */
export const getStateDivision = (division: string): string => division.split('/').slice(0, 3).join('/');
