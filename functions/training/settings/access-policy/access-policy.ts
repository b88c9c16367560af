// The access policy: who reads and writes training without a token, and who sees e-mail addresses.
import type { TenantItem } from '../../../../shared/auth/accounts/records.ts';

/** The policy in the interface's form. */
export const presentAccessPolicy = ({
  access: { training },
  emailsVisibleTo = 'permission',
}: Pick<TenantItem, 'access' | 'emailsVisibleTo'>) => ({
  read: training.read,
  write: training.write,
  emailsVisibleTo,
});
