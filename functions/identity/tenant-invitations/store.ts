// Stored invitations of a tenant.
import { foldUserName } from '../../../shared/auth/throttles/sign-in-throttle.ts';
import { type Change, ifAbsent, put, remove } from '../../../shared/data/changes.ts';
import type { Key, Page, Partition, TenantStore } from '../../../shared/data/store.ts';
import { alreadyExists, notFound } from '../../../shared/errors/failure.ts';
import { type IfMatch, ifUnchanged } from '../../../shared/http/etag.ts';
import { buildPageRange } from '../lists/list.ts';
import { type InvitationItem, invitationSort } from './invitation.ts';

const invitationKey = (tenant: TenantStore, id: string): Key<InvitationItem> =>
  tenant.key(`INVITATION#${id}`, 'INVITATION');

const invitations = (tenant: TenantStore): Partition<InvitationItem> => tenant.listing('INVITATIONS');

const putInvitation = (tenant: TenantStore, item: InvitationItem, guard: Parameters<typeof put>[2]): Change =>
  put(invitationKey(tenant, item.id), item, {
    ...guard,
    listed: { listing: invitations(tenant), sort: invitationSort(item) },
  });

/** Inserts an invitation, unless its address has one: the list by address may lag behind. */
export const insertInvitation = (tenant: TenantStore, item: InvitationItem): Change =>
  putInvitation(tenant, item, {
    condition: ifAbsent,
    onConflict: alreadyExists('invitation', 'email', item.email),
  });

/** Replaces an invitation that was read as `before`. */
export const replaceInvitation = (
  tenant: TenantStore,
  before: InvitationItem,
  after: InvitationItem,
  ifMatch?: IfMatch,
): Change => putInvitation(tenant, after, ifUnchanged(before.version, ifMatch));

/** Removes an invitation that was read as `before`: its link ends with it. */
export const removeInvitation = (tenant: TenantStore, before: InvitationItem, ifMatch?: IfMatch): Change =>
  remove(invitationKey(tenant, before.id), ifUnchanged(before.version, ifMatch));

/** The invitation with this id, if there is one. One read. */
export const invitationById = (tenant: TenantStore, id: string): Promise<InvitationItem | undefined> =>
  tenant.get(invitationKey(tenant, id), { consistent: true });

/** The invitation with this id. @throws Failure 404 */
export async function requireInvitation(tenant: TenantStore, id: string): Promise<InvitationItem> {
  const found = await invitationById(tenant, id);
  if (!found) throw notFound('invitation', id);
  return found;
}

/** Whether an address is invited already, also when the invitation has expired and can be renewed. */
export async function isInvited(tenant: TenantStore, email: string): Promise<boolean> {
  const own = { beginsWith: `${foldUserName(email)}#`, limit: 1 };
  return (await tenant.query(invitations(tenant), own)).items.length > 0;
}

/** A page of invitations, by address. */
export function invitationsByEmail(
  tenant: TenantStore,
  query: { readonly pageSize: number; readonly cursor?: string | undefined },
): Promise<Page<InvitationItem>> {
  const listing = invitations(tenant);
  return tenant.query(
    listing,
    buildPageRange(query, 2, ([sort = '', id = '']) => {
      const { pk, sk } = invitationKey(tenant, id);
      return { gsi1pk: listing.name, gsi1sk: sort, pk, sk };
    }),
  );
}
