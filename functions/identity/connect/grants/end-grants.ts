// Ends what a person has given to applications for good, in a tenant that they leave, or everywhere.
import { commit } from '../../../../shared/data/changes.ts';
import type { PlatformStore } from '../../../../shared/data/store.ts';
import { listConsents, removeConsent } from './consents.ts';
import { grantsByUser, revokeGrant } from './grants.ts';

/** Ends the grants and consents of a user in a tenant, or in all where none is named. Every step may be repeated. */
export async function endGrants(
  platform: PlatformStore,
  userId: string,
  code: string | undefined,
  now: Date,
): Promise<void> {
  const concerns = ({ tenantCode }: { readonly tenantCode: string }) =>
    code === undefined || tenantCode === code;
  for (const grant of (await grantsByUser(platform, userId)).filter(concerns))
    await commit(revokeGrant(platform, grant, now));
  for (const place of (await listConsents(platform, userId)).filter(concerns))
    await commit([removeConsent(platform, place)]);
}
