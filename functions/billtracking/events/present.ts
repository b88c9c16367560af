// Presents calendar events with the bills of their agendas, as the tenant tracks them now.
import { showUserName } from '../../../shared/auth/accounts/user-name.ts';
import type { TenantStore } from '../../../shared/data/store.ts';
import { federal, stateById } from '../../../shared/legislature/states.ts';
import { contentHash } from '../../../shared/values/content-hash.ts';
import { omitUndefined } from '../../../shared/values/omit-undefined.ts';
import { pick } from '../../../shared/values/pick.ts';
import type { BillRow } from '../bills/record/bill-row.ts';
import { rowsById } from '../bills/record/store.ts';
import type { CalendarEvent } from './record/calendar-event.ts';
import { isListed, readSources } from './record/event-sources.ts';
import { toLocalTimes } from './record/event-times.ts';
import type { DaysSeen } from './record/history-store.ts';
import type { EventNotice, NoticedState } from './record/notices.ts';

const presentBill = (bill: BillRow) => ({
  id: Number(bill.id),
  ...pick(bill, ['billNumber', 'title', 'trackingStatus', 'position']),
});

/**
 * An event as every reader sees it: in lists, in its details, and in messages to subscribers.
 * @param bills the rows of the event's bills
 */
export function presentEvent(event: CalendarEvent, bills: readonly BillRow[]) {
  const { id, abbreviation, name } = stateById(event.stateId) ?? federal;
  return {
    ...pick(event, ['id', 'title', 'eventType', 'status', 'stateId', 'keyDate']),
    state: { id, abbreviation, name },
    ...pick(event, ['committees', 'timeZone', 'isAllDay']),
    ...toLocalTimes(event),
    bills: bills.map(presentBill),
    billIds: event.billIds.map(Number),
    ...pick(event, ['sequence', 'createdDate', 'modifiedDate']),
    ...pick(event, ['sourceType', 'sessionId', 'chamber', 'location', 'description']),
    ...pick(event, ['startsAt', 'endsAt', 'sourceUrl', 'isDisputed']),
  };
}

/** The event with what only its details have: the papers that its source publishes. */
export const presentEventDetails = (event: CalendarEvent, bills: readonly BillRow[]) => ({
  ...presentEvent(event, bills),
  ...pick(event, ['documents', 'witnesses']),
});

/** What each source says of an event, and when it was first and last seen there. */
export const presentSources = (event: CalendarEvent, seen: DaysSeen | undefined) =>
  readSources(event).map((entry) => {
    const { source, says, firstSeen } = entry;
    const { startDate, startTime } = toLocalTimes({
      ...says,
      timeZone: event.timeZone,
      isAllDay: says.startsAt === undefined,
    });
    return {
      source,
      ...omitUndefined({ sourceId: entry.sourceId }),
      status: says.status,
      isListed: isListed(entry),
      ...{ startDate, ...omitUndefined({ startTime, location: says.location }) },
      ...{ firstSeen, lastSeen: seen?.[source] ?? firstSeen },
      ...omitUndefined({
        withdrawnOn: entry.withdrawnOn,
        changedOn: entry.changedOn,
        changed: entry.changed,
      }),
      hash: contentHash(says).slice(0, 16),
    };
  });

const presentState = (timeZone: string, { isAllDay, startsAt, endsAt, bills, ...state }: NoticedState) => {
  const { startDate, endDate } = state;
  const times =
    startDate === undefined || endDate === undefined
      ? {}
      : toLocalTimes({ timeZone, isAllDay: isAllDay ?? false, startDate, endDate, startsAt, endsAt });
  return { ...omitUndefined({ ...state, ...times, startsAt, endsAt, bills: bills && [...bills] }) };
};

/** The notices of an event, one for each thing that changed, in their order. */
export const presentNotices = ({ timeZone }: CalendarEvent, notices: readonly EventNotice[]) =>
  notices.flatMap(({ at, source, byName, changes }) =>
    changes.map(({ from, to, ...change }) => ({
      at,
      ...omitUndefined({ source, by: byName === undefined ? undefined : showUserName(byName) }),
      ...change,
      ...omitUndefined({
        from: from && presentState(timeZone, from),
        to: to && presentState(timeZone, to),
      }),
    })),
  );

/** Reads the bills of some events and presents them: one round trip per hundred bills, half a read unit for each. */
export async function presentEvents(tenant: TenantStore, events: readonly CalendarEvent[]) {
  const ids = [...new Set(events.flatMap(({ billIds }) => billIds))];
  const rows = new Map((await rowsById(tenant, ids)).map((row) => [row.id, row]));
  return events.map((event) =>
    presentEvent(
      event,
      event.billIds.flatMap((id) => rows.get(id) ?? []),
    ),
  );
}
