// The notices of a hearing: that it was announced, moved, cancelled and so on, by whom, and how long before it begins
// (docs/interface/billtracking.md#notices-of-an-event).
import type { Caller } from '../../../../shared/auth/access/access.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { getStartOfDay } from '../../../../shared/time/local-time.ts';
import { omitUndefined } from '../../../../shared/values/omit-undefined.ts';
import { rowsById } from '../../bills/record/store.ts';
import type { SourceName } from '../../source-name.ts';
import type { CalendarEvent, EventStatus, EventTimes, EventWrite } from './calendar-event.ts';
import type { NoticeKind } from './notice-kinds.ts';

/** Who gives a notice. */
type NoticeAuthor =
  | { readonly source: SourceName }
  | { readonly byId?: string | undefined; readonly byName?: string | undefined };

/** The part of an event that a notice is about. */
export interface NoticedState extends Partial<Omit<EventTimes, 'timeZone'>> {
  readonly location?: string | undefined;
  readonly status?: EventStatus | undefined;
  /** The numbers of the bills on the agenda. */
  readonly bills?: readonly string[] | undefined;
}

/** One change of an event, before and after. */
interface NoticedChange {
  readonly what: NoticeKind;
  readonly from?: NoticedState;
  readonly to?: NoticedState;
  /** The hours until it begins, as it is planned after the change; negative when it had begun. */
  readonly noticeHours: number;
  /** Of one that is moved: the hours until it would have begun. */
  readonly hoursBeforeFormerStart?: number;
}

/** What one write of an event announced. */
export interface EventNotice {
  /** From 0, in their order. */
  readonly number: number;
  /** ISO 8601 UTC. */
  readonly at: string;
  readonly source?: SourceName | undefined;
  readonly byId?: string | undefined;
  readonly byName?: string | undefined;
  readonly changes: readonly NoticedChange[];
}

/** Who made a call, as notices name them. */
export const toNoticeAuthor = (caller: Caller): NoticeAuthor =>
  caller.kind === 'anonymous' ? {} : { byId: caller.subject, byName: caller.name };

/** The context of a write that gives notice. */
export interface NoticeContext {
  readonly author: NoticeAuthor;
  readonly now: Date;
  /** The numbers of the bills on the agendas before and after, by their ids. */
  readonly billNumbers: ReadonlyMap<string, string>;
}

/** A notice lists so many bills of an agenda. */
const MAX_BILLS = 60;
/** Tenths of hours. */
const HOUR = 3_600_000;

const startOf = ({ startsAt, startDate, timeZone }: EventTimes): number =>
  startsAt === undefined ? getStartOfDay(startDate, timeZone).getTime() : Date.parse(startsAt);

/** The hours until an event begins, rounded down to tenths, so that short notice never looks longer. */
const hoursUntil = (event: EventTimes, now: Date): number =>
  Math.floor(((startOf(event) - now.getTime()) / HOUR) * 10) / 10;

const pickTimes = ({ isAllDay, startDate, endDate, startsAt, endsAt }: EventTimes): NoticedState => ({
  ...{ isAllDay, startDate, endDate },
  ...omitUndefined({ startsAt, endsAt }),
});

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

const isWithdrawnAnew = ({ before, after }: EventWrite): boolean =>
  (after.sources ?? []).some(
    ({ source, withdrawnOn }) =>
      withdrawnOn !== undefined &&
      before?.sources?.some((one) => one.source === source && one.withdrawnOn === undefined),
  );

function describeStatus({
  before,
  after,
}: EventWrite & { readonly before: CalendarEvent }): NoticeKind | undefined {
  const [was, is] = [before.status, after.status];
  if (was !== is && (is === 'CANCELLED' || is === 'POSTPONED')) return is;
  if (was !== is && (was === 'CANCELLED' || was === 'POSTPONED')) return 'BACK';
  return is !== 'CANCELLED' && isWithdrawnAnew({ before, after }) ? 'NO_LONGER_LISTED' : undefined;
}

/** The changes that a write of an event makes for those who attend it. */
function listChanges({ before, after }: EventWrite, { now, billNumbers }: NoticeContext): NoticedChange[] {
  const noticeHours = hoursUntil(after, now);
  if (!before) {
    const { location, status } = after;
    const to = { ...pickTimes(after), ...omitUndefined({ location, status }) };
    return [{ what: 'ANNOUNCED', to, noticeHours }];
  }
  const listBills = ({ billIds }: CalendarEvent): string[] =>
    billIds.slice(0, MAX_BILLS).map((id) => billNumbers.get(id) ?? id);
  const status = describeStatus({ before, after });
  const isMoved = !isSame(pickTimes(before), pickTimes(after));
  const isElsewhere = (before.location ?? '') !== (after.location ?? '');
  const hasOtherBills = !isSame(before.billIds.toSorted(), after.billIds.toSorted());
  return [
    ...(status
      ? [{ what: status, from: { status: before.status }, to: { status: after.status }, noticeHours }]
      : []),
    ...(isMoved
      ? [
          {
            what: 'MOVED' as const,
            ...{ from: pickTimes(before), to: pickTimes(after), noticeHours },
            hoursBeforeFormerStart: hoursUntil(before, now),
          },
        ]
      : []),
    ...(isElsewhere
      ? [
          {
            what: 'PLACE_CHANGED' as const,
            from: omitUndefined({ location: before.location }),
            to: omitUndefined({ location: after.location }),
            noticeHours,
          },
        ]
      : []),
    ...(hasOtherBills
      ? [
          {
            what: 'AGENDA_CHANGED' as const,
            ...{ from: { bills: listBills(before) }, to: { bills: listBills(after) }, noticeHours },
          },
        ]
      : []),
  ];
}

/** The notice that a write gives; none of a key date, and none where nothing changes for those who attend. */
export function buildNotice(write: EventWrite, context: NoticeContext): EventNotice | undefined {
  if (write.after.keyDate !== undefined) return undefined;
  const changes = listChanges(write, context);
  return changes.length === 0
    ? undefined
    : {
        number: write.before?.noticeCount ?? 0,
        at: context.now.toISOString(),
        ...omitUndefined(context.author),
        changes,
      };
}

/** The numbers of the bills whose places on agendas change. One round trip per hundred bills, and none without. */
export async function loadBillNumbers(
  tenant: TenantStore,
  writes: readonly EventWrite[],
): Promise<ReadonlyMap<string, string>> {
  const ids = writes.flatMap(({ before, after }) =>
    before && !isSame(before.billIds.toSorted(), after.billIds.toSorted())
      ? [...before.billIds.slice(0, MAX_BILLS), ...after.billIds.slice(0, MAX_BILLS)]
      : [],
  );
  if (ids.length === 0) return new Map();
  const rows = await rowsById(tenant, [...new Set(ids)]);
  return new Map(rows.map(({ id, billNumber }) => [id, billNumber]));
}
