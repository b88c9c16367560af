// Decides who is whose constituent, by people's districts and addresses and the seats of officials.
//
// Places are Open Civic Data divisions, as in the public data sets of officials: district 31 of Washington's upper
// chamber is ocd-division/country:us/state:wa/sldu:31. A person's own divisions are external ids of the scheme
// `ocd-division`; an address gives the state and the city. No district is derived from an address.

import {
  getDivisionKind,
  getDivisionState,
  getStateDivision,
  namedDivisions,
  toDivisionName,
} from '../directory/people/divisions.ts';
import { deriveDistrict, type OfficeContent } from '../directory/people/office.ts';
import type { PersonContent } from '../directory/people/person.ts';
import { type State, stateByAbbreviation, states } from './states.ts';

const stateDivisionKinds = { state: 'state', district: 'district', territory: 'territory' } as const;

/** The division of a state; undefined for the United States as a whole. */
const buildStateDivision = ({ kind, abbreviation }: State): string | undefined =>
  kind === 'federal'
    ? undefined
    : `ocd-division/country:us/${stateDivisionKinds[kind]}:${abbreviation.toLowerCase()}`;

const statesByName = new Map(states.map((state) => [state.name.toLowerCase(), state]));

/** The division of a state by its abbreviation or name. */
const findStateDivision = (text: string | undefined): string | undefined => {
  const state = text && (stateByAbbreviation(text) ?? statesByName.get(text.trim().toLowerCase()));
  return state ? buildStateDivision(state) : undefined;
};

const localJurisdiction =
  /^ocd-jurisdiction\/(country:us\/(?:state|district|territory):[a-z]{2}\/.+)\/government$/;

/** The division that elects an office; undefined when it cannot be determined. */
export function deriveOfficeDivision(office: Omit<OfficeContent, 'id'>): string | undefined {
  if (office.kind === 'municipality') {
    const localName = localJurisdiction.exec(office.jurisdiction ?? '')?.[1];
    return localName === undefined ? undefined : `ocd-division/${localName}`;
  }
  const stateDivision = findStateDivision(office.state);
  const district = office.kind === 'executive' ? undefined : deriveDistrict(office);
  return stateDivision !== undefined && district !== undefined
    ? `${stateDivision}/${district}`
    : stateDivision;
}

/** Where a person lives, according to the directory. */
export interface Residence {
  /** The divisions named by external ids. */
  readonly divisions: ReadonlySet<string>;
  /** The states and cities of the addresses. */
  readonly byAddress: ReadonlySet<string>;
}

/** The residence of a person. */
export function deriveResidence(person: PersonContent): Residence {
  const { addresses = [] } = person;
  const byAddress = addresses.flatMap(({ state, city, isActive = true }) => {
    const division = isActive ? findStateDivision(state) : undefined;
    if (division === undefined) return [];
    return [division, ...(city ? [`${division}/place:${toDivisionName(city)}`] : [])];
  });
  return { divisions: namedDivisions(person), byAddress: new Set(byAddress) };
}

/** The state of a division. */
export const findState = (division: string): State | undefined =>
  stateByAbbreviation(getDivisionState(division) ?? '');

/** The states of a residence. */
export const listStates = ({ divisions, byAddress }: Residence): State[] => [
  ...new Set([...divisions, ...byAddress].flatMap((division) => findState(division) ?? [])),
];

/**
 * Whether a person is represented by the office of a division, which must be one of theirs by name or by address. With
 * `withUnknownDistrict`, a person of the same state whose district of that kind is unknown counts too.
 */
export function isRepresented(
  { divisions, byAddress }: Residence,
  division: string,
  { withUnknownDistrict = false }: { readonly withUnknownDistrict?: boolean | undefined } = {},
): boolean {
  if (divisions.has(division) || byAddress.has(division)) return true;
  const state = getStateDivision(division);
  // A person who lives in a district of a state lives in the state.
  if (division === state) return [...divisions].some((other) => getStateDivision(other) === state);
  if (
    !withUnknownDistrict ||
    [...divisions].some((other) => getDivisionKind(other) === getDivisionKind(division))
  )
    return false;
  return [...divisions, ...byAddress].some((other) => getStateDivision(other) === state);
}
