// Committees and their memberships: keys, order and access patterns.
import type { Key, Partition, TenantStore } from '../../data/store.ts';
import { type CountedList, countedList } from '../../lists/counted-list.ts';
import { foldForSort } from '../../lists/fold-for-sort.ts';
import type { StoredRecord } from '../record/stored.ts';
import type { CommitteeContent, MembershipContent } from './committee.ts';

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

type MembershipPlace = Pick<MembershipContent, 'committeeId' | 'personId' | 'role' | 'termKey'>;

/** What tells the memberships of a person in a committee apart: the term, or for imported ones the role. */
const termOf = ({ role, termKey }: MembershipPlace): string => termKey ?? foldForSort(role);

/** A person has any number of memberships in a committee: several roles, and several terms in each. */
export const membershipKey = (tenant: TenantStore, membership: MembershipPlace): Key<MembershipItem> =>
  tenant.key(`COMMITTEE#${membership.committeeId}`, `MEMBER#${membership.personId}#${termOf(membership)}`);

/** The sort text of a membership among those of its person. */
export const membershipSort = (membership: MembershipContent): string =>
  `${membership.committeeId}#${termOf(membership)}`;

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

/** The committees with this name, whatever its case. One query. */
export const committeesWithName = (tenant: TenantStore, name: string): Promise<CommitteeItem[]> =>
  tenant.queryAll(committeesByName(tenant), { beginsWith: `${foldForSort(name)}#`, consistent: true });

/** Whether a membership was not voided: only these were ever true. */
const isValid = ({ voidedDate }: MembershipContent): boolean => voidedDate === undefined;

/** All memberships of a committee, by person, also voided ones. One query per megabyte. */
export const listAllMemberships = (
  tenant: TenantStore,
  committeeId: string,
  options: { readonly consistent?: boolean } = {},
): Promise<MembershipItem[]> =>
  tenant.queryAll(tenant.partition<MembershipItem>(`COMMITTEE#${committeeId}`), {
    beginsWith: 'MEMBER#',
    ...options,
  });

/** The memberships of a committee, by person, without voided ones. One query per megabyte. */
export const listCommitteeMembers = async (
  tenant: TenantStore,
  committeeId: string,
): Promise<MembershipItem[]> => (await listAllMemberships(tenant, committeeId)).filter(isValid);

/** A person's memberships in committees, without voided ones. One query per megabyte. */
export const listPersonCommittees = async (
  tenant: TenantStore,
  personId: string,
): Promise<MembershipItem[]> =>
  (await tenant.queryAll(membershipsByPerson(tenant, personId))).filter(isValid);
