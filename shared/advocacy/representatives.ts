// The officials whom a person addresses: who represents the person, narrowed as a campaign says, or officials named by it.
import type { TenantStore } from '../data/store.ts';
import { listOfficials, type OfficialEntry } from '../directory/officials/official-entries.ts';
import type { OfficeContent } from '../directory/people/office.ts';
import { type PersonItem, peopleById } from '../directory/people/person-store.ts';
import { peopleMerges } from '../directory/record-merge/merge-kind.ts';
import { survivorById } from '../directory/record-merge/merge-record.ts';
import {
  deriveOfficeDivision,
  deriveResidence,
  isRepresented,
  listStates,
  type Residence,
} from '../legislature/constituents.ts';
import { isCongressional } from '../legislature/official-seat.ts';
import { isInForce } from '../time/in-force.ts';
import { findOfficial, listCommitteeOfficials, type Official } from './officials.ts';

export const officialKinds = ['representatives', 'committee', 'named'] as const;
export const officialLevels = ['state', 'congress'] as const;
export const officialChambers = ['upper', 'lower'] as const;

/** Which officials a campaign addresses. */
export type OfficialSelection =
  /** Who represents the person in a legislature. */
  | {
      readonly kind: 'representatives';
      readonly level?: (typeof officialLevels)[number] | undefined;
      readonly chamber?: (typeof officialChambers)[number] | undefined;
      /** The only state, as two letters. */
      readonly state?: string | undefined;
    }
  /** Who represents the person, of the members of a committee. */
  | { readonly kind: 'committee'; readonly committeeId: string; readonly name: string }
  /** The same officials for everybody. */
  | { readonly kind: 'named'; readonly personIds: readonly string[] };

/** The most officials whom one person addresses. */
const MAX_OFFICIALS = 20;

/** The officials, of those given, who represent a person. */
export function findRepresentatives(
  person: PersonItem,
  officials: readonly Official[],
  options: { readonly withUnknownDistrict?: boolean | undefined },
): Official[] {
  const residence = deriveResidence(person);
  return officials.filter(
    (official) =>
      // Nobody is asked to write to themselves.
      official.person.id !== person.id &&
      official.division !== undefined &&
      isRepresented(residence, official.division, options),
  );
}

type Seat = Omit<OfficeContent, 'id' | 'kind' | 'endReason'>;

/** Whether a seat is one that the campaign addresses, is held today and represents the person. */
function isAddressed(
  seat: Seat,
  residence: Residence,
  { level, chamber }: Extract<OfficialSelection, { readonly kind: 'representatives' }>,
  today: string,
): boolean {
  const division = deriveOfficeDivision({ ...seat, kind: 'legislature' });
  return (
    division !== undefined &&
    isInForce(seat, today) &&
    (level === undefined || (level === 'congress') === isCongressional(seat)) &&
    (chamber === undefined || seat.role === chamber || seat.role === 'legislature') &&
    isRepresented(residence, division)
  );
}

/** Finds the officials whom people address. What one search has read, the next ones use. */
export interface RepresentativeFinder {
  readonly find: (person: PersonItem) => Promise<readonly Official[]>;
}

/** People by id, each read once; who was merged is the one who remained. */
function createPersonCache(tenant: TenantStore) {
  const known = new Map<string, PersonItem | undefined>();
  return async (ids: readonly string[]): Promise<PersonItem[]> => {
    const missing = ids.filter((id) => !known.has(id));
    const found = missing.length > 0 ? await peopleById(tenant, missing) : [];
    for (const [index, id] of missing.entries())
      known.set(id, found[index] ?? (await survivorById(tenant, peopleMerges, id)));
    return ids.flatMap((id) => known.get(id) ?? []);
  };
}

/**
 * The finder of a campaign. One query for each state of the people, and half a read unit for each official found.
 * @param today the tenant's day, on which offices must be in force
 */
export function createRepresentativeFinder(
  tenant: TenantStore,
  selection: OfficialSelection,
  today: string,
): RepresentativeFinder {
  const loadPeople = createPersonCache(tenant);
  const entriesByState = new Map<string, Promise<OfficialEntry[]>>();
  const loadEntries = (state: string): Promise<OfficialEntry[]> => {
    const entries = entriesByState.get(state) ?? listOfficials(tenant, state);
    entriesByState.set(state, entries);
    return entries;
  };
  let members: Promise<Official[]> | undefined;

  const find = async (person: PersonItem): Promise<readonly Official[]> => {
    if (selection.kind === 'committee') {
      members ??= listCommitteeOfficials(tenant, selection.committeeId, today);
      return findRepresentatives(person, await members, {});
    }
    if (selection.kind === 'named') {
      const people = await loadPeople(selection.personIds);
      return people
        .filter(({ id }) => id !== person.id)
        .flatMap((official) => findOfficial(official, today) ?? []);
    }
    const residence = deriveResidence(person);
    const states = listStates(residence)
      .map(({ abbreviation }) => abbreviation)
      .filter((state) => selection.state === undefined || state === selection.state);
    const entries = (await Promise.all(states.map(loadEntries))).flat();
    const ids = entries
      .filter(
        ({ id, offices }) =>
          id !== person.id && offices.some((seat) => isAddressed(seat, residence, selection, today)),
      )
      .map(({ id }) => id);
    const officials = await loadPeople([...new Set(ids)]);
    return officials.flatMap((official) => {
      const office = official.offices?.find(
        (held) => held.kind === 'legislature' && isAddressed(held, residence, selection, today),
      );
      return office ? [{ person: official, office, division: deriveOfficeDivision(office) }] : [];
    });
  };
  return { find: async (person) => (await find(person)).slice(0, MAX_OFFICIALS) };
}
