// Finds the bills on an agenda: in the session that the source names, or else in the one of the day.
import type { TenantStore } from '../../../shared/data/store.ts';
import type { RowProblem } from '../../../shared/import/rows/row-source.ts';
import { parseBillNumber } from '../../../shared/legislature/bill-number.ts';
import type { Session } from '../../../shared/legislature/sessions/session.ts';
import { listSessionDays, type SessionDays } from '../../../shared/legislature/sessions/session-days.ts';
import { listSessions } from '../../../shared/legislature/sessions/sessions.ts';
import { addDays } from '../../../shared/time/calendar-day.ts';
import type { NaturalKey } from '../bills/record/bill.ts';
import { billIdsByNaturalKey } from '../bills/record/store.ts';
import type { EventDraft } from './read/bill-draft.ts';
import type { SessionFinder } from './session-finder.ts';

/** Bills are numbered, and heard, so many days before a session begins: prefiling. */
const PREFILING_DAYS = 120;

/** The sessions that an agenda of a day may mean: those that it falls in; otherwise the one before and those that come soon. */
export function findSessionsOfDay<S extends SessionDays>(sessions: readonly S[], day: string): readonly S[] {
  const current = sessions.filter(({ first, last }) => first <= day && day <= last);
  if (current.length > 0) return current;
  const soon = addDays(day, PREFILING_DAYS);
  const before = sessions
    .filter(({ last }) => last < day)
    .toSorted((a, b) => b.last.localeCompare(a.last))
    .slice(0, 1);
  return [...before, ...sessions.filter(({ first }) => first > day && first <= soon)];
}

/**
 * The ids of stored bills with these numbers, in their order. A substitute that is not stored stands for the bill that it replaces.
 * One read, and another one where there are such.
 */
async function findStoredBills(
  tenant: TenantStore,
  keys: readonly NaturalKey[],
): Promise<(string | undefined)[]> {
  const found = await billIdsByNaturalKey(tenant, keys);
  const bases = keys.flatMap((key, index) => {
    const base = found[index] === undefined ? parseBillNumber(key.billNumber, key.stateId)?.base : undefined;
    return base === undefined ? [] : [{ index, key: { ...key, billNumber: base } }];
  });
  if (bases.length === 0) return found;
  const replaced = await billIdsByNaturalKey(
    tenant,
    bases.map(({ key }) => key),
  );
  return found.map((id, at) => id ?? replaced[bases.findIndex(({ index }) => index === at)]);
}

interface FoundBills {
  readonly billIds: readonly string[];
  readonly problems: readonly RowProblem[];
}

/** Looks bills up by number; the sessions of a state are read once. */
export function createAgendaBillFinder(tenant: TenantStore, sessions: SessionFinder) {
  const byState = new Map<number, Promise<readonly (SessionDays & { readonly session: Session })[]>>();
  const listDays = (stateId: number) => {
    const known =
      byState.get(stateId) ??
      listSessions(tenant, { stateId }).then((all) =>
        all.flatMap((session) => {
          const days = listSessionDays(session);
          return days ? [{ ...days, session }] : [];
        }),
      );
    byState.set(stateId, known);
    return known;
  };

  /** The bill with a number in one of the sessions; nothing when several have one. */
  async function findInSessions(
    stateId: number,
    billNumber: string,
    within: readonly Session[],
  ): Promise<FoundBills> {
    const ids = await findStoredBills(
      tenant,
      within.map(({ identifier }) => ({ stateId, session: identifier, billNumber })),
    );
    const found = [...new Set(ids.flatMap((id) => id ?? []))];
    if (found.length < 2) return { billIds: found, problems: [] };
    const names = within.filter((_, index) => ids[index] !== undefined).map(({ name }) => name);
    const reason = `is a bill in several sessions (${names.join(', ')}), and the source does not say which`;
    return { billIds: [], problems: [{ field: 'agenda', reason, value: billNumber }] };
  }

  return {
    /** The bills that the tenant has, of those that an event names. */
    async find({ content, bills, otherBills = [], session }: EventDraft): Promise<FoundBills> {
      const { stateId, startDate } = content;
      const main = session && (await sessions.find(session));
      const ofMain = main
        ? await findStoredBills(
            tenant,
            bills.map((billNumber) => ({ stateId, session: main.identifier, billNumber })),
          )
        : [];
      const billIds = ofMain.flatMap((id) => id ?? []);
      const problems: RowProblem[] = [];
      for (const { billNumber, session: named } of otherBills) {
        const within = named
          ? [await sessions.find(named)]
          : main
            ? [main]
            : findSessionsOfDay(await listDays(stateId), startDate).map((days) => days.session);
        const found = await findInSessions(stateId, billNumber, within);
        billIds.push(...found.billIds);
        problems.push(...found.problems);
      }
      return { billIds: [...new Set(billIds)], problems };
    },
  };
}
