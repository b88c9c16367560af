// The retention of changes as the tenant's settings have it.
import type { TenantItem } from '../../../../shared/auth/accounts/records.ts';
import { defaultChangeRetentionDays } from '../../../../shared/change-feed/retention.ts';

/** The retention in the interface's form. */
export const presentChangeRetention = ({
  changeRetentionDays = defaultChangeRetentionDays,
}: Pick<TenantItem, 'changeRetentionDays'>) => ({ retentionDays: changeRetentionDays });
