// Loads the source data of a report.
//
// The cost depends on the content: a read unit for about six rows of tracked bills, one for each bill of the state, a
// query for each bill's actions, and one for the events of the period. Five hundred bills are about 700 read units.
import type { TenantStore } from '../../../shared/data/store.ts';
import { invalid } from '../../../shared/errors/failure.ts';
import type { Session } from '../../../shared/legislature/sessions/session.ts';
import type { State } from '../../../shared/legislature/states.ts';
import type { BillAction, BillItem } from '../bills/record/bill.ts';
import { billList } from '../bills/record/bill-row.ts';
import { billsById, listActions, listRows, trackedBills } from '../bills/record/store.ts';
import { loadBillSettings } from '../bills/settings/store.ts';
import { findUnreadSessions } from '../data-feeds/reading/find-unread-sessions.ts';
import { countPending } from '../data-feeds/reading/load-coverage.ts';
import { eventsInRange } from '../events/record/store.ts';
import { getReferenceDay, laterDay, type Period, periodFrom } from './content/period.ts';
import {
  buildBillFacts,
  compareByUrgency,
  type ReportSource,
  type SessionDays,
} from './content/report-source.ts';
import type { ReportType } from './content/report-types.ts';
import { dayOfDate, daysLeftTo } from './legislation-days/day-calculations.ts';
import { numberedDays } from './legislation-days/legislation-days.ts';
import { legislationDaysBySession } from './legislation-days/store.ts';

/** How many bills a report may contain. */
const MAX_BILLS = 2000;
/** For how many bills the actions are read at once. */
const BILLS_AT_ONCE = 25;
/** How many days ahead events are read: the longest outlook of a report. */
const DAYS_AHEAD = 15;

/** What a report covers. */
export interface ReportScope {
  readonly type: ReportType;
  readonly state: State;
  /** The session whose days are shown. */
  readonly session: Session | undefined;
  /** Whether only its bills are included. */
  readonly isOfSession: boolean;
  readonly period: Period;
  /** YYYY-MM-DD in the state's time zone. */
  readonly today: string;
}

/** The tracked bills; for an end of session report the archived ones too. */
async function loadFollowedBills(
  tenant: TenantStore,
  { type, state, session, isOfSession }: ReportScope,
): Promise<BillItem[]> {
  const rows = [
    ...(await trackedBills(tenant)),
    ...(type === 6 ? await listRows(billList(tenant, 'archived'), tenant) : []),
  ].filter((row) => row.stateId === state.id && (!isOfSession || row.sessionId === session?.id));
  if (rows.length > MAX_BILLS)
    throw invalid([
      {
        code: 'OUT_OF_RANGE',
        message: `A report can contain at most ${MAX_BILLS} bills, but ${rows.length} are tracked: send sessionId, or archive some bills.`,
        target: 'sessionId',
      },
    ]);
  return billsById(
    tenant,
    rows.map(({ id }) => id),
  );
}

async function loadActions(tenant: TenantStore, bills: readonly BillItem[]): Promise<BillAction[][]> {
  const found: BillAction[][] = [];
  for (let start = 0; start < bills.length; start += BILLS_AT_ONCE) {
    const part = bills.slice(start, start + BILLS_AT_ONCE);
    found.push(
      ...(await Promise.all(
        part.map(({ id, actionCount }) => (actionCount > 0 ? listActions(tenant, id) : [])),
      )),
    );
  }
  return found;
}

async function loadSessionDays(
  tenant: TenantStore,
  session: Session | undefined,
  day: string,
): Promise<SessionDays | undefined> {
  const map = session && (await legislationDaysBySession(tenant, session.id));
  return (
    map && {
      day: dayOfDate(map, day),
      crossover: daysLeftTo(map, 'crossover', day),
      sineDie: daysLeftTo(map, 'sineDie', day),
      mapped: numberedDays(map).length,
    }
  );
}

/** How many bills, for an end of session report, are not decided and no longer read by any feed. */
async function countUnreadBills(
  tenant: TenantStore,
  { type, state, session, isOfSession }: ReportScope,
): Promise<number> {
  if (type !== 6) return 0;
  const unread = await findUnreadSessions(tenant, { stateIds: [state.id], now: new Date() });
  return unread
    .filter((one) => !isOfSession || one.session.id === session?.id)
    .reduce((sum, one) => sum + countPending(one), 0);
}

/**
 * Loads everything from which a report is built.
 * @throws Failure 400 when there are too many bills
 */
export async function loadReportSource(tenant: TenantStore, scope: ReportScope): Promise<ReportSource> {
  const { state, session, period, today } = scope;
  const day = getReferenceDay(period, today);
  const ahead = periodFrom(day, DAYS_AHEAD).endDate;
  const [bills, events, days, settings, unreadBills] = await Promise.all([
    loadFollowedBills(tenant, scope),
    eventsInRange(tenant, {
      stateIds: [state.id],
      from: period.startDate,
      to: laterDay(ahead, period.endDate),
    }),
    loadSessionDays(tenant, session, day),
    loadBillSettings(tenant),
    countUnreadBills(tenant, scope),
  ]);
  const actions = await loadActions(tenant, bills);
  const ids = new Set(bills.map(({ id }) => id));
  const concerning = events.filter(({ billIds }) => billIds.some((id) => ids.has(id)));
  return {
    state,
    session,
    period,
    day,
    settings,
    bills: bills
      .map((bill, index) => buildBillFacts(bill, actions[index] ?? [], concerning, period))
      .sort(compareByUrgency),
    events: concerning,
    days,
    unreadBills,
  };
}
