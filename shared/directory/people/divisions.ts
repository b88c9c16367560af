// The political divisions that the record of a person names, by their Open Civic Data ids (OCDEP 2).
import type { ExternalId } from '../record/fields.ts';

/** The scheme of the external ids that name the divisions a person lives in. */
export const DIVISION_SCHEME = 'ocd-division';

/** The divisions that the record names, in lower case. */
export const namedDivisions = ({
  externalIds = [],
}: {
  readonly externalIds?: readonly ExternalId[] | undefined;
}): ReadonlySet<string> =>
  new Set(
    externalIds
      .filter(({ scheme }) => scheme.toLowerCase() === DIVISION_SCHEME)
      .map(({ identifier }) => identifier.trim().toLowerCase()),
  );

/** `sldu` of `.../sldu:31`. */
export const getDivisionKind = (division: string): string => /([a-z_]+):[^/]*$/.exec(division)?.[1] ?? '';
/** The state that contains a division, or that it is. */
export const getStateDivision = (division: string): string => division.split('/').slice(0, 3).join('/');
/** The abbreviation of the state of a division: `WA`. */
export const getDivisionState = (division: string): string | undefined =>
  /^ocd-division\/country:us\/[a-z]+:([a-z]{2})(?:\/|$)/.exec(division)?.[1]?.toUpperCase();
/** What a division is called in its id: `31`, `king`. */
export const getDivisionName = (division: string): string => /:([^:/]*)$/.exec(division)?.[1] ?? '';

/** A name as it is written in a division: lower case, blanks as underscores. */
export const toDivisionName = (name: string): string =>
  name
    .normalize('NFC')
    .trim()
    .toLowerCase()
    .replace(/\s+/g, '_')
    .replace(/[^\p{L}\p{N}_.~-]/gu, '~');

/** The kinds of constituencies, the widest first. */
export const CONSTITUENCY_KINDS = [
  'state',
  'congressional',
  'stateUpper',
  'stateLower',
  'county',
  'place',
  'other',
] as const;
export type ConstituencyKind = (typeof CONSTITUENCY_KINDS)[number];

/** The kinds by their types in Open Civic Data ids. */
const kindsByType: Readonly<Record<string, ConstituencyKind>> = {
  state: 'state',
  district: 'state',
  territory: 'state',
  cd: 'congressional',
  sldu: 'stateUpper',
  sldl: 'stateLower',
  county: 'county',
  parish: 'county',
  borough: 'county',
  place: 'place',
};
export const getConstituencyKind = (division: string): ConstituencyKind =>
  kindsByType[getDivisionKind(division)] ?? 'other';

/** Whether members of legislatures are elected by divisions of this kind. */
export const electsLegislators = (kind: ConstituencyKind): boolean =>
  ['state', 'congressional', 'stateUpper', 'stateLower'].includes(kind);
