// The access policy of area B.
import type { AccessMode, TenantItem } from '../../../../shared/auth/accounts/records.ts';

/** The policy in the interface's form; a tenant without one requires a token. */
export const presentCrmPolicy = ({
  access: { crm },
}: Pick<TenantItem, 'access'>): { readonly read: AccessMode } => ({ read: crm?.read ?? 'token' });
