// How many people have an organization as their main one. The counts are items of their own, because the record of an
// organization is written as a whole.
import type { Change } from '../../data/changes.ts';
import type { Partition, TenantStore } from '../../data/store.ts';
import {
  addUp,
  buildCountChange,
  type CountedPerson,
  type CountPlace,
  evaluateCounters,
  type PeopleCount,
  type PeopleCountItem,
  recount,
} from '../people/people-count.ts';

/** The people of an organization, each counted once, in the main organization, whatever the organization is. */
type OrganizationPeopleItem = PeopleCountItem & { readonly type: 'organization-people' };

export const noPeople: PeopleCount = { total: 0, active: 0 };

const countPlace = (tenant: TenantStore, organizationId: string): CountPlace<OrganizationPeopleItem> => ({
  key: tenant.key(`ORG#${organizationId}`, 'PEOPLE'),
  texts: { type: 'organization-people' },
});

/** The people of an organization as its short entries have them, read consistently. */
async function listEntries(tenant: TenantStore, organizationId: string): Promise<CountedPerson[]> {
  const entries: Partition<{ readonly x?: true; readonly af?: string; readonly at?: string }> =
    tenant.partition(`ORG#${organizationId}`);
  const people = await tenant.queryAll(entries, { beginsWith: 'PERSON#', consistent: true });
  return people.map(({ x, af, at }) => ({ isActive: !x, activeFrom: af, activeTo: at }));
}

/**
 * The counts of these organizations on a day, in their order. One round trip per hundred, half a read unit each.
 * @param today YYYY-MM-DD in the tenant's time zone
 */
export async function countPeople(
  tenant: TenantStore,
  organizationIds: readonly string[],
  today: string,
): Promise<PeopleCount[]> {
  const counts = await tenant.getMany(organizationIds.map((id) => countPlace(tenant, id).key));
  const isMerging = (id: string): boolean =>
    tenant.openMerges?.some(({ from, into }) => from === id || into === id) ?? false;
  return Promise.all(
    organizationIds.map(async (id, index) =>
      // The counters change with each person whom the run moves.
      evaluateCounters(isMerging(id) ? addUp(await listEntries(tenant, id)) : counts[index], today),
    ),
  );
}

interface OrganizationPerson extends CountedPerson {
  readonly organizationId?: string | undefined;
}

/** The changes of the counts when the first people are replaced by the others. */
export function buildCountChanges(
  tenant: TenantStore,
  leaving: readonly OrganizationPerson[],
  entering: readonly OrganizationPerson[],
): Change[] {
  const ids = new Set([...leaving, ...entering].flatMap(({ organizationId }) => organizationId ?? []));
  return [...ids].flatMap((id) => {
    const isHere = ({ organizationId }: OrganizationPerson): boolean => organizationId === id;
    return buildCountChange(countPlace(tenant, id), leaving.filter(isHere), entering.filter(isHere));
  });
}

/** Counts the people of an organization again, by its short entries of them. */
export const recountPeople = (tenant: TenantStore, organizationId: string): Promise<unknown> =>
  recount(tenant, countPlace(tenant, organizationId), () => listEntries(tenant, organizationId));
