// What is asked of a calendar event, held against its rules.
import { toLocalDate } from '../../../shared/directory/local-date.ts';
import type { ErrorDetail } from '../../../shared/errors/failure.ts';
import type { LegislativeCommittee } from '../../../shared/legislature/committee-numbers.ts';
import type { Session } from '../../../shared/legislature/session.ts';
import { type State, stateById } from '../../../shared/legislature/states.ts';
import type { BillRow } from '../bills/bill-row.ts';
import type { CalendarEventContent, EventTimes } from './calendar-event.ts';
import { parseEventTimes } from './event-times-input.ts';
import type { CalendarEventInput } from './schemas.ts';

/** More bills than these are several events. */
const MAX_BILLS = 40;
const MAX_COMMITTEES = 10;

/** What a wish names, as far as it is there. */
export interface EventReferences {
  readonly session: Session | undefined;
  readonly committees: readonly LegislativeCommittee[];
  readonly bills: readonly BillRow[];
}

const errorDetail = (code: ErrorDetail['code'], target: string, message: string): ErrorDetail => ({
  code,
  message,
  target,
});

/** The entries of a list, each once. */
const distinct = (ids: readonly number[]): number[] => [...new Set(ids)];

/** Whether each of the named ones is there, and of the event's state. */
function validateIds(
  what: string,
  target: string,
  ids: readonly number[],
  found: ReadonlyMap<number, { readonly stateId: number }>,
  state: State,
): ErrorDetail[] {
  return ids.flatMap((id, at): ErrorDetail[] => {
    const one = found.get(id);
    const where = `${target}[${at}]`;
    if (!one)
      return [errorDetail('UNKNOWN_VALUE', where, `${where} must be the id of a ${what}, but was ${id}.`)];
    if (one.stateId === state.id) return [];
    const other = stateById(one.stateId)?.name ?? one.stateId;
    return [
      errorDetail(
        'NOT_ALLOWED',
        where,
        `${where} names a ${what} of ${other}, but the event is in ${state.name}.`,
      ),
    ];
  });
}

function validateReferences(sent: CalendarEventInput, named: EventReferences, state: State): ErrorDetail[] {
  const { sessionId, committeeIds = [], billIds = [] } = sent;
  const committees = new Map(named.committees.map((one) => [one.number, one]));
  const bills = new Map(named.bills.map((bill) => [Number(bill.id), bill]));
  const sessions = new Map(named.session ? [[named.session.id, named.session]] : []);
  const tooMany = (target: string, ids: readonly number[], most: number): ErrorDetail[] =>
    distinct(ids).length > most
      ? [
          errorDetail(
            'OUT_OF_RANGE',
            target,
            `${target} must have at most ${most} entries, but has ${ids.length}.`,
          ),
        ]
      : [];
  return [
    ...validateIds('session', 'sessionId', sessionId ? [sessionId] : [], sessions, state).map((one) => ({
      ...one,
      target: 'sessionId',
      message: one.message.replace('sessionId[0]', 'sessionId'),
    })),
    ...tooMany('committeeIds', committeeIds, MAX_COMMITTEES),
    ...validateIds('legislative committee', 'committeeIds', committeeIds, committees, state),
    ...tooMany('billIds', billIds, MAX_BILLS),
    ...validateIds('bill', 'billIds', billIds, bills, state),
  ];
}

function validateFields(sent: CalendarEventInput, before: CalendarEventContent | undefined): ErrorDetail[] {
  const missing = (['title', 'eventType', 'stateId'] as const).filter(
    (field) => sent[field] === undefined && !before,
  );
  const stateId = sent.stateId ?? before?.stateId;
  return [
    ...missing.map((field) => errorDetail('REQUIRED_FIELD', field, `${field} is required.`)),
    ...(stateId !== undefined && !stateById(stateId)
      ? [
          errorDetail(
            'UNKNOWN_VALUE',
            'stateId',
            `stateId must be the FIPS code of a state, or 0, but was ${stateId}.`,
          ),
        ]
      : []),
    ...(before && stateId !== before.stateId
      ? [
          errorDetail(
            'NOT_ALLOWED',
            'stateId',
            `stateId must stay ${before.stateId}: an event that is held elsewhere is another event.`,
          ),
        ]
      : []),
  ];
}

const hasBegun = ({ startsAt, startDate, timeZone }: EventTimes, now: Date): boolean =>
  startsAt === undefined ? startDate <= toLocalDate(timeZone, now) : Date.parse(startsAt) <= now.getTime();

/** What was sent; null clears, and what was not sent stays. */
const mergeValue = <T>(sent: T | null | undefined, kept: T | undefined): T | undefined =>
  sent === undefined ? kept : (sent ?? undefined);

/** The event that is asked for, or everything that is wrong with it. */
export function parseEvent(
  sent: CalendarEventInput,
  before: CalendarEventContent | undefined,
  named: EventReferences,
  now: Date,
): { readonly content: CalendarEventContent } | { readonly faults: readonly ErrorDetail[] } {
  const state = stateById(sent.stateId ?? before?.stateId ?? -1);
  const faults = validateFields(sent, before);
  if (state) faults.push(...validateReferences(sent, named, state));
  const wished = parseEventTimes(sent, before, state?.timeZone ?? 'UTC');
  if ('faults' in wished) return { faults: [...faults, ...wished.faults] };
  const { times } = wished;
  const status = sent.status ?? before?.status ?? 'SCHEDULED';
  if (status === 'COMPLETED' && !hasBegun(times, now))
    faults.push(
      errorDetail(
        'NOT_ALLOWED',
        'status',
        `status must not be COMPLETED before the event begins (${times.startDate}).`,
      ),
    );
  const [title, eventType] = [sent.title ?? before?.title, sent.eventType ?? before?.eventType];
  if (faults.length > 0 || title === undefined || eventType === undefined || !state) return { faults };
  const names = new Map(named.committees.map(({ number, name }) => [number, name]));
  return {
    content: {
      ...times,
      title,
      eventType,
      status,
      stateId: state.id,
      sessionId: mergeValue(sent.sessionId, before?.sessionId),
      chamber: mergeValue(sent.chamber, before?.chamber),
      committees: sent.committeeIds
        ? distinct(sent.committeeIds).map((id) => ({ id, name: names.get(id) ?? '' }))
        : (before?.committees ?? []),
      billIds: sent.billIds ? distinct(sent.billIds).map(String) : (before?.billIds ?? []),
      location: mergeValue(sent.location, before?.location),
      description: mergeValue(sent.description, before?.description),
      sourceType: mergeValue(sent.sourceType, before?.sourceType),
      sourceUrl: mergeValue(sent.sourceUrl, before?.sourceUrl),
      sourceId: before?.sourceId,
    },
  };
}
