// Stored clients: the client in the platform's store, its access in its tenant's.
import { createHash } from 'node:crypto';
import {
  type SubjectItem,
  subjectKey,
  subjectsByName,
  tenantKey,
} from '../../../shared/auth/accounts/records.ts';
import {
  type ClientItem,
  clientKey,
  clientsByTenant,
  getSignIn,
} from '../../../shared/auth/clients/clients.ts';
import { foldUserName } from '../../../shared/auth/throttles/sign-in-throttle.ts';
import { type Change, check, ifAbsent, ifPresent, put, remove } from '../../../shared/data/changes.ts';
import type { Key, Page, Partition, PlatformStore } from '../../../shared/data/store.ts';
import { alreadyExists, notFound } from '../../../shared/errors/failure.ts';
import { type IfMatch, ifUnchanged } from '../../../shared/http/etag.ts';
import { openTenant } from '../administration/open-tenant.ts';
import { buildPageRange, refuseCursor } from '../lists/list.ts';

/** The sort text of a client in the list: tenant, folded name, id. */
export const clientSort = (client: Pick<ClientItem, 'tenantCode' | 'name' | 'id'>): string =>
  `${client.tenantCode}#${foldUserName(client.name)}#${client.id}`;

const listClientEntry = (platform: PlatformStore, client: ClientItem) => ({
  listing: clientsByTenant(platform),
  sort: clientSort(client),
});

/**
 * The client with this id.
 * @throws Failure 404
 */
export async function requireClient(platform: PlatformStore, id: string): Promise<ClientItem> {
  const client = await platform.get(clientKey(platform, id), { consistent: true });
  if (!client) throw notFound('client', id);
  return client;
}

/** The access of a client in its tenant. @throws Failure 404 */
export async function requireClientAccess(platform: PlatformStore, client: ClientItem): Promise<SubjectItem> {
  const tenant = openTenant(platform, client.tenantCode);
  const subject = await tenant.get(subjectKey(tenant, client.id), { consistent: true });
  if (!subject) throw notFound('client', client.id);
  return subject;
}

/** A page of all clients, or of one tenant's, by tenant and name. */
export function clientsByTenantAndName(
  platform: PlatformStore,
  query: {
    readonly pageSize: number;
    readonly cursor?: string | undefined;
    readonly tenantCode?: string | undefined;
  },
): Promise<Page<ClientItem>> {
  const listing = clientsByTenant(platform);
  const beginsWith = query.tenantCode && `${query.tenantCode.trim().toLowerCase()}#`;
  const page = buildPageRange(query, 2, ([sort = '', id = '']) => {
    if (beginsWith && !sort.startsWith(beginsWith)) throw refuseCursor();
    const { pk, sk } = clientKey(platform, id);
    return { gsi1pk: listing.name, gsi1sk: sort, pk, sk };
  });
  return platform.query(listing, { ...page, ...(beginsWith && { beginsWith }) });
}

/** Inserts a client of a tenant, which must exist. */
export function insertClient(platform: PlatformStore, client: ClientItem, access: SubjectItem): Change[] {
  const tenant = openTenant(platform, client.tenantCode);
  const onConflict = alreadyExists('client', 'client_id', client.id);
  return [
    check(tenantKey(tenant), ifPresent, notFound('tenant', client.tenantCode)),
    put(clientKey(platform, client.id), client, {
      condition: ifAbsent,
      onConflict,
      listed: listClientEntry(platform, client),
    }),
    put(subjectKey(tenant, client.id), access, {
      condition: ifAbsent,
      onConflict,
      listed: { listing: subjectsByName(tenant), sort: `client#${foldUserName(client.name)}#${client.id}` },
    }),
    ...replaceReturnAddresses(platform, undefined, client),
  ];
}

/** That a client has an address among those to which a browser may return after signing out. */
interface ReturnAddressItem {
  readonly type: 'return-address';
  readonly clientId: string;
}

const returnAddresses = (platform: PlatformStore, address: string): Partition<ReturnAddressItem> =>
  platform.partition(`RETURN#${createHash('sha256').update(address).digest('base64url')}`);

const returnAddressKey = (
  platform: PlatformStore,
  address: string,
  clientId: string,
): Key<ReturnAddressItem> =>
  platform.key(`RETURN#${createHash('sha256').update(address).digest('base64url')}`, clientId);

const listReturnAddresses = (client: ClientItem | undefined): readonly string[] =>
  client?.status === 'active' ? [...new Set(getSignIn(client).postLogoutRedirectUris)] : [];

/** The changes by which a client is found by the addresses to which a browser may return after signing out. */
export function replaceReturnAddresses(
  platform: PlatformStore,
  before: ClientItem | undefined,
  after: ClientItem,
): Change[] {
  const [old, current] = [listReturnAddresses(before), listReturnAddresses(after)];
  return [
    ...old
      .filter((address) => !current.includes(address))
      .map((address) => remove(returnAddressKey(platform, address, after.id))),
    ...current
      .filter((address) => !old.includes(address))
      .map((address) =>
        put(returnAddressKey(platform, address, after.id), {
          type: 'return-address' as const,
          clientId: after.id,
        }),
      ),
  ];
}

/** Whether any client has registered an address as one to return to after signing out. One read. */
export async function isReturnAddress(platform: PlatformStore, address: string): Promise<boolean> {
  return (await platform.query(returnAddresses(platform, address), { limit: 1 })).items.length > 0;
}

/** Checks that an unchanged client has the version in If-Match. */
export function checkClient(platform: PlatformStore, client: ClientItem, ifMatch: IfMatch): Change {
  const { condition, onConflict } = ifUnchanged(client.version, ifMatch);
  return check(clientKey(platform, client.id), condition, onConflict);
}

/** Replaces a client that was read as `before`. */
export const replaceClient = (
  platform: PlatformStore,
  before: ClientItem,
  after: ClientItem,
  ifMatch?: IfMatch,
): Change =>
  put(clientKey(platform, after.id), after, {
    ...ifUnchanged(before.version, ifMatch),
    listed: listClientEntry(platform, after),
  });
