// Checks whom a dynamic list is of: its filter as the list of people would, and its groups.
import type { Caller } from '../../../../shared/auth/access/access.ts';
import type { TenantItem } from '../../../../shared/auth/accounts/records.ts';
import { checkAudience } from '../../../../shared/broadcasts/audience.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { throwIfInvalid } from '../../../../shared/errors/failure.ts';
import { resolveFilter } from '../../../../shared/people-filter/people-filter.ts';
import type { MailingListInput } from './contract.ts';

/**
 * @throws Failure VALIDATION_ERROR for an unknown or inactive group, and a rule by an unknown custom field, 403 for a rule about users that the caller may
 * not read
 */
export async function checkSources(
  context: {
    readonly tenant: TenantStore;
    readonly settings: TenantItem;
    readonly now: Date;
    readonly caller: Caller;
  },
  { groupIds, filterBody }: MailingListInput,
): Promise<void> {
  throwIfInvalid(await checkAudience(context, { listIds: [], groupIds }));
  if (filterBody) await resolveFilter(context, { filterRules: filterBody.filterRules, isActive: undefined });
}
