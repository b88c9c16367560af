// Credits that were granted, by the shortest way to them: those of a person, of a course, or of some days.
import type { Partition, Range, TenantStore } from '../../../../shared/data/store.ts';
import {
  type CreditItem,
  type CreditPointer,
  creditKey,
  creditsByDay,
  creditsOfCourse,
  recordKinds,
  trainingRecord,
} from '../../record/training-record.ts';
import { isWithin, type Period } from '../period.ts';
import type { About, Batch, From } from '../report.ts';
import { daysBetween } from './days.ts';
import { pagesOf } from './pages.ts';

/** Which credits are wanted. */
export interface WantedCredits {
  readonly personId?: string | null | undefined;
  readonly courseId?: string | null | undefined;
  readonly period?: Period | undefined;
}

/** How many days the credits lie in; progress through them is told in days. */
export interface CreditsAhead extends Pick<About, 'size'> {
  readonly firstDay?: string | undefined;
}

/** So many pointers are read together, and then their credits by key. */
const together = 400;

/** Listed by the day they were earned; nothing in an id sorts after a tilde. */
const inDays = (period: Period | undefined): Range => ({
  ...(period?.from !== undefined && { from: period.from }),
  ...(period?.to !== undefined && { to: `${period.to}#~` }),
});

const creditsBehind = async (
  tenant: TenantStore,
  pointers: readonly CreditPointer[],
): Promise<CreditItem[]> => {
  const found = await tenant.getMany(
    pointers.map(({ personId, creditId }) => creditKey(tenant, personId, creditId)),
  );
  return found.filter((credit) => credit !== undefined);
};

/** The day of the first credits of a range, or of the last. Two short reads. */
async function endDay(tenant: TenantStore, range: Range, backward: boolean): Promise<string | undefined> {
  const { items } = await tenant.query(creditsByDay(tenant), { ...range, limit: 1, backward });
  const [credit] = await creditsBehind(tenant, items);
  return credit?.earnedDate;
}

/** What lies ahead of somebody who reads these credits. The credits of a person or a course are a query or two. */
export async function creditsAhead(
  tenant: TenantStore,
  { personId, courseId, period }: WantedCredits,
): Promise<CreditsAhead> {
  if (personId || courseId) return { size: 1 };
  const range = inDays(period);
  const [firstDay, lastDay] = await Promise.all([endDay(tenant, range, false), endDay(tenant, range, true)]);
  if (firstDay === undefined || lastDay === undefined) return { size: 1 };
  return { size: daysBetween(firstDay, lastDay) + 1, firstDay };
}

/** Credits that count, in batches, with how far the reading is. */
export async function* creditsIn(
  tenant: TenantStore,
  wanted: WantedCredits,
  { size, firstDay }: CreditsAhead,
  asOf: Date,
  from: From,
): AsyncGenerator<Batch<CreditItem>> {
  const { personId, courseId, period } = wanted;
  const moment = asOf.toISOString();
  const isWanted = (credit: CreditItem): boolean =>
    credit.voidedDate === undefined &&
    credit.createdDate <= moment &&
    isWithin(credit.earnedDate, period) &&
    (!courseId || credit.courseId === courseId) &&
    (!personId || credit.personId === personId);

  if (personId || courseId) {
    const partition: Partition<CreditItem> = personId
      ? trainingRecord<CreditItem>(tenant, personId)
      : creditsOfCourse(tenant, courseId ?? '');
    const range = personId ? { beginsWith: recordKinds.credit } : inDays(period);
    for await (const { items, next } of pagesOf(tenant, partition, range, from.next))
      yield { rows: items.filter(isWanted), done: next === undefined ? size : 0, next: next ?? '' };
    return;
  }
  const range = { ...inDays(period), limit: together };
  for await (const { items, next } of pagesOf(tenant, creditsByDay(tenant), range, from.next)) {
    const credits = await creditsBehind(tenant, items);
    const day = credits.at(-1)?.earnedDate;
    const done = next === undefined || day === undefined ? size : daysBetween(firstDay ?? day, day);
    yield { rows: credits.filter(isWanted), done, next: next ?? '' };
  }
}
