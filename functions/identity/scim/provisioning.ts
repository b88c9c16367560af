// What every decision of provisioning begins with, and whom it may concern.
import type { AuditContext } from '../../../shared/audit/audit.ts';
import type { Caller } from '../../../shared/auth/access/access.ts';
import type { SubjectItem, TenantItem } from '../../../shared/auth/accounts/records.ts';
import { platformRole } from '../../../shared/auth/permissions/permissions.ts';
import type { PlatformStore, TenantStore } from '../../../shared/data/store.ts';
import { Failure } from '../../../shared/errors/failure.ts';
import type { IfMatch } from '../../../shared/http/etag.ts';
import { hasPlatformRole } from '../administration/administrators.ts';

/** Where users are provisioned, by whom, and when. */
export interface Provisioning {
  readonly platform: PlatformStore;
  readonly tenant: TenantStore;
  readonly settings: TenantItem;
  readonly context: AuditContext & { readonly caller: Caller };
  readonly ifMatch?: IfMatch | undefined;
}

/** Whether a role is a tenant's to give: the platform's own is not, and no directory sees it. */
export const isProvisionedRole = (role: string): boolean => role !== platformRole;

/** @throws Failure 403: who administers the platform is not a tenant's to change */
export function assertNotOfPlatform(subject: SubjectItem): void {
  if (hasPlatformRole(subject))
    throw new Failure(
      'PERMISSION_DENIED',
      `The user ${subject.id} administers the platform, and only its administrators may change them.`,
    );
}
