// Reads the filter of a group, and who passes it.
import type { TenantItem } from '../../../../shared/auth/accounts/records.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { type GroupFilterItem, groupFilterKey } from '../../../../shared/directory/groups/group-filters.ts';
import { resolveFilter, selectPeople } from '../../../../shared/people-filter/people-filter.ts';
import type { GroupSelection } from './align-members.ts';
import { readRules } from './filter-field.ts';

/** What is known where people are compared with filters. */
export interface CompareContext {
  readonly tenant: TenantStore;
  readonly settings: TenantItem;
  /** The tenant's time. */
  readonly now: Date;
}

/**
 * The selection of a group by its filter; without a filter nobody passes.
 * @throws Failure VALIDATION_ERROR when the filter is by a custom field that is inactive by now
 */
export async function toSelection(
  context: CompareContext,
  groupId: string,
  filter: GroupFilterItem | undefined,
): Promise<GroupSelection> {
  if (!filter) return { groupId, filter, select: () => [] };
  const rules = await resolveFilter(context, {
    filterRules: readRules(filter.filterBody),
    isActive: undefined,
  });
  return { groupId, filter, select: (people) => selectPeople(context.tenant, people, rules) };
}

/** The selection by the filter that the group has now. */
export const openSelection = async (context: CompareContext, groupId: string): Promise<GroupSelection> =>
  toSelection(
    context,
    groupId,
    await context.tenant.get(groupFilterKey(context.tenant, groupId), { consistent: true }),
  );
