// Short entries of legislators below their state: who holds, or held, an office of its legislature or represents it.
//
// People are listed by name, members and officials alike. So who sits for a state is told by an entry of about half a
// kilobyte in the state's own partition, written with the person: a whole legislature is some ten to twenty read units.
import type { Key, Partition, Position, TenantStore } from '../data/store.ts';
import type { OfficeContent } from './office.ts';
import { omitUndefined } from './omit-undefined.ts';
import { displayName, type PersonContent } from './person.ts';
import { personSort } from './person-store.ts';

/** What the entry of a legislator tells. */
export interface OfficialEntry {
  readonly type: 'official-entry';
  /** The person. */
  readonly id: string;
  readonly name: string;
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
  readonly party?: string | undefined;
  readonly imageThumbUrl?: string | undefined;
  /** The town of an office away from the capital. */
  readonly residence?: string | undefined;
  /** The id that a source gives them. */
  readonly sourceId?: string | undefined;
  /** Offices of the legislature of the state, or of Congress for it. */
  readonly offices: readonly Omit<OfficeContent, 'id' | 'kind' | 'endReason'>[];
}

const getPartitionName = (state: string): string => `OFFICIALS#${state.toUpperCase()}`;

const findResidence = ({ addresses = [] }: PersonContent): string | undefined =>
  (addresses.find(({ label, type }) => !/capitol/i.test(label ?? type)) ?? addresses[0])?.city;

/** The entries of a person: one for each state whose legislature, or seats in Congress, they were elected to. */
export function buildOfficialEntries(
  tenant: TenantStore,
  person: PersonContent & { readonly id: string },
): { readonly key: Key<OfficialEntry>; readonly item: OfficialEntry }[] {
  const legislative = (person.offices ?? []).filter(
    ({ kind, state }) => kind === 'legislature' && state !== undefined,
  );
  return [...new Set(legislative.flatMap(({ state }) => state?.toUpperCase() ?? []))].map((state) => ({
    key: tenant.key<OfficialEntry>(getPartitionName(state), personSort(person)),
    item: {
      type: 'official-entry',
      id: person.id,
      name: displayName(person),
      offices: legislative
        .filter((office) => office.state?.toUpperCase() === state)
        .map(({ id: _id, kind: _kind, endReason: _reason, ...office }) => office),
      ...omitUndefined({
        firstName: person.firstName,
        lastName: person.lastName,
        party: person.party,
        imageThumbUrl: person.imageThumbUrl,
        residence: findResidence(person),
        sourceId: person.externalIds?.[0]?.identifier,
      }),
    },
  }));
}

/** Those who sit, or sat, for a state, by name. `state` is two letters. One query per megabyte. */
export async function listOfficials(tenant: TenantStore, state: string): Promise<OfficialEntry[]> {
  const partition: Partition<OfficialEntry> = tenant.partition(getPartitionName(state));
  const found: OfficialEntry[] = [];
  let after: Position | undefined;
  do {
    const page = await tenant.query(partition, after ? { after } : {});
    found.push(...page.items);
    after = page.next;
  } while (after);
  return found;
}
