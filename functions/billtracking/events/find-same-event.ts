// Recognises a hearing that another source has too, and one that its source has deleted and created again.
import { foldForSort } from '../../../shared/lists/fold-for-sort.ts';
import { daysBetween } from '../../../shared/time/calendar-day.ts';
import type { CalendarEvent, CalendarEventContent } from './record/calendar-event.ts';

/** Sources round the time of a hearing differently: so many minutes apart it is the same. */
export const MINUTES_APART = 15;
/** A hearing of the same bills is moved by so many days at most; without common bills by fewer than a weekly meeting. */
export const MOVED_DAYS = { withBills: 60, withoutBills: 3 } as const;

const countCommonBills = (a: CalendarEventContent, b: CalendarEventContent): number =>
  a.billIds.filter((id) => b.billIds.includes(id)).length;

const committeeIds = ({ committees }: CalendarEventContent): readonly number[] =>
  committees.map(({ id }) => id).toSorted((x, y) => x - y);

const haveCommonCommittee = (a: CalendarEventContent, b: CalendarEventContent): boolean =>
  committeeIds(a).some((id) => committeeIds(b).includes(id));

/** Whether the title of one names a committee of the other: some sources have the committee only there. */
function namesCommittee(a: CalendarEventContent, b: CalendarEventContent): boolean {
  const title = foldForSort(a.title);
  return b.committees.some(({ name }) => name !== '' && title.includes(foldForSort(name)));
}

const isMeeting = ({ eventType }: CalendarEventContent): boolean =>
  eventType === 'HEARING' || eventType === 'COMMITTEE_MEETING';

/** Whether two events may not be the same, whatever else they have in common. */
function isContrary(a: CalendarEventContent, b: CalendarEventContent): boolean {
  const hasOtherChamber =
    a.chamber !== undefined &&
    b.chamber !== undefined &&
    a.chamber !== b.chamber &&
    ![a.chamber, b.chamber].some((chamber) => chamber === 'joint' || chamber === 'legislature');
  const hasOtherCommittee = a.committees.length > 0 && b.committees.length > 0 && !haveCommonCommittee(a, b);
  return (
    hasOtherChamber ||
    hasOtherCommittee ||
    a.keyDate !== undefined ||
    b.keyDate !== undefined ||
    (a.eventType !== b.eventType && !(isMeeting(a) && isMeeting(b)))
  );
}

/** How far apart two events of a day begin, in minutes; undefined when one of them has no time. */
const minutesApart = (a: CalendarEventContent, b: CalendarEventContent): number | undefined =>
  a.startsAt === undefined || b.startsAt === undefined
    ? undefined
    : Math.abs(Date.parse(a.startsAt) - Date.parse(b.startsAt)) / 60_000;

/** The one with the highest rank; undefined when two have it, because then none is certain. */
function chooseBest<T>(
  ranked: readonly { readonly one: T; readonly rank: readonly number[] }[],
): T | undefined {
  const compare = (a: readonly number[], b: readonly number[]): number =>
    a.reduce((order, value, index) => order || (b[index] ?? 0) - value, 0);
  const [best, second] = ranked.toSorted((a, b) => compare(a.rank, b.rank));
  return best && !(second && compare(best.rank, second.rank) === 0) ? best.one : undefined;
}

/**
 * The stored event of other sources that is this one: on the same day of the legislature, at the same time or with a time that only one of them
 * knows, with common bills or of the same committee.
 * @param stored events that the source itself does not list
 */
export function findSameHearing(
  stored: readonly CalendarEvent[],
  event: CalendarEventContent,
): CalendarEvent | undefined {
  const ranked = stored.flatMap((one) => {
    if (one.startDate !== event.startDate || isContrary(one, event)) return [];
    const minutes = minutesApart(one, event);
    if (minutes !== undefined && minutes > MINUTES_APART) return [];
    const bills = countCommonBills(one, event);
    const isOfCommittee =
      haveCommonCommittee(one, event) || namesCommittee(one, event) || namesCommittee(event, one);
    const hasOtherBills = bills === 0 && one.billIds.length > 0 && event.billIds.length > 0;
    // Without a time, a committee that meets twice that day could be meant: only its bills tell.
    const isCertain = bills > 0 || (isOfCommittee && (minutes !== undefined || !hasOtherBills));
    return isCertain
      ? [{ one, rank: [minutes === undefined ? 0 : 1, -(minutes ?? 0), bills, Number(isOfCommittee)] }]
      : [];
  });
  return chooseBest(ranked);
}

/** How well an event that its source has deleted fits a new one; undefined when it is another. */
function rankMoved(gone: CalendarEvent, event: CalendarEventContent): readonly number[] | undefined {
  if (isContrary(gone, event)) return undefined;
  const bills = countCommonBills(gone, event);
  if (bills === 0 && gone.billIds.length > 0 && event.billIds.length > 0) return undefined;
  const days = Math.abs(daysBetween(gone.startDate, event.startDate));
  const hasTitle = foldForSort(gone.title) === foldForSort(event.title);
  const isOfCommittee = haveCommonCommittee(gone, event);
  const isAtSameTime = gone.startDate === event.startDate && gone.startsAt === event.startsAt;
  const isSame =
    (hasTitle && days <= (bills > 0 ? MOVED_DAYS.withBills : MOVED_DAYS.withoutBills)) ||
    (isAtSameTime && (bills > 0 || isOfCommittee)) ||
    (bills > 0 && isOfCommittee && days <= MOVED_DAYS.withBills);
  return isSame ? [bills, Number(hasTitle), -days] : undefined;
}

/**
 * The events that their source has deleted and created again under other ids, by the new one: with the same bills, name or committee, and
 * where neither another deleted event nor another new one fits as well.
 */
export function matchMovedEvents<T extends CalendarEventContent>(
  gone: readonly CalendarEvent[],
  created: readonly T[],
): ReadonlyMap<T, CalendarEvent> {
  const findGone = (event: T): CalendarEvent | undefined =>
    chooseBest(
      gone.flatMap((one) => {
        const rank = rankMoved(one, event);
        return rank ? [{ one, rank }] : [];
      }),
    );
  const findNew = (event: CalendarEvent): T | undefined =>
    chooseBest(
      created.flatMap((one) => {
        const rank = rankMoved(event, one);
        return rank ? [{ one, rank }] : [];
      }),
    );
  return new Map(
    created.flatMap((event) => {
      const before = findGone(event);
      return before && findNew(before) === event ? [[event, before] as const] : [];
    }),
  );
}
