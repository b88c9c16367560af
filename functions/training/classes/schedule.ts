// The sessions of a class: entered as local dates and times, kept with the instants these are.
import type { ErrorDetail } from '../../../shared/errors/failure.ts';
import { formatClockTime } from '../../../shared/time/clock-time.ts';
import { resolveLocalTime } from '../../../shared/time/local-time.ts';
import type { ClassSession } from './class.ts';

/** A session as it is entered. Times are HH:MM; an id is that of a session which is there. */
export interface SessionInput {
  readonly id?: string | null | undefined;
  readonly title?: string | null | undefined;
  readonly date: string;
  readonly startTime: string;
  readonly endTime: string;
}

/** Sessions by their beginning, and what is wrong with those that were entered. */
export interface Schedule {
  readonly sessions: readonly ClassSession[];
  readonly faults: readonly ErrorDetail[];
}

/** The fault of a time that clocks skip; none when there is such a time. */
function validateTime(
  session: SessionInput,
  part: 'startTime' | 'endTime',
  at: number,
  timeZone: string,
): ErrorDetail[] {
  const moment = resolveLocalTime(`${session.date}T${session[part]}`, timeZone);
  if (moment.kind !== 'never') return [];
  return [
    {
      code: 'OUT_OF_RANGE',
      message: `There is no ${session[part]} on ${session.date} in ${timeZone}: clocks are put forward past it. Take an earlier or a later time.`,
      target: `sessions[${at}].${part}`,
    },
  ];
}

function validateSession(session: SessionInput, at: number, timeZone: string): ErrorDetail[] {
  const skips = [
    ...validateTime(session, 'startTime', at, timeZone),
    ...validateTime(session, 'endTime', at, timeZone),
  ];
  if (session.endTime > session.startTime) return skips;
  return [
    ...skips,
    {
      code: 'OUT_OF_RANGE',
      message: `A session ends after it begins, on the same day: it begins at ${session.startTime} and can't end at ${session.endTime}. Enter what goes past midnight as two sessions.`,
      target: `sessions[${at}].endTime`,
    },
  ];
}

/** Sessions that are held at once: one class can't be in two places. Each is told with the first it meets. */
const validateOverlaps = (entered: readonly SessionInput[]): ErrorDetail[] =>
  entered.flatMap(({ date, startTime, endTime }, at): ErrorDetail[] => {
    const other = entered.findIndex(
      (one, before) => before < at && one.date === date && one.startTime < endTime && startTime < one.endTime,
    );
    const first = entered[other];
    if (!first) return [];
    const shown = `${formatClockTime(startTime)} to ${formatClockTime(endTime)}`;
    const message = `The sessions ${other + 1} and ${at + 1} overlap on ${date}: ${formatClockTime(first.startTime)} to ${formatClockTime(first.endTime)} and ${shown}. Sessions of a class follow one another.`;
    return [{ code: 'OUT_OF_RANGE', message, target: `sessions[${at}]` }];
  });

/**
 * The sessions in the order of their beginning, with their instants. A time that comes twice means the first.
 *
 * @param kept ids of the sessions there were: a session sent with one of them stays the same session
 * @param timeZone IANA name
 */
export function buildSchedule(
  entered: readonly SessionInput[],
  kept: readonly Pick<ClassSession, 'id'>[],
  timeZone: string,
  newId: () => string,
): Schedule {
  const known = new Set(kept.map(({ id }) => id));
  const faults: ErrorDetail[] = entered.flatMap((session, at) => validateSession(session, at, timeZone));
  const seen = new Set<string>();
  const sessions = entered.map(({ id, title, date, startTime, endTime }, at): ClassSession => {
    const isKept = typeof id === 'string' && known.has(id);
    if (isKept && seen.has(id))
      faults.push({
        code: 'DUPLICATE_VALUE',
        message: `The session ${id} is sent twice.`,
        target: `sessions[${at}].id`,
      });
    if (isKept) seen.add(id);
    return {
      id: isKept ? id : newId(),
      ...(title && { title }),
      date,
      startTime,
      endTime,
      startsAt: resolveLocalTime(`${date}T${startTime}`, timeZone).instant,
      endsAt: resolveLocalTime(`${date}T${endTime}`, timeZone).instant,
    };
  });
  faults.push(...validateOverlaps(entered));
  sessions.sort((a, b) => (`${a.startsAt}${a.endsAt}` < `${b.startsAt}${b.endsAt}` ? -1 : 1));
  return { sessions, faults };
}

/** When a class begins and ends: its first session's beginning, and the end of the one that ends last. */
export const getExtent = (sessions: readonly ClassSession[]) => ({
  startsAt: sessions[0]?.startsAt ?? '',
  endsAt:
    sessions
      .map(({ endsAt }) => endsAt)
      .sort()
      .at(-1) ?? '',
});

/** What has to be said of a session's times: those that come twice on its day. */
export function buildSessionNotes({ date, startTime, endTime }: ClassSession, timeZone: string): string[] {
  return [startTime, endTime].flatMap((time) =>
    resolveLocalTime(`${date}T${time}`, timeZone).kind === 'twice'
      ? [`${formatClockTime(time)} comes twice on ${date}, as clocks are put back; the first is meant.`]
      : [],
  );
}
