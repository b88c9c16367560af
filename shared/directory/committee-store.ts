// Committees and their memberships: keys, order and access patterns.
import { type CountedList, countedList } from '../data/counted-list.ts';
import type { Key, Page, Partition, Range, TenantStore } from '../data/store.ts';
import type { CommitteeContent, MembershipContent } from './committee.ts';
import { foldForSort } from './fold-for-sort.ts';
import type { StoredRecord } from './stored.ts';

/** A stored committee. */
export type CommitteeItem = CommitteeContent & StoredRecord<'committee'>;

/** A stored membership of a person in a committee. */
export type MembershipItem = MembershipContent & StoredRecord<'membership'>;

export const committeeKey = (tenant: TenantStore, id: string): Key<CommitteeItem> =>
  tenant.key(`COMMITTEE#${id}`, 'COMMITTEE');

/** All committees of the tenant, ordered by name. */
export const committeesByName = (tenant: TenantStore): Partition<CommitteeItem> =>
  tenant.listing('COMMITTEES');

/** The same list with its count, for pages by number and an exact total. */
export const countedCommittees = (tenant: TenantStore): CountedList<CommitteeItem> =>
  countedList<CommitteeItem>(tenant, 'COMMITTEES');

/** The sort text of a committee in the order by name. */
export const committeeSort = (committee: CommitteeContent & { readonly id: string }): string =>
  `${foldForSort(committee.name)}#${committee.id}`;

/** A person has one membership per role in a committee; two roles are two memberships. */
export const membershipKey = (
  tenant: TenantStore,
  place: Pick<MembershipContent, 'committeeId' | 'personId' | 'role'>,
): Key<MembershipItem> =>
  tenant.key(`COMMITTEE#${place.committeeId}`, `MEMBER#${place.personId}#${foldForSort(place.role)}`);

/** The sort text of a membership among those of its person. */
export const membershipSort = (place: MembershipContent): string =>
  `${place.committeeId}#${foldForSort(place.role)}`;

/** A person's memberships, by committee. */
export const membershipsByPerson = (tenant: TenantStore, personId: string): Partition<MembershipItem> =>
  tenant.listing(`PERSON#${personId}#COMMITTEES`);

/** The committee with this id. One read. */
export const committeeById = (tenant: TenantStore, id: string): Promise<CommitteeItem | undefined> =>
  tenant.get(committeeKey(tenant, id));

/** The committees with these ids, in their order; one round trip per hundred. */
export const committeesById = (
  tenant: TenantStore,
  ids: readonly string[],
): Promise<(CommitteeItem | undefined)[]> =>
  tenant.getMany(
    ids.map((id) => committeeKey(tenant, id)),
    { consistent: true },
  );

/** The memberships of a committee, by person. One query. */
export const listCommitteeMembers = (
  tenant: TenantStore,
  committeeId: string,
  range: Pick<Range, 'after' | 'limit'> = {},
): Promise<Page<MembershipItem>> =>
  tenant.query(tenant.partition<MembershipItem>(`COMMITTEE#${committeeId}`), {
    ...range,
    beginsWith: 'MEMBER#',
  });

/** A person's memberships in committees. One query. */
export const listPersonCommittees = (
  tenant: TenantStore,
  personId: string,
  range: Pick<Range, 'after' | 'limit'> = {},
): Promise<Page<MembershipItem>> => tenant.query(membershipsByPerson(tenant, personId), range);
