// Recognises the events of a source that gives them no ids: what moved keeps its identity, what vanished is cancelled.

import { isOver } from '../../../shared/legislature/is-over.ts';
import { foldForSort } from '../../../shared/lists/fold-for-sort.ts';
import { daysBetween } from '../../../shared/time/calendar-day.ts';
import { type CalendarEvent, type CalendarEventContent, pickContent } from './record/calendar-event.ts';

/** An event of a source, and its id where it is a stored one. */
export type SourceEvent = CalendarEventContent & {
  readonly id?: string | undefined;
  /** The source no longer lists it. */
  readonly isWithdrawn?: true;
  /** The source changes the bills of its agenda, and says nothing of the rest. */
  readonly hasOnlyAgenda?: true;
};

/** The event as its source no longer has it. */
export const withdrawEvent = (event: CalendarEvent): SourceEvent => ({
  ...pickContent(event),
  id: event.id,
  status: 'CANCELLED',
  isWithdrawn: true,
});

const canVanish = ({ status }: CalendarEvent): boolean => status === 'SCHEDULED' || status === 'POSTPONED';

/** The stored events, as their source lists them, that are not over and that a complete list of it no longer has. */
export const cancelVanishedEvents = (
  stored: readonly CalendarEvent[],
  seenSourceIds: ReadonlySet<string>,
  now: Date,
): SourceEvent[] =>
  stored
    .filter((event) => canVanish(event) && !isOver(event, now) && !seenSourceIds.has(event.sourceId ?? ''))
    .map(withdrawEvent);

const compareIds = (a: string, b: string): number => Number(a) - Number(b);

/**
 * Matches hearings with the stored ones of the same source. The same moment, place and description are the same hearing;
 * otherwise the one with the most common bills, then the nearest day, has moved or has a new description. A hearing of which nothing is left for the imported bills is cancelled.
 * @param stored the state's events as this source lists them
 * @param incoming their sourceId says moment, place and description
 * @param importedBillIds the bills whose hearings are all in `incoming`; what is stored about other bills stays
 * @param comingBillIds bills that the source gives later in the same run
 */
export function matchHearings(
  stored: readonly CalendarEvent[],
  incoming: readonly CalendarEventContent[],
  importedBillIds: ReadonlySet<string>,
  comingBillIds: ReadonlySet<string> = new Set(),
): { readonly events: readonly SourceEvent[]; readonly cancelled: readonly SourceEvent[] } {
  const left = new Map(stored.map((event) => [event.id, event]));
  const isElsewhere = (id: string): boolean => importedBillIds.has(id) || comingBillIds.has(id);
  const bySourceId = new Map(stored.map((event) => [event.sourceId, event]));
  const matches = new Map<CalendarEventContent, CalendarEvent>();
  const match = (event: CalendarEventContent, found: CalendarEvent | undefined): void => {
    if (!found || !left.delete(found.id)) return;
    matches.set(event, found);
  };
  for (const event of incoming) match(event, bySourceId.get(event.sourceId));
  for (const event of incoming)
    if (!matches.has(event))
      match(event, findMoved([...left.values()].filter(canVanish), event, isElsewhere));
  const otherBills = ({ billIds }: CalendarEvent): string[] =>
    billIds.filter((id) => !importedBillIds.has(id));
  const events = incoming.map((event): SourceEvent => {
    const found = matches.get(event);
    const billIds = [...new Set([...event.billIds, ...(found ? otherBills(found) : [])])].sort(compareIds);
    return { ...event, billIds, ...(found && { id: found.id }) };
  });
  const affected = [...left.values()].filter(
    (event) => canVanish(event) && event.billIds.some((id) => importedBillIds.has(id)),
  );
  const remaining = affected.flatMap((event): SourceEvent[] => {
    const billIds = otherBills(event);
    return billIds.length > 0 ? [{ ...pickContent(event), id: event.id, billIds, hasOnlyAgenda: true }] : [];
  });
  const cancelled = affected.filter((event) => otherBills(event).length === 0).map(withdrawEvent);
  return { events: [...events, ...remaining], cancelled };
}

/**
 * The stored hearing that is now this one: with its description at another moment, or at its moment with a new description. It has moved
 * where most of its bills have; otherwise some of them go to another hearing.
 * @param isElsewhere whether a bill that is not heard with the event says nothing of the stored one
 */
function findMoved(
  candidates: readonly CalendarEvent[],
  event: CalendarEventContent,
  isElsewhere: (billId: string) => boolean,
): CalendarEvent | undefined {
  const title = foldForSort(event.title);
  const countCommonBills = ({ billIds }: CalendarEvent): number =>
    billIds.filter((id) => event.billIds.includes(id)).length;
  const hasMostBills = (candidate: CalendarEvent): boolean => {
    const common = countCommonBills(candidate);
    return common > candidate.billIds.filter((id) => !event.billIds.includes(id) && !isElsewhere(id)).length;
  };
  const distance = ({ startDate }: CalendarEvent): number =>
    Math.abs(daysBetween(startDate, event.startDate));
  return candidates
    .filter(
      (candidate) =>
        candidate.eventType === event.eventType &&
        hasMostBills(candidate) &&
        (foldForSort(candidate.title) === title ||
          (candidate.startDate === event.startDate && candidate.startsAt === event.startsAt)),
    )
    .sort((a, b) => countCommonBills(b) - countCommonBills(a) || distance(a) - distance(b))[0];
}
