// Who represents a person: the constituencies of a residence, with the officials whom they elect.

import { getDivisionKind, getStateDivision } from '../../../../shared/directory/divisions.ts';
import type { OfficialEntry } from '../../../../shared/directory/official-entries.ts';
import { displayName } from '../../../../shared/directory/person.ts';
import type { PersonItem } from '../../../../shared/directory/person-store.ts';
import {
  deriveOfficeDivision,
  deriveResidence,
  isRepresented,
  type Residence,
} from '../../../../shared/legislature/constituents.ts';
import { officeOn, officialTitle } from '../../../../shared/legislature/official-seat.ts';
import { partyName } from '../../../../shared/legislature/parties.ts';
import { type State, stateByAbbreviation } from '../../../../shared/legislature/states.ts';
import { compareTexts } from '../../../../shared/lists/sort.ts';
import { CONSTITUENCY_KINDS, type Representation } from './contract.ts';

type Constituency = Representation['constituencies'][number];
type Kind = Constituency['kind'];

/** The officials of a state, present and former. */
export interface StateOfficials {
  readonly state: State;
  readonly entries: readonly OfficialEntry[];
}

/** The kinds by their types in Open Civic Data ids (OCDEP 2). */
const kindsByType: Readonly<Record<string, Kind>> = {
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
const getKind = (division: string): Kind => kindsByType[getDivisionKind(division)] ?? 'other';

const findState = (division: string): State | undefined =>
  stateByAbbreviation(/^ocd-division\/country:us\/[a-z]+:([a-z]{2})(?:\/|$)/.exec(division)?.[1] ?? '');

/** The states of a residence. */
export const listStates = ({ divisions, byAddress }: Residence): State[] => [
  ...new Set([...divisions, ...byAddress].flatMap((division) => findState(division) ?? [])),
];

/** The constituencies of a residence with what each is named by: the record, an address, or a district within it. */
function listDivisions({ divisions, byAddress }: Residence): ReadonlyMap<string, Constituency['source']> {
  const states = [...divisions].filter(findState).map(getStateDivision);
  return new Map([
    ...[...byAddress].map((division) => [division, 'address'] as const),
    ...[...divisions, ...states].map((division) => [division, 'record'] as const),
  ]);
}

/** A seat that somebody holds on a day, with the constituency that elects it. */
function seatOn(entry: OfficialEntry, state: State, day: string) {
  const office = officeOn(entry, day);
  const division = office && deriveOfficeDivision({ ...office, kind: 'legislature' });
  if (!office || division === undefined) return [];
  const official = {
    personId: entry.id,
    name: entry.name,
    title: officialTitle(office, state),
    party: entry.party === undefined ? null : partyName(entry.party),
    startDate: office.startDate ?? null,
    endDate: office.endDate ?? null,
  };
  return [{ division, official }];
}

/**
 * Who represents a person on a day.
 * @param officials of the states in which the person lives
 */
export function buildRepresentation(
  person: PersonItem,
  officials: readonly StateOfficials[],
  day: string,
): Representation {
  const residence = deriveResidence(person);
  const divisions = listDivisions(residence);
  const seats = officials.flatMap(({ state, entries }) =>
    entries.flatMap((entry) => seatOn(entry, state, day)),
  );
  const constituencies = [...divisions].map(([division, source]): Constituency => {
    const kind = getKind(division);
    return {
      ...{ division, kind, source },
      state: findState(division)?.abbreviation ?? null,
      district: kind === 'state' ? null : (/:([^:/]*)$/.exec(division)?.[1] ?? null),
      officials: seats
        .filter((seat) => seat.division === division)
        .map(({ official }) => official)
        .sort((a, b) => compareTexts(a.name, b.name)),
    };
  });
  const unnamed = seats
    .map((seat) => seat.division)
    .filter((division) => isUnknown(residence, division))
    .map(getKind);
  return {
    personId: person.id,
    personName: displayName(person),
    constituencies: constituencies.sort(
      (a, b) =>
        CONSTITUENCY_KINDS.indexOf(a.kind) - CONSTITUENCY_KINDS.indexOf(b.kind) ||
        compareTexts(a.division, b.division),
    ),
    missing: CONSTITUENCY_KINDS.filter((kind) => unnamed.includes(kind)),
  };
}

/** Whether nothing says if the person lives in a division of a state in which they live. */
const isUnknown = (residence: Residence, division: string): boolean =>
  !isRepresented(residence, division) && isRepresented(residence, division, { withUnknownDistrict: true });
