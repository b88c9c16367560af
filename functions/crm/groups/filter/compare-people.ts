// Compares all people with the filter of a group, a page at a time: after the filter was changed, and every day, because some
// rules are about days. It may stop anywhere; a page that is compared twice changes nothing.
import { type TenantItem, tenantKey } from '../../../../shared/auth/accounts/records.ts';
import { commit } from '../../../../shared/data/changes.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import {
  callGroupJob,
  type GroupRunItem,
  groupRuns,
} from '../../../../shared/directory/groups/group-filters.ts';
import { countedMembers, isOnlyByFilter } from '../../../../shared/directory/groups/group-members.ts';
import { personEntries } from '../../../../shared/directory/people/person-entries.ts';
import {
  advance,
  type RunContext,
  type RunSteps,
  type TakenRun,
  workOnRun,
} from '../../../../shared/jobs/leased-run.ts';
import { resolveFilter, selectEntries } from '../../../../shared/people-filter/people-filter.ts';
import { tenantTime } from '../../../../shared/schedule/tenant-clock.ts';
import { addDays } from '../../../../shared/time/calendar-day.ts';
import { toLocalDate } from '../../../../shared/time/local-date.ts';
import { getStartOfDay } from '../../../../shared/time/local-time.ts';
import { alignMembers, PEOPLE_PER_COMMIT } from './align-members.ts';
import { readRules } from './filter-field.ts';
import { type CompareContext, openSelection } from './open-selection.ts';

/** Short entries of people in a page: about twenty read units. Tests read smaller ones. */
const ENTRIES = 600;

interface CompareRunContext extends RunContext {
  readonly entriesPerPage?: number;
}

interface TakenGroup extends TakenRun<GroupRunItem> {
  readonly settings: TenantItem;
}

/** How long until the tenant's next day begins, in milliseconds. */
const untilTomorrow = ({ timeZone }: TenantItem, now: Date): number =>
  getStartOfDay(addDays(toLocalDate(timeZone, now), 1), timeZone).getTime() - now.getTime();

/** The entries of a page of people who pass the filter; nobody does where there is none. */
async function createEntryFilter(context: CompareContext, groupId: string) {
  const { filter } = await openSelection(context, groupId);
  if (!filter) return { hasFilter: false, select: () => [] };
  const rules = await resolveFilter(context, {
    filterRules: readRules(filter.filterBody),
    isActive: undefined,
  });
  const order = { sortBy: 'name', sortDirection: 'asc' } as const;
  return {
    hasFilter: true,
    select: (entries: Parameters<typeof selectEntries>[0]) => selectEntries(entries, rules, order),
  };
}

/** The last text of all: no name is after it. */
const END = '\u{10ffff}';

/**
 * Compares the people after a position. Members stand in the same order as people, so only those of the page are read; whoever
 * was renamed meanwhile is compared in both places.
 * @returns the position after the page; undefined after the last one
 */
async function comparePage(
  context: CompareContext,
  groupId: string,
  after: string | undefined,
  select: Awaited<ReturnType<typeof createEntryFilter>>['select'],
  limit = ENTRIES,
): Promise<string | undefined> {
  const { tenant, now } = context;
  const people = personEntries(tenant);
  const { items, next } = await tenant.query(people, {
    ...{ limit, consistent: true },
    ...(after !== undefined && { after: { pk: people.name, sk: after } }),
  });
  const last = next ? items.at(-1)?.sk : undefined;
  const members = await tenant.queryAll(countedMembers(tenant, groupId).listing, {
    ...{ from: after ?? ' ', to: last ?? END },
  });
  const passing = new Set(select(items).map(({ id }) => id));
  const isMember = new Set(members.map(({ personId }) => personId));
  const changed = [
    ...[...passing].filter((id) => !isMember.has(id)),
    ...members
      .filter((member) => isOnlyByFilter(member) && !passing.has(member.personId))
      .map(({ personId }) => personId),
  ];
  for (let start = 0; start < changed.length; start += PEOPLE_PER_COMMIT)
    await alignMembers(
      tenant,
      () => openSelection(context, groupId),
      changed.slice(start, start + PEOPLE_PER_COMMIT),
      now,
    );
  return last;
}

const planSteps = (
  tenant: TenantStore,
  groupId: string,
  { entriesPerPage, ...context }: CompareRunContext,
): RunSteps<GroupRunItem, TakenGroup> => ({
  name: `filter of the group ${groupId} of ${tenant.code}`,
  runs: groupRuns,
  async work(taken) {
    const { settings } = taken;
    const now = tenantTime(settings, context.now());
    const compare = { tenant, settings, now };
    const { hasFilter, select } = await createEntryFilter(compare, groupId);
    while (true) {
      const after = await comparePage(compare, groupId, taken.run.after, select, entriesPerPage);
      if (after === undefined) break;
      await advance(groupRuns, taken, { after }, context.now());
      if (!context.isInTime()) return 'more';
    }
    if (!hasFilter) {
      await commit([groupRuns.remove(tenant, taken.run)]);
      return 'done';
    }
    const refreshedDate = now.toISOString();
    taken.run = { ...taken.run, after: undefined, problem: undefined, refreshedDate };
    return { delay: untilTomorrow(settings, now) };
  },
  callAgain: () => callGroupJob(tenant, groupId, context.newId()),
  async fail({ run, settings }, problem) {
    const dueAt = context.now().getTime() + untilTomorrow(settings, tenantTime(settings, context.now()));
    await commit([
      groupRuns.put(tenant, run, {
        ...run,
        ...{ after: undefined, problem, tries: 0, dueAt, version: run.version + 1 },
      }),
    ]);
  },
  explainLastTry: ({ tries }) => `The comparison was tried ${tries} times without progress.`,
});

/** Continues the comparison of all people with the filter of a group, unless another worker has it. */
export async function comparePeople(
  tenant: TenantStore,
  groupId: string,
  context: CompareRunContext,
): Promise<void> {
  const [run, settings] = await Promise.all([
    tenant.get(groupRuns.key(tenant, groupId), { consistent: true }),
    tenant.get(tenantKey(tenant)),
  ]);
  if (!run || settings?.status !== 'active') return;
  await workOnRun({ tenant, run, settings }, planSteps(tenant, groupId, context), context.now);
}
