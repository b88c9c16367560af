// Scheduled work by what is due: the index of what is due names the tenants that have any, the oldest first, so a run costs
// what is due and not how many tenants there are (docs/events.md#what-is-due).
import { type DueEntry, type DueKind, formatDueTime, readTenantText } from '../data/due-partition.ts';
import {
  listDueEntries,
  openPlatformStore,
  openTenantStore,
  type Partition,
  type TenantStore,
} from '../data/store.ts';
import { parseTenantCode, type TenantCode } from '../data/tenant/tenant-code.ts';
import { logError } from '../log/log.ts';
import { reportDueWork } from '../log/metrics.ts';
import { movedClocks } from '../schedule/tenant-clock.ts';

/**
 * A tenant's turn in a run. While other tenants wait it has one step, and more while they are few and short, so that no tenant
 * waits longer than a turn of each of the others; a step that hangs is the last one of its turn. Without others it lasts.
 */
export interface Turn {
  /** Whether there is time for another step: asked before each. */
  readonly hasTime: () => boolean;
  /** The same for the steps of a run that was taken: it does one, whatever is left of the turn. */
  readonly beginRun: () => () => boolean;
  /** Whether a step was left because the turn was over. */
  readonly isOver: () => boolean;
}

/** The most steps of a turn while other tenants wait. */
export const STEPS_PER_TURN = 10;
/** How long a turn takes further steps while other tenants wait, in milliseconds. */
const TURN_MILLISECONDS = 1000;

function createTurn(hasTime: () => boolean, isAlone: boolean): Turn {
  let begun = 0;
  let steps = 0;
  let isOver = false;
  const answer = (hasMore: boolean): boolean => {
    isOver ||= !hasMore;
    return hasMore;
  };
  const hasMore = (): boolean => {
    if (isAlone || !hasTime()) return answer(hasTime());
    steps += 1;
    if (steps === 1) begun = performance.now();
    return answer(steps <= STEPS_PER_TURN && performance.now() - begun < TURN_MILLISECONDS);
  };
  const beginRun = () => {
    let isFirst = true;
    return (): boolean => {
      const isBegun = !isFirst;
      isFirst = false;
      return isBegun ? hasMore() : answer(hasTime());
    };
  };
  return { hasTime: hasMore, beginRun, isOver: () => isOver };
}

/** Work that a scheduled function does for each tenant that has any. */
export interface DueWork {
  /** The function, for the log. */
  readonly job: string;
  readonly kinds: readonly DueKind[];
  /** Whether due times are by the tenant's clock: tenants with a moved one are always looked at then. */
  readonly byTenantClock?: boolean;
  readonly now: Date;
  readonly hasTime: () => boolean;
  /**
   * Does a tenant's work as long as its turn has time, and returns whether there is more to do now; `failed` where some of it
   * failed and stays due.
   */
  readonly serve: (tenant: TenantStore, turn: Turn) => Promise<boolean | 'failed'>;
}

/** How many tenants a run reached, and what it left. */
export interface DueReport {
  readonly reached: number;
  readonly notReached: number;
  /** Seconds since the oldest work that was left became due; 0 when none was left. */
  readonly oldestDueSeconds: number;
}

/** The last position that is due at a moment. */
const formatDueEnd = ({ moment }: DueKind, now: Date): string =>
  moment === 'ISO 8601' ? `${now.toISOString()}~` : `${formatDueTime(now.getTime())}~`;

/** When an entry became due, in epoch milliseconds. */
const readDueTime = (sort: string): number =>
  /^\d{15}/.test(sort) ? Number(sort.slice(0, 15)) : Date.parse(sort.slice(0, 24));

/** The tenants with due work of a kind in a part of the index, with the moment of their oldest. */
async function findInPart(kind: DueKind, part: Partition<DueEntry>, { now, hasTime }: DueWork) {
  const found = new Map<TenantCode, number>();
  const add = ({ pk, gsi1sk }: DueEntry): void => {
    const code = parseTenantCode(readTenantText(pk) ?? '');
    if (code && !found.has(code)) found.set(code, readDueTime(gsi1sk));
  };
  const range = { to: formatDueEnd(kind, now) };
  for await (const { items } of openPlatformStore().queryPages(part, range)) {
    items.forEach(add);
    if (!hasTime()) break;
  }
  return found;
}

/** The tenants with due work, those with the oldest first. */
async function findDueTenants(work: DueWork): Promise<ReadonlyMap<TenantCode, number>> {
  const kinds = work.byTenantClock ? [...work.kinds, movedClocks] : work.kinds;
  const parts = await Promise.all(
    kinds.flatMap((kind) => listDueEntries(kind.listing).map((part) => findInPart(kind, part, work))),
  );
  const oldest = new Map<TenantCode, number>();
  for (const part of parts)
    for (const [code, at] of part) oldest.set(code, Math.min(at, oldest.get(code) ?? at));
  return new Map([...oldest].sort(([, a], [, b]) => a - b));
}

/**
 * The tenants in the order in which a run serves them. Every second minute it begins in the middle: a few tenants whose work
 * takes a whole run and fails cannot keep the same others waiting.
 */
function orderForRun(codes: readonly TenantCode[], now: Date): readonly TenantCode[] {
  const minute = Math.floor(now.getTime() / 60_000);
  if (minute % 2 === 0 || codes.length === 0) return codes;
  const start = (minute * 7_919) % codes.length;
  return [...codes.slice(start), ...codes.slice(0, start)];
}

/**
 * Gives each tenant that has work a turn, one after the other, then those that have more, until none has or the time is over.
 * Failures are logged and left for the next run. What is left is published as metrics.
 */
export async function serveDueTenants(work: DueWork): Promise<DueReport> {
  const due = await findDueTenants(work);
  const unreached = new Set(due.keys());
  const left = new Set<TenantCode>();
  let round = orderForRun([...due.keys()], work.now);
  while (round.length > 0 && work.hasTime()) {
    const unfinished: TenantCode[] = [];
    for (const code of round) {
      if (!work.hasTime()) break;
      const turn = createTurn(work.hasTime, round.length === 1);
      unreached.delete(code);
      left.add(code);
      try {
        const outcome = await work.serve(openTenantStore(code), turn);
        if (outcome === true) unfinished.push(code);
        else if (outcome === false) left.delete(code);
      } catch (error) {
        logError(`${work.job} for ${code}`, error);
      }
    }
    round = unfinished;
  }
  const moments = [...unreached, ...left].map((code) => due.get(code) ?? 0).filter((at) => at > 0);
  const oldest = Math.min(work.now.getTime(), ...moments);
  const report = {
    reached: due.size - unreached.size,
    notReached: unreached.size,
    oldestDueSeconds: Math.floor((work.now.getTime() - oldest) / 1000),
  };
  reportDueWork(work.job, report, work.now);
  return report;
}
