// The members of static lists: each under the list, and listed by person.
import { type Change, ifAbsent, ifPresent, put, remove, update } from '../../data/changes.ts';
import type { Key, Partition, TenantStore } from '../../data/store.ts';

/** A member of a list. */
export interface MemberItem {
  readonly type: 'mailing-list-member';
  readonly listId: string;
  readonly personId: string;
  /** ISO 8601 UTC. */
  readonly addedDate: string;
}

interface SizeItem {
  readonly type: 'mailing-list-size';
  readonly members: number;
}

const memberKey = (tenant: TenantStore, listId: string, personId: string): Key<MemberItem> =>
  tenant.key(`MAILING-LIST#${listId}`, `MEMBER#${personId}`);
const sizeKey = (tenant: TenantStore, listId: string): Key<SizeItem> =>
  tenant.key(`MAILING-LIST#${listId}`, 'SIZE');
const membersOf = (tenant: TenantStore, listId: string): Partition<MemberItem> =>
  tenant.partition(`MAILING-LIST#${listId}`);
const listsOf = (tenant: TenantStore, personId: string): Partition<MemberItem> =>
  tenant.listing(`MAILING-LISTS-OF#${personId}`);

/** The place of a member in the list. */
export const memberSort = ({ personId }: Pick<MemberItem, 'personId'>): string => `MEMBER#${personId}`;

/** The members after a place, by id. */
export const queryMembers = (tenant: TenantStore, listId: string, limit: number, after?: string) =>
  tenant.query(membersOf(tenant, listId), { from: after ?? 'MEMBER#', to: 'MEMBER#~', limit });

/** The members among some people. */
export const findMembers = (tenant: TenantStore, listId: string, personIds: readonly string[]) =>
  tenant.getMany(
    personIds.map((id) => memberKey(tenant, listId, id)),
    { consistent: true },
  );

/** The number of members. */
export const countMembers = async (tenant: TenantStore, listId: string): Promise<number> =>
  (await tenant.get(sizeKey(tenant, listId)))?.members ?? 0;

/** The ids of the static lists that somebody is on. One query. */
export const listIdsOf = async (tenant: TenantStore, personId: string): Promise<string[]> =>
  (await tenant.queryAll(listsOf(tenant, personId))).map(({ listId }) => listId);

/** Counts members that come or, with a negative number, go. */
export const changeSize = (tenant: TenantStore, listId: string, members: number): Change =>
  update(sizeKey(tenant, listId), { set: { type: 'mailing-list-size' }, add: { members } });

/** Adds people who are not on the list. */
export const addMembers = (
  tenant: TenantStore,
  listId: string,
  personIds: readonly string[],
  now: Date,
): Change[] =>
  personIds.length === 0
    ? []
    : [
        ...personIds.map((personId) =>
          put(
            memberKey(tenant, listId, personId),
            { type: 'mailing-list-member', listId, personId, addedDate: now.toISOString() },
            {
              ...{ condition: ifAbsent, onConflict: 'retry' },
              listed: { listing: listsOf(tenant, personId), sort: listId },
            },
          ),
        ),
        changeSize(tenant, listId, personIds.length),
      ];

/** Removes a member. */
export const removeMember = (tenant: TenantStore, listId: string, personId: string): Change[] => [
  remove(memberKey(tenant, listId, personId), { condition: ifPresent, onConflict: 'retry' }),
  changeSize(tenant, listId, -1),
];
