// The invitation of a user that the link of a mail opens, with whose page it is.
import { tenantByCode } from '../../../../shared/auth/tenant-by-code.ts';
import { type UserItem, userKey } from '../../../../shared/auth/users.ts';
import type { PlatformStore } from '../../../../shared/data/store.ts';
import { type Brand, getBrand } from '../../../../shared/pages/brand.ts';
import { platformBrand } from '../../pages/identity-page.ts';
import { checkInvitation, type InvitationStatus, parseInvitationToken } from '../../users/user.ts';

/** What a link invites to, or why it does not. */
export type UserInvitation =
  | { readonly status: 'open'; readonly user: UserItem; readonly brand: Brand }
  | { readonly status: Exclude<InvitationStatus, 'open'>; readonly brand: Brand };

/** Two reads; whoever has no token of an invitation learns nothing about the user that it names. */
export async function findUserInvitation(
  platform: PlatformStore,
  token: string,
  now: Date,
): Promise<UserInvitation> {
  const id = parseInvitationToken(token);
  const user = id === undefined ? undefined : await platform.get(userKey(platform, id), { consistent: true });
  const status = checkInvitation(user, token, now);
  if (!user || status === 'unknown') return { status: 'unknown', brand: platformBrand };
  const [first] = user.tenants;
  const tenant = first === undefined ? undefined : await tenantByCode(platform, first);
  const brand = tenant ? getBrand(tenant.settings) : platformBrand;
  return status === 'open' ? { status, user, brand } : { status, brand };
}
