// Who is whose constituent: people's districts and addresses against the seats of officials.
//
// Places are named as Open Civic Data divisions, as the public data sets of officials are: the upper chamber's district 31
// of Washington is ocd-division/country:us/state:wa/sldu:31. A person's own divisions are external ids of the scheme
// `ocd-division`; an address gives the state and the city. Nothing else is guessed: an address alone names no district.
import type { OfficeContent } from '../../../shared/directory/office.ts';
import type { PersonContent } from '../../../shared/directory/person.ts';
import { type State, stateByAbbreviation, states } from '../../../shared/legislature/states.ts';

/** The scheme of a person's external ids that name the divisions they live in. */
const DIVISION_SCHEME = 'ocd-division';

/** A word in a division's name: lower case, blanks as underscores. */
const toSlug = (name: string): string =>
  name
    .normalize('NFC')
    .trim()
    .toLowerCase()
    .replace(/\s+/g, '_')
    .replace(/[^\p{L}\p{N}_.~-]/gu, '~');

const stateDivisionKinds = { state: 'state', district: 'district', territory: 'territory' } as const;

/** The division of a state; undefined for the United States as a whole. */
const buildStateDivision = ({ kind, abbreviation }: State): string | undefined =>
  kind === 'federal'
    ? undefined
    : `ocd-division/country:us/${stateDivisionKinds[kind]}:${abbreviation.toLowerCase()}`;

const statesByName = new Map(states.map((state) => [state.name.toLowerCase(), state]));

/** The division of a state that is given by its abbreviation or name. */
const findStateDivision = (text: string | undefined): string | undefined => {
  const state = text && (stateByAbbreviation(text) ?? statesByName.get(text.trim().toLowerCase()));
  return state ? buildStateDivision(state) : undefined;
};

/** The kind of district that a chamber's members are elected in. */
const districtKinds: Readonly<Record<string, string>> = { upper: 'sldu', lower: 'sldl', legislature: 'sldu' };

const federalJurisdiction = /^ocd-jurisdiction\/country:us\/government$/;
const localJurisdiction =
  /^ocd-jurisdiction\/(country:us\/(?:state|district|territory):[a-z]{2}\/.+)\/government$/;

/** The division that elects an office; undefined when too little is known of it. */
export function deriveOfficeDivision({
  kind,
  role,
  state,
  district,
  jurisdiction = '',
}: OfficeContent): string | undefined {
  const whole = findStateDivision(state);
  if (kind === 'municipality') {
    const place = localJurisdiction.exec(jurisdiction)?.[1];
    return place === undefined ? undefined : `ocd-division/${place}`;
  }
  if (whole === undefined || kind === 'executive' || !district) return whole;
  // Senators of the United States stand for their state.
  if (federalJurisdiction.test(jurisdiction))
    return role === 'upper' ? whole : `${whole}/cd:${toSlug(district)}`;
  return `${whole}/${districtKinds[role] ?? 'sldu'}:${toSlug(district)}`;
}

/** `sldu` of `.../sldu:31`. */
const getDivisionKind = (division: string): string => /([a-z_]+):[^/]*$/.exec(division)?.[1] ?? '';
/** The state that a division lies in, or is. */
const getStateDivision = (division: string): string => division.split('/').slice(0, 3).join('/');

/** Where a person lives, as far as the directory tells. */
export interface Residence {
  /** Divisions that are named. */
  readonly divisions: ReadonlySet<string>;
  /** States and cities by address. */
  readonly byAddress: ReadonlySet<string>;
}

/** The residence of a person. */
export function deriveResidence({ externalIds = [], addresses = [] }: PersonContent): Residence {
  const named = externalIds
    .filter(({ scheme }) => scheme.toLowerCase() === DIVISION_SCHEME)
    .map(({ identifier }) => identifier.trim().toLowerCase());
  const byAddress = addresses.flatMap(({ state, city, isActive = true }) => {
    const division = isActive ? findStateDivision(state) : undefined;
    if (division === undefined) return [];
    return [division, ...(city ? [`${division}/place:${toSlug(city)}`] : [])];
  });
  return { divisions: new Set(named), byAddress: new Set(byAddress) };
}

/**
 * Whether somebody who lives there is represented by the office of a division: it is one of theirs, by name or by
 * address. Where their district of its kind is not known, a person of the same state counts when that is wished.
 */
export function isRepresented(
  { divisions, byAddress }: Residence,
  division: string,
  { withUnknownDistrict = false }: { readonly withUnknownDistrict?: boolean | undefined } = {},
): boolean {
  if (divisions.has(division) || byAddress.has(division)) return true;
  const state = getStateDivision(division);
  // Who lives in a district of a state lives in the state.
  if (division === state) return [...divisions].some((one) => getStateDivision(one) === state);
  if (
    !withUnknownDistrict ||
    [...divisions].some((one) => getDivisionKind(one) === getDivisionKind(division))
  )
    return false;
  return [...divisions, ...byAddress].some((one) => getStateDivision(one) === state);
}
