// Counts of audiences in the interface's form.
import type { BroadcastItem } from '../../../../shared/broadcasts/broadcast.ts';
import { type AudienceCountItem, emptyCounts } from './audience-count.ts';

const sumValues = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((sum, value) => sum + value, 0);

const sortNames = (counts: Readonly<Record<string, number>>): Record<string, number> =>
  Object.fromEntries(Object.entries(counts).sort(([a], [b]) => (a < b ? -1 : 1)));

/**
 * @param former the broadcast of the same kind that was sent last
 */
export function presentCount(
  broadcast: BroadcastItem,
  count: AudienceCountItem,
  former: BroadcastItem | undefined,
) {
  const { people, receive, added, reasons, gone } = count.counts ?? emptyCounts;
  return {
    ...{ broadcastId: broadcast.id, status: count.status, failure: count.failure ?? null },
    ...{ startedDate: count.startedDate, finishedDate: count.finishedDate ?? null },
    isCurrent: count.version === broadcast.version,
    ...{ people, receive, missed: people - receive, reasons: sortNames(reasons) },
    comparison: count.formerId
      ? {
          ...{ broadcastId: count.formerId, name: former?.name ?? '', dueDate: former?.dueDate ?? null },
          ...{ added, gone: sumValues(gone), goneReasons: sortNames(gone) },
        }
      : null,
  };
}
