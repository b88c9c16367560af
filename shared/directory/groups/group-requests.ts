// Requests to become a member of a group (docs/interface/groups.md#requests).
import { type Change, put, remove } from '../../data/changes.ts';
import type { Key, TenantStore } from '../../data/store.ts';

/** A person who asks to become a member of a group, or whose request was refused. It is stored with the person. */
export interface GroupRequestItem {
  readonly type: 'group-request';
  readonly groupId: string;
  readonly personId: string;
  readonly status: 'pending' | 'refused';
  readonly message?: string;
  readonly createdDate: string;
  /** Epoch seconds, for refused ones. */
  readonly ttl?: number;
}

/** How long a refused request says so, in days. */
export const REFUSED_DAYS = 90;

/** Where the request of a person to become a member is. */
export const groupRequestKey = (
  tenant: TenantStore,
  groupId: string,
  personId: string,
): Key<GroupRequestItem> => tenant.key(`PERSON#${personId}`, `GROUP-REQUEST#${groupId}`);

/** The pending requests of a group, the oldest first. One query. */
export const listGroupRequests = (tenant: TenantStore, groupId: string): Promise<GroupRequestItem[]> =>
  tenant.queryAll(tenant.listing<GroupRequestItem>(`GROUP-REQUESTS#${groupId}`));

/** The change that stores a pending request. */
export const putGroupRequest = (tenant: TenantStore, request: GroupRequestItem): Change =>
  put(groupRequestKey(tenant, request.groupId, request.personId), request, {
    listed: {
      listing: tenant.listing(`GROUP-REQUESTS#${request.groupId}`),
      sort: `${request.createdDate}#${request.personId}`,
    },
  });

const ifPending = {
  expression: '#status = :pending',
  names: { '#status': 'status' },
  values: { ':pending': 'pending' },
};

/** The change that removes a pending request. */
export const removeGroupRequest = (tenant: TenantStore, request: GroupRequestItem): Change =>
  remove(groupRequestKey(tenant, request.groupId, request.personId), {
    condition: ifPending,
    onConflict: 'retry',
  });

/** The change that refuses a pending request. It leaves the list of the group. */
export const refuseGroupRequest = (
  tenant: TenantStore,
  request: GroupRequestItem,
  receivedAt: Date,
): Change => {
  const { groupId, personId, createdDate } = request;
  const ttl = Math.floor(receivedAt.getTime() / 1000) + REFUSED_DAYS * 86_400;
  return put(
    groupRequestKey(tenant, groupId, personId),
    { type: 'group-request', groupId, personId, status: 'refused', createdDate, ttl },
    { condition: ifPending, onConflict: 'retry' },
  );
};

/**
 * The changes that end the requests of people who become members without them being accepted. Half a read unit each; a request
 * that comes later is refused, because the person is a member.
 */
export async function endGroupRequests(
  tenant: TenantStore,
  groupId: string,
  personIds: readonly string[],
): Promise<Change[]> {
  const keys = personIds.map((id) => groupRequestKey(tenant, groupId, id));
  const found = keys.length === 0 ? [] : await tenant.getMany(keys, { consistent: true });
  return found.flatMap((request, index) => {
    const key = keys[index];
    return request && key ? remove(key) : [];
  });
}
