// The rules by which a tenant administers clients: those that it registered, and nothing that the caller does not hold.
import { type ClientItem, clientKey } from '../../../shared/auth/clients/clients.ts';
import { type Permission, resolveScopePermissions } from '../../../shared/auth/permissions/permissions.ts';
import { type Change, ifAbsent, ifVersion, put } from '../../../shared/data/changes.ts';
import type { Key, PlatformStore, TenantStore } from '../../../shared/data/store.ts';
import {
  conflict,
  type ErrorDetail,
  Failure,
  notFound,
  throwIfInvalid,
} from '../../../shared/errors/failure.ts';
import { describeExcess, listMissing } from '../tenant-users/tenant-user.ts';

/** How many clients a tenant may have registered at a time. */
export const maxTenantClients = 50;

/** The ids of the clients that the tenant registered; those that are revoked leave it at the next registration. */
interface TenantClientsItem {
  readonly type: 'tenant-clients';
  readonly ids: readonly string[];
  readonly version: number;
}

const tenantClientsKey = (tenant: TenantStore): Key<TenantClientsItem> =>
  tenant.key('TENANT-CLIENTS', 'TENANT-CLIENTS');

/** Clients of other tenants, those that the platform issued, and revoked ones are not the tenant's to administer. */
const isOwn = ({ code }: TenantStore, client: ClientItem | undefined): client is ClientItem =>
  client?.tenantCode === code && client.registeredBy === 'tenant' && client.status === 'active';

async function loadOwn(platform: PlatformStore, tenant: TenantStore) {
  const list = await tenant.get(tenantClientsKey(tenant), { consistent: true });
  const keys = (list?.ids ?? []).map((id) => clientKey(platform, id));
  const found = await platform.getMany(keys, { consistent: true });
  return { version: list?.version ?? 0, clients: found.filter((client) => isOwn(tenant, client)) };
}

/** The clients that the tenant has registered. */
export const listOwnClients = async (
  platform: PlatformStore,
  tenant: TenantStore,
): Promise<readonly ClientItem[]> => (await loadOwn(platform, tenant)).clients;

/** The change that adds a client to those of the tenant. @throws Failure 409 when it has as many as it may have */
export async function addOwnClient(
  platform: PlatformStore,
  tenant: TenantStore,
  id: string,
): Promise<Change> {
  const { version, clients } = await loadOwn(platform, tenant);
  if (clients.length >= maxTenantClients)
    throw conflict(`A tenant can register at most ${maxTenantClients} clients; remove one first.`);
  const ids = [...clients.map((client) => client.id), id];
  return put(
    tenantClientsKey(tenant),
    { type: 'tenant-clients', ids, version: version + 1 },
    { condition: version === 0 ? ifAbsent : ifVersion(version), onConflict: 'retry' },
  );
}

/** A client that the tenant registered. Others are not found, as if they did not exist. @throws Failure 404 */
export async function requireOwnClient(
  platform: PlatformStore,
  tenant: TenantStore,
  id: string,
): Promise<ClientItem> {
  const client = await platform.get(clientKey(platform, id), { consistent: true });
  if (!isOwn(tenant, client)) throw notFound('client', id);
  return client;
}

/** Asserts that a caller may give a client these scopes. @throws Failure 400 */
export function assertMayGiveScopes(held: ReadonlySet<Permission>, scopes: readonly string[]): void {
  throwIfInvalid(
    scopes.flatMap((scope, index): ErrorDetail[] => {
      const message = describeExcess(`scope ${scope}`, resolveScopePermissions([scope]), held);
      return message === undefined ? [] : [{ code: 'NOT_ALLOWED', message, target: `scopes[${index}]` }];
    }),
  );
}

/** Asserts that a caller holds what the client has, because its secrets give it to whoever gets them. @throws Failure 403 */
export function assertMayAdministerClient(
  held: ReadonlySet<Permission>,
  { scopes }: Pick<ClientItem, 'scopes'>,
): void {
  const [missing] = listMissing(resolveScopePermissions(scopes), held);
  if (missing !== undefined)
    throw new Failure(
      'PERMISSION_DENIED',
      `The client has the permission ${missing}, which you do not hold; an administrator who holds it must change the client.`,
    );
}
