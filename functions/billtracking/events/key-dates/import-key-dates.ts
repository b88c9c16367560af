// POST /api/1.0/bill/event/key-dates/import

import type { TenantStore } from '../../../../shared/data/store.ts';
import { recordId } from '../../../../shared/directory/record/record-id.ts';
import { invalid, throwIfInvalid } from '../../../../shared/errors/failure.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { write } from '../../../../shared/http/reply.ts';
import { sessionById } from '../../../../shared/legislature/sessions/sessions.ts';
import { type State, stateById } from '../../../../shared/legislature/states.ts';
import { createSandbox } from '../../../../shared/sandbox/sandbox.ts';
import { toLocalDate } from '../../../../shared/time/local-date.ts';
import { contentHash } from '../../../../shared/values/content-hash.ts';
import { successReply } from '../../envelopes.ts';
import { unknownValue, validateStateId } from '../../unknown-value.ts';
import {
  applyEventContent,
  type CalendarEventContent,
  type EventWrite,
  pickContent,
} from '../record/calendar-event.ts';
import { buildCalendarChanges, eventsById, writeEvent } from '../record/store.ts';
import { importKeyDates } from './contract.ts';
import type { DeadlineRow } from './read-deadlines.ts';

const sandbox = createSandbox(() => import('./deadline-tasks.ts'), {
  ...{ what: 'The calendar', seconds: 10, megabytes: 250 },
});

/** The state and the session that a request names. */
async function findScope(tenant: TenantStore, stateId: number, sessionId: number | null | undefined) {
  throwIfInvalid(validateStateId(stateId));
  const state = stateById(stateId);
  if (!state) throw new Error('An unknown state was not reported');
  const session = sessionId == null ? undefined : await sessionById(tenant, sessionId);
  if (sessionId != null && session?.stateId !== stateId)
    throw invalid([
      unknownValue('sessionId', `sessionId must be a session of ${state.name}, but was ${sessionId}.`),
    ]);
  return { state, session };
}

/** The event of a deadline: a day of the floor. */
const buildContent = (
  { title = '', date = '', keyDate, description, status }: DeadlineRow,
  {
    state,
    sessionId,
    today,
  }: { readonly state: State; readonly sessionId: number | undefined; readonly today: string },
): CalendarEventContent => ({
  ...{ title, eventType: 'FLOOR_SESSION', sourceType: 'Key date', stateId: state.id },
  ...(keyDate && { keyDate }),
  status: status ?? (date < today ? 'COMPLETED' : 'SCHEDULED'),
  ...(sessionId !== undefined && { sessionId }),
  ...{
    committees: [],
    billIds: [],
    timeZone: state.timeZone,
    isAllDay: true,
    startDate: date,
    endDate: date,
  },
  ...(description !== undefined && { description }),
});

export const handler = lambda(importKeyDates, async ({ body, tenant, now }) => {
  const [{ state, session }, rows] = await Promise.all([
    findScope(tenant, body.stateId, body.sessionId),
    // An unknown state is refused, whatever the file says.
    sandbox.run('readDeadlines', {
      ...{ content: body.content, timeZone: stateById(body.stateId)?.timeZone ?? 'UTC' },
    }),
  ]);
  if (typeof rows === 'string') throw invalid([{ code: 'INVALID_FORMAT', message: rows, target: 'content' }]);
  const scope = { state, sessionId: session?.id, today: toLocalDate(state.timeZone, now) };
  const named = rows.map((row) =>
    row.key === undefined || row.problem !== undefined
      ? undefined
      : recordId(
          tenant.code,
          'calendar-event:imported-key-date',
          `${state.id}#${session?.id ?? ''}#${row.key}`,
        ),
  );
  const ids = named.flatMap((id) => id ?? []);
  const stored = new Map(
    (await eventsById(tenant, ids, { consistent: true })).map((event) => [event.id, event]),
  );
  const writes: EventWrite[] = [];
  const results = rows.map((row, index) => {
    const id = named[index];
    const facts = {
      row: row.row,
      title: row.title ?? null,
      date: row.date ?? null,
      keyDate: row.keyDate ?? null,
    };
    if (id === undefined)
      return { ...facts, outcome: 'REFUSED' as const, eventId: null, reason: row.problem ?? null };
    const before = stored.get(id);
    const content = buildContent(row, scope);
    const isSame = before && contentHash(pickContent(before)) === contentHash(pickContent(content));
    if (!isSame) writes.push({ before, after: applyEventContent(id, before, content, now) });
    const outcome = isSame ? ('UNCHANGED' as const) : before ? ('UPDATED' as const) : ('CREATED' as const);
    return { ...facts, outcome, eventId: id, reason: null };
  });
  const count = (outcome: string) => results.filter((result) => result.outcome === outcome).length;
  const message = `${count('CREATED')} created, ${count('UPDATED')} updated, ${count('UNCHANGED')} unchanged, ${count('REFUSED')} refused.`;
  const changes = [
    ...writes.flatMap((event) => writeEvent(tenant, event)),
    ...(writes.length > 0 ? await buildCalendarChanges(tenant, writes) : []),
  ];
  return write(changes, successReply(results, message));
});
