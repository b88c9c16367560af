// Who a name stands for in a tenant: the user whom its directory calls so, else the one whose account has the name.
import { type SubjectItem, subjectKey } from '../../../shared/auth/accounts/records.ts';
import type { PlatformStore, TenantStore } from '../../../shared/data/store.ts';
import { provisionedNameKey, userIdByName } from './store.ts';

/** The user of the tenant with this id. */
export async function findTenantUser(tenant: TenantStore, id: string): Promise<SubjectItem | undefined> {
  const subject = await tenant.get(subjectKey(tenant, id), { consistent: true });
  // A client of the tenant is a subject too, and no user.
  return subject?.kind === 'user' ? subject : undefined;
}

/** What is known of a name: the user of the tenant who has it, and the account that has it on the platform. */
export interface KnownName {
  readonly subject: SubjectItem | undefined;
  readonly accountId: string | undefined;
}

/** Finds who has a name. A user whom the directory calls otherwise has the name of the account no longer. */
export async function findName(
  platform: PlatformStore,
  tenant: TenantStore,
  userName: string,
): Promise<KnownName> {
  const [claim, accountId] = await Promise.all([
    tenant.get(provisionedNameKey(tenant, userName), { consistent: true }),
    userIdByName(platform, userName),
  ]);
  const id = claim?.subject ?? accountId;
  const found = id === undefined ? undefined : await findTenantUser(tenant, id);
  const isOther = claim === undefined && found?.provisioned?.userName !== undefined;
  return { subject: isOther ? undefined : found, accountId };
}
