// Which step of a series comes next for a person, and when it is due.

import type { SeriesItem, SeriesStep } from '../../../../../shared/mail-series/series.ts';
import type { SeriesMemberItem } from '../../../../../shared/mail-series-members/member.ts';
import { subtractLocalDays } from '../../../../../shared/time/local-time.ts';

const HOUR = 3_600_000;

/** When a step is due, in epoch milliseconds: days keep the local time of the tenant, also where clocks change. */
export function computeDueTime(
  since: number,
  { delayDays, delayHours }: Pick<SeriesStep, 'delayDays' | 'delayHours'>,
  timeZone: string,
): number {
  const moment = new Date(since);
  const day = delayDays === 0 ? moment : subtractLocalDays(moment.toISOString(), -delayDays, timeZone);
  return day.getTime() + delayHours * HOUR;
}

/**
 * The step that comes next by the steps as they are now: the first one behind the last that the person has reached, which they
 * have not had. Where none of those exists any more, from the one that was next before; undefined after the last step.
 */
export function findNextStep(
  { steps }: Pick<SeriesItem, 'steps'>,
  { taken, stepId }: Pick<SeriesMemberItem, 'taken' | 'stepId'>,
): SeriesStep | undefined {
  const last = steps.findLastIndex(({ id }) => taken.includes(id));
  const isKnown = taken.length === 0 || last >= 0;
  const from = isKnown
    ? last + 1
    : Math.max(
        0,
        steps.findIndex(({ id }) => id === stepId),
      );
  return steps.slice(from).find(({ id }) => !taken.includes(id));
}

/** The member with their next step, or done with the series; while it is paused nothing is due. */
export function planNext<M extends Omit<SeriesMemberItem, 'version'>>(
  series: Pick<SeriesItem, 'steps' | 'status'>,
  { stepId, dueAt: _, ...member }: M,
  timeZone: string,
): Omit<SeriesMemberItem, 'version'> {
  const step = findNextStep(series, { taken: member.taken, stepId });
  if (!step) return { ...member, status: 'done' };
  const dueAt = computeDueTime(member.since, step, timeZone);
  return { ...member, status: 'waiting', stepId: step.id, ...(series.status === 'active' && { dueAt }) };
}
