// Parses the request to save a calendar event and validates it.

import { type ErrorDetail, throwIfInvalid } from '../../../shared/errors/failure.ts';
import type { LegislativeCommittee } from '../../../shared/legislature/committee-numbers.ts';
import type { Session } from '../../../shared/legislature/sessions/session.ts';
import { type State, stateById } from '../../../shared/legislature/states.ts';
import { toLocalDate } from '../../../shared/time/local-date.ts';
import type { BillRow } from '../bills/record/bill-row.ts';
import { validateStateId } from '../unknown-value.ts';
import { parseEventTimes } from './event-times-input.ts';
import type { CalendarEventContent, EventStatus, EventTimes } from './record/calendar-event.ts';
import type { CalendarEventInput } from './schemas.ts';

/** An agenda with more bills must be split into several events. */
const MAX_BILLS = 40;
const MAX_COMMITTEES = 10;

/** The existing records that a request refers to. */
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

const distinct = (ids: readonly number[]): number[] => [...new Set(ids)];

/** Checks that each id exists and belongs to the event's state. */
function validateIds(
  what: string,
  target: string,
  ids: readonly number[],
  found: ReadonlyMap<number, { readonly stateId: number }>,
  state: State,
): ErrorDetail[] {
  return ids.flatMap((id, index): ErrorDetail[] => {
    const record = found.get(id);
    const where = `${target}[${index}]`;
    if (!record)
      return [errorDetail('UNKNOWN_VALUE', where, `${where} must be the id of a ${what}, but was ${id}.`)];
    if (record.stateId === state.id) return [];
    const other = stateById(record.stateId)?.name ?? record.stateId;
    return [
      errorDetail(
        'NOT_ALLOWED',
        where,
        `${where} names a ${what} of ${other}, but the event is in ${state.name}.`,
      ),
    ];
  });
}

function validateReferences(
  sent: CalendarEventInput,
  references: EventReferences,
  state: State,
): ErrorDetail[] {
  const { sessionId, committeeIds = [], billIds = [] } = sent;
  const committees = new Map(references.committees.map((committee) => [committee.number, committee]));
  const bills = new Map(references.bills.map((bill) => [Number(bill.id), bill]));
  const sessions = new Map(references.session ? [[references.session.id, references.session]] : []);
  const tooMany = (target: string, ids: readonly number[], limit: number): ErrorDetail[] =>
    distinct(ids).length > limit
      ? [
          errorDetail(
            'OUT_OF_RANGE',
            target,
            `${target} must have at most ${limit} entries, but has ${ids.length}.`,
          ),
        ]
      : [];
  return [
    ...validateIds('session', 'sessionId', sessionId ? [sessionId] : [], sessions, state).map((error) => ({
      ...error,
      target: 'sessionId',
      message: error.message.replace('sessionId[0]', 'sessionId'),
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
    ...validateStateId(stateId),
    ...(before && stateId !== before.stateId
      ? [
          errorDetail(
            'NOT_ALLOWED',
            'stateId',
            `stateId must stay ${before.stateId}: create another event for another state.`,
          ),
        ]
      : []),
  ];
}

const hasBegun = ({ startsAt, startDate, timeZone }: EventTimes, now: Date): boolean =>
  startsAt === undefined ? startDate <= toLocalDate(timeZone, now) : Date.parse(startsAt) <= now.getTime();

/** The value after a request: null clears it, and undefined leaves the current one. */
const mergeValue = <T>(sent: T | null | undefined, current: T | undefined): T | undefined =>
  sent === undefined ? current : (sent ?? undefined);

function validateStatus(status: EventStatus, times: EventTimes, now: Date): ErrorDetail[] {
  if (status !== 'COMPLETED' || hasBegun(times, now)) return [];
  const message = `status must not be COMPLETED before the event begins (${times.startDate}).`;
  return [errorDetail('NOT_ALLOWED', 'status', message)];
}

/**
 * The content of the event after the request.
 * @throws Failure 400 with everything that is wrong with the request
 */
export function parseEvent(
  sent: CalendarEventInput,
  before: CalendarEventContent | undefined,
  references: EventReferences,
  now: Date,
): CalendarEventContent {
  const state = stateById(sent.stateId ?? before?.stateId ?? -1);
  const parsed = parseEventTimes(sent, before, state?.timeZone ?? 'UTC');
  const status = sent.status ?? before?.status ?? 'SCHEDULED';
  throwIfInvalid([
    ...validateFields(sent, before),
    ...(state ? validateReferences(sent, references, state) : []),
    ...('errors' in parsed ? parsed.errors : validateStatus(status, parsed.times, now)),
  ]);
  const [title, eventType] = [sent.title ?? before?.title, sent.eventType ?? before?.eventType];
  if ('errors' in parsed || title === undefined || eventType === undefined || !state)
    throw new Error('A missing title, type, state or time was not reported');
  const names = new Map(references.committees.map(({ number, name }) => [number, name]));
  return {
    ...parsed.times,
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
    keyDate: mergeValue(sent.keyDate, before?.keyDate),
    sourceUrl: mergeValue(sent.sourceUrl, before?.sourceUrl),
    sourceId: before?.sourceId,
    documents: before?.documents,
    witnesses: before?.witnesses,
  };
}
