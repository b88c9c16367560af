// Reads what a report is made from.
//
// A report costs what it tells of: a read unit for some six rows of what the tenant follows, one for each bill of the state,
// one query for each bill's actions, and one for the events of the period. Five hundred bills are some 700 read units.
import type { TenantStore } from '../../../shared/data/store.ts';
import { invalid } from '../../../shared/errors/failure.ts';
import type { Session } from '../../../shared/legislature/session.ts';
import type { State } from '../../../shared/legislature/states.ts';
import type { BillAction, BillItem } from '../bills/bill.ts';
import { billList } from '../bills/bill-row.ts';
import { loadBillSettings } from '../bills/settings/store.ts';
import { billsById, listActions, listRows, trackedBills } from '../bills/store.ts';
import { eventsInRange } from '../events/store.ts';
import { dayOfDate, daysLeftTo } from './legislation-days/day-calculations.ts';
import { numberedDays } from './legislation-days/legislation-days.ts';
import { legislationDaysBySession } from './legislation-days/store.ts';
import { getReferenceDay, laterDay, type Period, periodFrom } from './period.ts';
import { buildBillFacts, compareByUrgency, type ReportSource, type SessionDays } from './report-source.ts';
import type { ReportType } from './report-types.ts';

/** A report tells of so many bills at most. */
const MAX_BILLS = 2000;
/** The actions of so many bills are read at once. */
const BILLS_AT_ONCE = 25;
/** Events are read so many days beyond the period: the longest look ahead of a report. */
const DAYS_AHEAD = 15;

/** What a report is to be about. */
export interface ReportScope {
  readonly type: ReportType;
  readonly state: State;
  /** The one whose days are told. */
  readonly session: Session | undefined;
  /** Whether only its bills are told of. */
  readonly isOfSession: boolean;
  readonly period: Period;
  /** YYYY-MM-DD in the state's time zone. */
  readonly today: string;
}

/** The bills that are followed; at the end of a session also those that were, and are archived. */
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
        message: `A report tells of ${MAX_BILLS} bills at most, but ${rows.length} are followed: name a session, or archive some.`,
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

/**
 * Everything a report is made from.
 * @throws Failure 400 when it would tell of too many bills
 */
export async function loadReportSource(tenant: TenantStore, wanted: ReportScope): Promise<ReportSource> {
  const { state, session, period, today } = wanted;
  const day = getReferenceDay(period, today);
  const ahead = periodFrom(day, DAYS_AHEAD).endDate;
  const [bills, events, days, settings] = await Promise.all([
    loadFollowedBills(tenant, wanted),
    eventsInRange(tenant, {
      stateIds: [state.id],
      from: period.startDate,
      to: laterDay(ahead, period.endDate),
    }),
    loadSessionDays(tenant, session, day),
    loadBillSettings(tenant),
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
      .map((bill, at) => buildBillFacts(bill, actions[at] ?? [], concerning, period))
      .sort(compareByUrgency),
    events: concerning,
    days,
  };
}
