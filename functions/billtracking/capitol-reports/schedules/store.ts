// Stored scheduled reports: all of a tenant in one partition, and the log of each in its own.
import { type Change, commit, insert, put, remove } from '../../../../shared/data/changes.ts';
import type { Key, Partition, TenantStore } from '../../../../shared/data/store.ts';
import { notFound } from '../../../../shared/errors/failure.ts';
import { type IfMatch, ifUnchanged } from '../../../../shared/http/etag.ts';
import { type CursorPage, readCursorPage } from '../../../../shared/lists/cursor.ts';
import { clearTimer, setTimer } from '../../../../shared/schedule/timers.ts';
import type { ScheduleItem, ScheduleRunItem } from './schedule.ts';
import { nextReportTime } from './times.ts';

/** The kind of the timer that makes a report. */
export const REPORT_TIMER = 'capitol-report';
/** How long the log of a run is stored. */
const LOG_SECONDS = 180 * 86_400;

const PARTITION = 'REPORT-SCHEDULES';
const scheduleKey = (tenant: TenantStore, id: string): Key<ScheduleItem> => tenant.key(PARTITION, id);
const logPartition = (tenant: TenantStore, id: string): Partition<ScheduleRunItem> =>
  tenant.partition(`REPORT-SCHEDULE#${id}`);
const runSort = ({ runDate, id }: ScheduleRunItem): string => `RUN#${runDate}#${id}`;

/** All scheduled reports of a tenant, the oldest first. One query. */
export async function listSchedules(tenant: TenantStore): Promise<ScheduleItem[]> {
  const found = await tenant.queryAll(tenant.partition<ScheduleItem>(PARTITION), { consistent: true });
  return found.toSorted((a, b) => (a.createdDate < b.createdDate ? -1 : 1));
}

/** The scheduled report with this id, as it was last written. */
export const scheduleById = (tenant: TenantStore, id: string): Promise<ScheduleItem | undefined> =>
  tenant.get(scheduleKey(tenant, id), { consistent: true });

/** The same. @throws Failure 404 */
export async function requireSchedule(tenant: TenantStore, id: string): Promise<ScheduleItem> {
  const schedule = await scheduleById(tenant, id);
  if (!schedule) throw notFound('scheduled report', id);
  return schedule;
}

export const insertSchedule = (tenant: TenantStore, schedule: ScheduleItem): Change =>
  insert(scheduleKey(tenant, schedule.id), schedule);

/** Writes a scheduled report over what was read as `before`. */
export const replaceSchedule = (
  tenant: TenantStore,
  before: ScheduleItem,
  after: ScheduleItem,
  ifMatch?: IfMatch,
): Change => put(scheduleKey(tenant, before.id), after, ifUnchanged(before.version, ifMatch));

/** Removes a scheduled report: its links end with it. Its log expires. */
export const removeSchedule = (
  tenant: TenantStore,
  { id, version }: ScheduleItem,
  ifMatch: IfMatch | undefined,
): Change[] => [
  remove(scheduleKey(tenant, id), ifUnchanged(version, ifMatch)),
  clearTimer(tenant, REPORT_TIMER, id),
];

/** Sets the timer of the next report, or removes that of a paused one. @param now by the tenant's clock */
export const setReportTimer = (
  tenant: TenantStore,
  { id, schedule, isPaused }: ScheduleItem,
  now: Date,
): Change =>
  isPaused
    ? clearTimer(tenant, REPORT_TIMER, id)
    : setTimer(tenant, {
        ...{ kind: REPORT_TIMER, subject: id, dueAt: nextReportTime(schedule, now), area: 'billtracking' },
      });

/** Writes the line of a run in the log. */
export const putRun = (
  tenant: TenantStore,
  scheduleId: string,
  run: Omit<ScheduleRunItem, 'type' | 'ttl'>,
): Change => {
  const item: ScheduleRunItem = {
    ...run,
    ...{ type: 'report-schedule-run', ttl: Math.floor(Date.parse(run.runDate) / 1000) + LOG_SECONDS },
  };
  return put(tenant.key<ScheduleRunItem>(`REPORT-SCHEDULE#${scheduleId}`, runSort(item)), item);
};

/** The last run of a scheduled report. */
export const lastRun = async (tenant: TenantStore, id: string): Promise<ScheduleRunItem | undefined> =>
  (await tenant.query(logPartition(tenant, id), { beginsWith: 'RUN#', backward: true, limit: 1 })).items[0];

/** Runs of a scheduled report, the latest first. */
export const listRuns = (
  tenant: TenantStore,
  id: string,
  page: { readonly pageSize: number; readonly cursor?: string | undefined },
): Promise<CursorPage<ScheduleRunItem>> =>
  readCursorPage(
    `${id} REPORT-RUNS`,
    page,
    runSort,
    async (limit, after) =>
      (
        await tenant.query(logPartition(tenant, id), {
          ...{ from: 'RUN#', to: after ?? 'RUN#~', backward: true, limit },
        })
      ).items,
  );

/** Gives the scheduled reports of a session to another one, into which it is merged. */
export async function moveSchedules(tenant: TenantStore, from: number, into: number): Promise<void> {
  for (const schedule of await listSchedules(tenant))
    if (schedule.sessionId === from)
      await commit([
        replaceSchedule(tenant, schedule, {
          ...schedule,
          ...{ sessionId: into, version: schedule.version + 1 },
        }),
      ]);
}
