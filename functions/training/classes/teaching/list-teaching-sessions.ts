// GET /api/v1/Classes/Teaching
import type { Caller } from '../../../../shared/auth/access/access.ts';
import { findCallerPerson } from '../../../../shared/auth/access/person-access.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { invalid } from '../../../../shared/errors/failure.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { addDays } from '../../../../shared/time/calendar-day.ts';
import { toLocalDate } from '../../../../shared/time/local-date.ts';
import { getEndOfDay, getStartOfDay } from '../../../../shared/time/local-time.ts';
import { classesByInstructor } from '../bookings/instructor-entries.ts';
import { firstClassDay, lastClassDay } from '../record/class.ts';
import { classesById, classesByStart } from '../record/store.ts';
import { listTeachingSessions, maxSessions } from './contract.ts';
import { selectTeachingSessions } from './teaching-sessions.ts';

/** How long before the first day a class of others may have begun, in milliseconds. */
const lookBack = 60 * 86_400_000;

/** The ids of the classes that may have a session between two moments. One or two queries. */
async function findClassIds(
  tenant: TenantStore,
  caller: Caller,
  seesAll: boolean,
  { from, to }: { readonly from: Date; readonly to: Date },
): Promise<readonly string[]> {
  const personId = findCallerPerson(caller);
  const [taught, all] = await Promise.all([
    personId === undefined ? [] : classesByInstructor(tenant, personId),
    seesAll
      ? tenant.queryAll(classesByStart(tenant).listing, {
          from: new Date(from.getTime() - lookBack).toISOString(),
          to: `${to.toISOString()}#~`,
          limit: 500,
        })
      : [],
  ]);
  const isNear = ({ startsAt, endsAt }: { readonly startsAt: string; readonly endsAt: string }) =>
    startsAt <= to.toISOString() && endsAt >= from.toISOString();
  const ids = [
    ...taught.filter(isNear).map(({ classId }) => classId),
    ...all.filter(isNear).map(({ id }) => id),
  ];
  return [...new Set(ids)];
}

/** @throws Failure 400 for a day on which no class can be */
function assertClassDay(day: string): void {
  if (day >= firstClassDay && day <= lastClassDay) return;
  const message = `from must be between ${firstClassDay} and ${lastClassDay}, but was ${day}.`;
  throw invalid([{ code: 'OUT_OF_RANGE', message, target: 'from' }]);
}

export const handler = lambda(listTeachingSessions, async ({ query, tenant, settings, caller, now }) => {
  const { timeZone } = settings;
  const today = toLocalDate(timeZone, now);
  const from = query.from ?? today;
  assertClassDay(from);
  const to = addDays(from, (query.days ?? 7) - 1);
  const period = { from: getStartOfDay(from, timeZone), to: getEndOfDay(to, timeZone) };
  const seesAll = caller.permissions.has('training.registrations.read');
  const ids = await findClassIds(tenant, caller, seesAll, period);
  const classes = await classesById(tenant, ids.slice(0, maxSessions));
  const sessions = selectTeachingSessions(classes, caller, period, timeZone);
  return ok({
    ...{ now: now.toISOString(), today, timeZone, from, to },
    scope: seesAll ? ('all' as const) : ('own' as const),
    mayRecord: caller.permissions.has('training.registrations.write'),
    sessions: sessions.slice(0, maxSessions),
    hasMore: sessions.length > maxSessions || ids.length > maxSessions,
  });
});
