// Finds legislators by state, chamber, district and last name, for sources whose ids no other source uses.
import type { TenantStore } from '../../../shared/data/store.ts';
import { listOfficials, type OfficialEntry } from '../../../shared/directory/officials/official-entries.ts';
import { foldForSort } from '../../../shared/lists/fold-for-sort.ts';
import type { NamedSeat } from './read/bill-draft.ts';

/** A district as it is compared: `001`, `1` and ` 1 ` are one, so are `27A` and `027a`. */
const normalizeDistrict = (district: string): string =>
  foldForSort(district)
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/(?<!\d)0+(?=\d)/g, '');

const seatKey = ({ state, district, lastName }: NamedSeat): string =>
  [state.toUpperCase(), normalizeDistrict(district), foldForSort(lastName)].join('#');

/** A unicameral legislature matches both chambers; its members may be called senators. */
const isOfChamber = (role: string | undefined, chamber: NamedSeat['chamber']): boolean =>
  chamber === undefined || role === chamber || role === 'legislature';

/** Looks legislators up; those of a state are read once. Load a whole batch before finding seats one by one. */
export function createSeatFinder(tenant: TenantStore) {
  const bySeat = new Map<string, { readonly role: string | undefined; readonly entry: OfficialEntry }[]>();
  const read = new Set<string>();
  return {
    async load(seats: readonly NamedSeat[]): Promise<void> {
      const states = new Set(
        seats.map(({ state }) => state.toUpperCase()).filter((state) => !read.has(state)),
      );
      for (const state of states) {
        read.add(state);
        for (const entry of await listOfficials(tenant, state))
          for (const { role, district = '', jurisdiction = '' } of entry.offices) {
            if (/country:us\/government$/.test(jurisdiction)) continue;
            const name = seatKey({ state, district, lastName: entry.lastName ?? '' });
            bySeat.set(name, [...(bySeat.get(name) ?? []), { role, entry }]);
          }
      }
    },
    /** The one person who holds or held the seat under this name; undefined when there are several. */
    find(seat: NamedSeat): OfficialEntry | undefined {
      const meant = (bySeat.get(seatKey(seat)) ?? []).filter(({ role }) => isOfChamber(role, seat.chamber));
      const [id, second] = new Set(meant.map(({ entry }) => entry.id));
      return second === undefined ? meant.find(({ entry }) => entry.id === id)?.entry : undefined;
    },
  };
}
