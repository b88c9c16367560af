// Runs through the people of a series: aligns them with its steps after these changed or it was paused, resumed or ended, and
// enters the members of a list. It may stop anywhere.
import { type TenantItem, tenantKey } from '../../../../../shared/auth/accounts/records.ts';
import { type Change, commit, StaleRead } from '../../../../../shared/data/changes.ts';
import type { TenantStore } from '../../../../../shared/data/store.ts';
import { queryMembers } from '../../../../../shared/directory/lists/mailing-list-members.ts';
import {
  advanceRun,
  createRunStore,
  type LeasedRun,
  type RunContext,
  type TakenRun,
  workOnRun,
} from '../../../../../shared/jobs/leased-run.ts';
import {
  allows,
  findSeries,
  requireSeries,
  type SeriesItem,
  seriesPartition,
} from '../../../../../shared/mail-series/series.ts';
import { querySeriesMembers, saveMember } from '../../../../../shared/mail-series-members/member.ts';
import { enterSeries } from './enter.ts';
import { leave } from './leave.ts';
import { planNext } from './next-step.ts';

/** What is to be done, and how far it has come. */
type SeriesTask =
  | { readonly kind: 'align'; readonly after?: string | undefined }
  | { readonly kind: 'enter'; readonly listId: string; readonly after?: string | undefined };

export interface SeriesRunItem extends LeasedRun {
  readonly type: 'mail-series-run';
  /** What is left, the first one first. */
  readonly tasks: readonly SeriesTask[];
}

/** People in a page: a transaction changes all of them. */
const PAGE = 90;
const MAX_READS = 5;
const HOUR = 3_600_000;

export const seriesRuns = createRunStore<SeriesRunItem>(seriesPartition, 'MAIL-SERIES-RUNS');

const isSame = (a: SeriesTask, b: SeriesTask): boolean =>
  a.kind === b.kind && (a.kind === 'align' || (b.kind === 'enter' && a.listId === b.listId));

/** The change that has something done; what is to be done already begins again. One read. */
export async function addTask(
  tenant: TenantStore,
  seriesId: string,
  task: SeriesTask,
  { receivedAt, newId }: { readonly receivedAt: Date; readonly newId: () => string },
): Promise<Change> {
  const run = await tenant.get(seriesRuns.key(tenant, seriesId), { consistent: true });
  const others = (run?.tasks ?? []).filter((each) => !isSame(each, task));
  return seriesRuns.put(tenant, run, {
    ...({ type: 'mail-series-run', id: seriesId, runId: newId(), tasks: [...others, task] } as const),
    ...{ tries: 0, dueAt: receivedAt.getTime(), version: (run?.version ?? 0) + 1 },
  });
}

interface TakenSeries extends TakenRun<SeriesRunItem> {
  readonly settings: TenantItem;
}

/** The changes of a page, and where the next one begins; undefined after the last one. */
interface Page {
  readonly changes: readonly Change[];
  readonly next: string | undefined;
}

async function alignPage(
  { tenant, settings }: TakenSeries,
  series: SeriesItem,
  after: string | undefined,
  real: Date,
): Promise<Page> {
  const { items, next } = await querySeriesMembers(tenant, series.id, PAGE, after);
  const changes = items
    .filter(({ status }) => status === 'waiting')
    .flatMap((member) => {
      const planned =
        series.status === 'ended'
          ? leave(member, 'series-ended', real)
          : planNext(series, member, settings.timeZone);
      const isAsBefore =
        planned.status === member.status &&
        planned.stepId === member.stepId &&
        planned.dueAt === member.dueAt;
      return isAsBefore ? [] : [saveMember(tenant, member, planned)];
    });
  return { changes, next: next?.sk };
}

async function enterPage(
  { tenant, settings }: TakenSeries,
  series: SeriesItem,
  { listId, after }: Extract<SeriesTask, { kind: 'enter' }>,
  real: Date,
): Promise<Page> {
  if (!allows('enter', series)) return { changes: [], next: undefined };
  const { items, next } = await queryMembers(tenant, listId, PAGE, after);
  const ids = items.map(({ personId }) => personId);
  const { changes } = await enterSeries({ tenant, settings, real }, series, ids, [listId]);
  return { changes, next: next?.sk };
}

async function workPage(taken: TakenSeries, task: SeriesTask, real: Date): Promise<void> {
  const { tenant, run } = taken;
  const series = await requireSeries(tenant, run.id);
  const page =
    task.kind === 'align'
      ? await alignPage(taken, series, task.after, real)
      : await enterPage(taken, series, task, real);
  const [, ...others] = run.tasks;
  const tasks = page.next === undefined ? others : [{ ...task, after: page.next }, ...others];
  const reached = advanceRun(run, { tasks }, real);
  await commit([seriesRuns.put(tenant, run, reached), ...page.changes]);
  taken.run = reached;
}

/** Works on a page; read again where another request has changed a person meanwhile. */
async function workPageAgain(taken: TakenSeries, task: SeriesTask, now: () => Date): Promise<void> {
  for (let read = 1; ; read += 1)
    try {
      return await workPage(taken, task, now());
    } catch (error) {
      if (!(error instanceof StaleRead) || read >= MAX_READS) throw error;
    }
}

/** Continues the run of a series, unless another worker has it. */
export async function runSeries(tenant: TenantStore, id: string, context: RunContext): Promise<void> {
  const [series, run, settings] = await Promise.all([
    findSeries(tenant, id),
    tenant.get(seriesRuns.key(tenant, id), { consistent: true }),
    tenant.get(tenantKey(tenant)),
  ]);
  if (!series || !run || settings?.status !== 'active') return;
  const { now, isInTime } = context;
  await workOnRun<SeriesRunItem, TakenSeries>(
    { tenant, run, settings },
    {
      name: `series ${id} of ${tenant.code}`,
      runs: seriesRuns,
      async work(taken) {
        while (isInTime()) {
          const [task] = taken.run.tasks;
          if (!task) {
            await commit([seriesRuns.remove(tenant, taken.run)]);
            return 'done';
          }
          await workPageAgain(taken, task, now);
        }
        return 'more';
      },
      // It is tried again later, as often as it takes: steps that are due are planned anew in any case.
      fail: ({ run: failed }) =>
        commit([
          seriesRuns.put(tenant, failed, {
            ...{ ...failed, tries: 0, dueAt: now().getTime() + HOUR, heldBy: undefined },
            version: failed.version + 1,
          }),
        ]),
      explainLastTry: () => '',
      survivesCuts: true,
    },
    now,
  );
}
