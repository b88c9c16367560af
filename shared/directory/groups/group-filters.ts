// The filters of groups, and the runs that compare all people with one (docs/interface/groups.md#members-by-a-filter).
//
// A filter stands with those of the other groups, so that a change of a person finds all of them in one query.
import { isDeepStrictEqual } from 'node:util';
import { type Change, type Condition, ifAbsent, put, remove } from '../../data/changes.ts';
import type { Key, Partition, TenantStore } from '../../data/store.ts';
import { createRunStore, type LeasedRun, type RunStore } from '../../jobs/leased-run.ts';
import type { GroupContent } from './group.ts';

/** The filter of a group. */
export interface GroupFilterItem {
  readonly type: 'group-filter';
  readonly groupId: string;
  /** As requests have it. */
  readonly filterBody: Readonly<Record<string, unknown>>;
  /** The version of the group that got it. */
  readonly revision: number;
}

/** The comparison of all people with the filter of a group: at once after the filter was changed, then every day. */
export interface GroupRunItem extends LeasedRun {
  readonly type: 'group-run';
  /** The position among the people, while it is under way. */
  readonly after?: string | undefined;
  /** When all people were last compared. */
  readonly refreshedDate?: string | undefined;
  /** Why the last comparison failed. */
  readonly problem?: string | undefined;
}

interface StepItem {
  readonly type: 'group-step';
  readonly mark: string;
}

const filtersName = 'GROUP-FILTERS';

export const groupFilterKey = (tenant: TenantStore, groupId: string): Key<GroupFilterItem> =>
  tenant.key(filtersName, groupId);

/** The filters of all groups. */
export const groupFilters = (tenant: TenantStore): Partition<GroupFilterItem> =>
  tenant.partition(filtersName);

/** Holds while a group has the same filter, or none as before. */
export const ifSameFilter = (filter: GroupFilterItem | undefined): Condition =>
  filter
    ? {
        expression: '#revision = :revision',
        names: { '#revision': 'revision' },
        values: { ':revision': filter.revision },
      }
    : ifAbsent;

export const groupRuns: RunStore<GroupRunItem> = createRunStore((id) => `GROUP#${id}`, 'GROUP-RUNS');

/** Calls the job that compares people with the filter of a group. */
export const callGroupJob = (tenant: TenantStore, groupId: string, mark: string): Change =>
  put(tenant.key<StepItem>(`GROUP#${groupId}`, 'STEP'), { type: 'group-step', mark });

/** What is read of a group to find out whether its filter changed. */
interface FilteredGroup extends Pick<GroupContent, 'filterBody'> {
  readonly id: string;
  readonly version: number;
}

/** The changes that give a group another filter, or none, and compare all people with it. */
export function buildFilterChanges(
  tenant: TenantStore,
  before: FilteredGroup | undefined,
  { id, version, filterBody }: FilteredGroup,
): Change[] {
  if (isDeepStrictEqual(before?.filterBody, filterBody)) return [];
  const key = groupFilterKey(tenant, id);
  const mark = String(version);
  return [
    filterBody ? put(key, { type: 'group-filter', groupId: id, filterBody, revision: version }) : remove(key),
    // It replaces a run that is under way, whose worker then stops.
    groupRuns.put(tenant, undefined, {
      ...{ type: 'group-run', id, runId: mark, tries: 0, dueAt: 0, version: 1 },
    }),
    callGroupJob(tenant, id, mark),
  ];
}
