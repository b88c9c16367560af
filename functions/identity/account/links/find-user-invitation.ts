// The invitation of a user that the link of a mail opens, with whose page it is.

import { tenantByCode } from '../../../../shared/auth/access/tenant-by-code.ts';
import { subjectKey } from '../../../../shared/auth/accounts/records.ts';
import { type UserItem, userKey } from '../../../../shared/auth/accounts/users.ts';
import type { PlatformStore } from '../../../../shared/data/store.ts';
import { type Brand, getBrand } from '../../../../shared/pages/brand.ts';
import { openTenant } from '../../administration/open-tenant.ts';
import { platformBrand } from '../../pages/identity-page.ts';
import { checkInvitation, type InvitationStatus, parseInvitationToken } from '../../users/user.ts';

/** What a link invites to, or why it does not. */
export type UserInvitation =
  | { readonly status: 'open'; readonly user: UserItem; readonly brand: Brand }
  | { readonly status: Exclude<InvitationStatus, 'open'> | 'suspended'; readonly brand: Brand };

/** The tenants of a user with whether the user is disabled there. One read each, in one round trip. */
const listAccess = (platform: PlatformStore, { id, tenants }: UserItem) =>
  Promise.all(
    tenants.map(async (code) => {
      const tenant = openTenant(platform, code);
      const subject = await tenant.get(subjectKey(tenant, id), { consistent: true });
      return { code, isDisabled: subject?.disabled === true };
    }),
  );

/**
 * Three round trips. Whoever has no token of an invitation learns nothing about the user that it names, also not that it is
 * disabled.
 */
export async function findUserInvitation(
  platform: PlatformStore,
  token: string,
  now: Date,
): Promise<UserInvitation> {
  const id = parseInvitationToken(token);
  const user = id === undefined ? undefined : await platform.get(userKey(platform, id), { consistent: true });
  const status = checkInvitation(user, token, now);
  if (!user || status === 'unknown') return { status: 'unknown', brand: platformBrand };
  const access = await listAccess(platform, user);
  const entered = access.find(({ isDisabled }) => !isDisabled);
  const code = (entered ?? access[0])?.code;
  const tenant = code === undefined ? undefined : await tenantByCode(platform, code);
  const brand = tenant ? getBrand(tenant.settings) : platformBrand;
  // Where each tenant has disabled its user, a password would open nothing.
  if (status === 'open' && access.length > 0 && !entered) return { status: 'suspended', brand };
  return status === 'open' ? { status, user, brand } : { status, brand };
}
