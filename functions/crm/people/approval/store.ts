// Stored change requests: each under its id, and with the person the latest one, of which one at most is pending.
import { type Change, ifAbsent, put } from '../../../../shared/data/changes.ts';
import type { Key, Partition, TenantStore } from '../../../../shared/data/store.ts';
import { notFound } from '../../../../shared/errors/failure.ts';
import { type IfMatch, ifUnchanged } from '../../../../shared/http/etag.ts';
import type { ChangeRequestItem } from './change-request.ts';

/** How long a request is kept after its decision, in days: it has personal data. */
export const KEPT_DAYS = 365;

/** The latest request of a person. */
interface LatestItem {
  readonly type: 'latest-change-request';
  readonly requestId: string;
  readonly isPending: boolean;
  /** Epoch seconds. */
  readonly ttl?: number;
}

const requestKey = (tenant: TenantStore, id: string): Key<ChangeRequestItem> =>
  tenant.key(`CHANGE-REQUEST#${id}`, 'CHANGE-REQUEST');
const latestKey = (tenant: TenantStore, personId: string): Key<LatestItem> =>
  tenant.key(`PERSON#${personId}`, 'CHANGE-REQUEST');

/** Requests that wait for a decision, the oldest first. */
export const pendingRequests = (tenant: TenantStore): Partition<ChangeRequestItem> =>
  tenant.listing('CHANGE-REQUESTS');

/** The requests of a person that are pending no more. */
const closedRequests = (tenant: TenantStore, personId: string): Partition<ChangeRequestItem> =>
  tenant.listing(`CHANGE-REQUESTS-OF#${personId}`);

/** The place of a request in this order. */
export const toSort = ({ createdDate, id }: Pick<ChangeRequestItem, 'createdDate' | 'id'>): string =>
  `${createdDate}#${id}`;

/** @throws Failure 404 */
export async function requireRequest(tenant: TenantStore, id: string): Promise<ChangeRequestItem> {
  const request = await tenant.get(requestKey(tenant, id.toLowerCase()), { consistent: true });
  if (!request) throw notFound('change request', id, 'requestId');
  return request;
}

/** The latest request of a person, which may be pending. */
export const findLatest = (tenant: TenantStore, personId: string): Promise<LatestItem | undefined> =>
  tenant.get(latestKey(tenant, personId), { consistent: true });

/** The latest request of a person as a whole. Two reads. */
export async function findLatestRequest(
  tenant: TenantStore,
  personId: string,
): Promise<ChangeRequestItem | undefined> {
  const latest = await findLatest(tenant, personId);
  return latest && tenant.get(requestKey(tenant, latest.requestId), { consistent: true });
}

export const toTtl = ({ status }: Pick<ChangeRequestItem, 'status'>, receivedAt: Date) =>
  status === 'pending' ? {} : { ttl: Math.floor(receivedAt.getTime() / 1000) + KEPT_DAYS * 86_400 };

/** Stores a new request. It fails, and is decided again, where another one of the person became pending meanwhile. */
export const insertRequest = (tenant: TenantStore, request: ChangeRequestItem): Change[] => [
  put(requestKey(tenant, request.id), request, {
    condition: ifAbsent,
    listed: { listing: pendingRequests(tenant), sort: toSort(request) },
  }),
  put(
    latestKey(tenant, request.personId),
    { type: 'latest-change-request', requestId: request.id, isPending: true },
    {
      condition: {
        expression: 'attribute_not_exists(pk) OR #isPending = :no',
        names: { '#isPending': 'isPending' },
        values: { ':no': false },
      },
      onConflict: 'retry',
    },
  ),
];

/** Stores a request that is pending no more. */
export function closeRequest(
  tenant: TenantStore,
  before: ChangeRequestItem,
  after: ChangeRequestItem,
  { ifMatch, receivedAt }: { readonly ifMatch: IfMatch | undefined; readonly receivedAt: Date },
): Change[] {
  const ttl = toTtl(after, receivedAt);
  return [
    put(
      requestKey(tenant, after.id),
      { ...after, ...ttl },
      {
        ...ifUnchanged(before.version, ifMatch),
        // Merging and erasing the person find it here.
        listed: { listing: closedRequests(tenant, after.personId), sort: toSort(after) },
      },
    ),
    put(latestKey(tenant, after.personId), {
      type: 'latest-change-request',
      requestId: after.id,
      isPending: false,
      ...ttl,
    }),
  ];
}
