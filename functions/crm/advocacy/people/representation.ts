// Who represents a person: the constituencies of a residence, with the officials whom they elect.

import type { OfficialEntry } from '../../../../shared/directory/officials/official-entries.ts';
import {
  CONSTITUENCY_KINDS,
  getConstituencyKind,
  getDivisionName,
  getStateDivision,
} from '../../../../shared/directory/people/divisions.ts';
import { displayName } from '../../../../shared/directory/people/person.ts';
import type { PersonItem } from '../../../../shared/directory/people/person-store.ts';
import {
  deriveOfficeDivision,
  deriveResidence,
  findState,
  isRepresented,
  type Residence,
} from '../../../../shared/legislature/constituents.ts';
import { officeOn, officialTitle, type Seat } from '../../../../shared/legislature/official-seat.ts';
import { partyName } from '../../../../shared/legislature/parties.ts';
import type { State } from '../../../../shared/legislature/states.ts';
import { compareTexts } from '../../../../shared/lists/sort.ts';
import type { Representation, Representative } from './contract.ts';

type Constituency = Representation['constituencies'][number];

/** The officials of a state, present and former. */
export interface StateOfficials {
  readonly state: State;
  readonly entries: readonly OfficialEntry[];
}

/** The constituencies of a residence with what each is named by: the record, an address, or a district within it. */
function listDivisions({ divisions, byAddress }: Residence): ReadonlyMap<string, Constituency['source']> {
  const states = [...divisions].filter(findState).map(getStateDivision);
  return new Map([
    ...[...byAddress].map((division) => [division, 'address'] as const),
    ...[...divisions, ...states].map((division) => [division, 'record'] as const),
  ]);
}

/** Somebody who holds an office, in the interface's form. */
export const presentRepresentative = (entry: OfficialEntry, office: Seat, state: State): Representative => ({
  personId: entry.id,
  name: entry.name,
  title: officialTitle(office, state),
  party: entry.party === undefined ? null : partyName(entry.party),
  startDate: office.startDate ?? null,
  endDate: office.endDate ?? null,
});

/** A seat that somebody holds on a day, with the constituency that elects it. */
function seatOn(entry: OfficialEntry, state: State, day: string) {
  const office = officeOn(entry, day);
  const division = office && deriveOfficeDivision({ ...office, kind: 'legislature' });
  return !office || division === undefined
    ? []
    : [{ division, official: presentRepresentative(entry, office, state) }];
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
    const kind = getConstituencyKind(division);
    return {
      ...{ division, kind, source },
      state: findState(division)?.abbreviation ?? null,
      district: kind === 'state' ? null : getDivisionName(division) || null,
      officials: seats
        .filter((seat) => seat.division === division)
        .map(({ official }) => official)
        .sort((a, b) => compareTexts(a.name, b.name)),
    };
  });
  const unnamed = seats
    .map((seat) => seat.division)
    .filter((division) => isUnknown(residence, division))
    .map(getConstituencyKind);
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
