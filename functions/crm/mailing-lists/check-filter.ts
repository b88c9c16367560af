// Checks the filter of a dynamic list as the list of people would.
import type { Caller } from '../../../shared/auth/access.ts';
import type { TenantItem } from '../../../shared/auth/records.ts';
import type { TenantStore } from '../../../shared/data/store.ts';
import { resolveFilter } from '../../../shared/people-filter/people-filter.ts';
import type { MailingListInput } from './contract.ts';

/**
 * @throws Failure VALIDATION_ERROR for a rule by an unknown custom field, 403 for a rule about users that the caller may
 * not read
 */
export async function checkFilter(
  context: {
    readonly tenant: TenantStore;
    readonly settings: TenantItem;
    readonly now: Date;
    readonly caller: Caller;
  },
  { filterBody }: MailingListInput,
): Promise<void> {
  if (filterBody) await resolveFilter(context, { filterRules: filterBody.filterRules, isActive: undefined });
}
