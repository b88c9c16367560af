// Merging a duplicate session into another one: bills, events, days, interruptions, and what is refused.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BillContent } from '../../../functions/billtracking/bills/record/bill.ts';
import { billList } from '../../../functions/billtracking/bills/record/bill-row.ts';
import { upsertBills } from '../../../functions/billtracking/bills/upsert-bills.ts';
import type { CalendarEventContent } from '../../../functions/billtracking/events/record/calendar-event.ts';
import { upsertEvents } from '../../../functions/billtracking/events/upsert-events.ts';
import { handler as mergeSessions } from '../../../functions/billtracking/jobs/merge-sessions/handler.ts';
import { commitUnlessStale } from '../../../shared/data/changes.ts';
import { continueMerge, mergeOfSession } from '../../../shared/legislature/sessions/session-merge.ts';
import { upsertSession } from '../../../shared/legislature/sessions/sessions.ts';
import { findHinted } from '../../../shared/search/word-hints.ts';
import { type BillsPlatform, buildBill, startBillsPlatform } from '../bills/bills-platform.ts';

let service: BillsPlatform;
let token: string;
let last = 2040;
beforeAll(async () => {
  service = await startBillsPlatform();
  token = await service.platform.tokenFor({ tenant: 'demo', permissions: ['billtracking.reference.write'] });
});
afterAll(() => service.platform.stop());

interface SessionView {
  readonly id: number;
  readonly identifier: string;
  readonly name: string;
  readonly stateId: number;
}
const createSession = async (identifier: string, name = `${identifier} Session`, stateId = 53) => {
  const { body, text } = await service.post('/api/1.0/session', { stateId, identifier, name });
  expect(body.success, text).toBe(true);
  return body.data as SessionView;
};
/** Two sessions of the same two years, which only this test has. */
const createPair = async () => {
  last += 2;
  return {
    into: await createSession(`${last}-${last + 1}`),
    from: await createSession(`${last}R`, `Regular ${last}`),
  };
};
/** A merge needs a token, whatever the tenant leaves open: it takes a session away. */
const postMerge = (into: number, from: number) =>
  service.platform.call('POST', 'billtracking', `/api/1.0/session/${into}/merge`, {
    tenant: 'demo',
    token,
    body: { sessionId: from },
  });
const merge = (into: SessionView, from: SessionView) => postMerge(into.id, from.id);
/** Calls the function as the change of its mark does, with time for so many steps. */
async function runJob(session: SessionView, steps = Number.POSITIVE_INFINITY): Promise<void> {
  let left = steps;
  const record = {
    eventName: 'MODIFY' as const,
    dynamodb: {
      Keys: { pk: { S: `T#demo#SESSION#${session.id}` }, sk: { S: 'MERGE' } },
      NewImage: { type: { S: 'session-merge' } },
    },
  };
  await mergeSessions(
    { Records: [record] },
    {
      getRemainingTimeInMillis: () => {
        left -= 1;
        return left < 0 ? 0 : 60_000;
      },
    },
  );
}
const inSession = (
  { id, identifier, name, stateId }: SessionView,
  number: string,
  more: Partial<BillContent> = {},
) => buildBill(number, { stateId, sessionId: id, session: identifier, sessionName: name, ...more });
const readBill = async (id: string | undefined) =>
  (await service.get(`/api/1.0/bill/${id}`, service.staff)).body.data;
const saveEvent = async (body: object) => {
  const { body: reply, text } = await service.post('/api/1.0/bill/event/save', {
    eventType: 'HEARING',
    stateId: 53,
    startDate: '2041-02-07',
    ...body,
  });
  expect(reply.success, text).toBe(true);
  return reply.data;
};
describe('a merge', () => {
  it('moves bills, events, days and names, also when it is interrupted after every step', async () => {
    const { into, from } = await createPair();
    const other = await createSession('earlier');
    const [ours1, ours2, ours5] = await service.importBills(
      inSession(into, 'HB 1'),
      inSession(into, 'HB 2'),
      inSession(into, 'HB 5'),
    );
    const companion = { relation: 'companion', stateId: 53, session: from.identifier, billNumber: 'HB 3' };
    const relations = [companion] as BillContent['relations'];
    const action = { date: '2041-01-20', text: 'Read', chamber: 'lower' } as const;
    const rollCall = {
      description: 'Passage',
      date: '2041-01-21',
      passed: true,
      yea: 1,
      nay: 0,
      notVoting: 0,
      absent: 0,
      votes: [{ name: 'Ada', voteType: 'yea' as const }],
    };
    const details = { actions: [action], rollCalls: [rollCall] };
    const [theirs1, theirs2, theirs3, theirs4, theirs5, later] = await service.importBills(
      { content: inSession(from, 'HB 1'), ...details },
      inSession(from, 'HB 2'),
      { content: inSession(from, 'HB 3'), ...details },
      inSession(from, 'HB 4', { relations }),
      inSession(from, 'HB 5'),
      inSession(other, 'HB 9', { relations }),
    );
    await service.track(theirs1 ?? '', { trackingStatus: 'PRIORITY', position: 'SUPPORT' });
    await service.track(ours2 ?? '', { trackingStatus: 'TRACKING' });
    await service.track(theirs4 ?? '', { trackingStatus: 'ARCHIVED' });
    const token = await service.platform.tokenFor({
      tenant: 'demo',
      permissions: ['billtracking.bills.write'],
    });
    await service.post(`/api/1.0/bill/${theirs2}/notes`, { text: 'Call the sponsor' }, { token });
    const event = await saveEvent({
      title: 'Both',
      sessionId: from.id,
      billIds: [Number(theirs2), Number(theirs3)],
    });
    const imported: CalendarEventContent = {
      title: 'Imported',
      eventType: 'HEARING',
      status: 'SCHEDULED',
      stateId: 53,
      sessionId: from.id,
      committees: [],
      billIds: [theirs1 ?? '', theirs5 ?? ''],
      timeZone: 'America/Los_Angeles',
      isAllDay: true,
      startDate: '2041-02-09',
      endDate: '2041-02-09',
      sourceId: 'source/merge-1',
    };
    const [first] = await upsertEvents(service.store, [imported], service.now);
    await service.post('/api/1.0/CapitolReport/save-legislationDays/53', {
      sessionId: from.id,
      days: [{ legislativeDay: 1, date: '2041-01-14' }],
    });

    const started = await merge(into, from);
    expect(started.body, started.text).toMatchObject({
      data: { session: { id: into.id }, mergedSessionId: from.id, status: 'STARTED' },
    });
    for (let calls = 0; (await mergeOfSession(service.store, from.id))?.status !== 'done'; calls += 1) {
      if (calls === 2) expect((await merge(into, from)).body.data.status).toBe('CONTINUED');
      expect(calls).toBeLessThan(40);
      await runJob(from, 2 + (calls % 3));
    }

    const numbers = ['HB 1', 'HB 2', 'HB 3', 'HB 4', 'HB 5'];
    const ids = [theirs1, ours2, theirs3, theirs4, ours5];
    for (const [index, id] of ids.entries())
      expect(await readBill(id)).toMatchObject({
        billNumber: numbers[index],
        sessionId: into.id,
        session: into.name,
      });
    expect([await readBill(ours1), await readBill(theirs2), await readBill(theirs5)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(await readBill(theirs1)).toMatchObject({ trackingStatus: 'PRIORITY' });
    const lists = [into, from].map(({ id }) => billList(service.store, 'untracked', id));
    expect(await Promise.all(lists.map((list) => list.total()))).toEqual([2, 0]);
    const found = await findHinted(service.store, 'bills', 'concerning', { isWhole: true });
    const isFound = (id: string | undefined) => found?.has(id ?? '');
    expect(ids.every(isFound)).toBe(true);
    expect([ours1, theirs2, theirs5].some(isFound)).toBe(false);
    const notes = await service.get(`/api/1.0/bill/${ours2}/notes`, service.staff);
    expect(JSON.stringify(notes.body)).toContain('Call the sponsor');

    const { body: both } = await service.get(`/api/1.0/bill/event/${event.id}`);
    expect(both.data).toMatchObject({ sessionId: into.id, sequence: 0 });
    expect(both.data.notices).toMatchObject([{ what: 'ANNOUNCED' }]);
    expect(both.data.bills.map(({ id }: { id: number }) => String(id))).toEqual([ours2, theirs3]);
    const again = { ...imported, sessionId: into.id, billIds: [theirs1 ?? '', ours5 ?? ''] };
    expect((await upsertEvents(service.store, [again], service.now))[0]).toEqual({
      id: first?.id,
      outcome: 'unchanged',
    });
    const days = await service.get(`/api/1.0/CapitolReport/get-legislationDays/53?sessionId=${into.id}`);
    expect(JSON.stringify(days.body)).toContain('2041-01-14');

    const family = await service.get(`/api/1.0/bill/${theirs3}/family`, service.staff);
    expect(
      family.body.data.members.map((bill: { billId: number | null }) => String(bill.billId)).sort(),
    ).toEqual([theirs3, theirs4, later].map(String).sort());

    // A source that knows the old name finds the session, and its bills unchanged.
    const named = await upsertSession(
      service.store,
      { ...from, classification: 'primary' },
      { now: service.now, keepStored: true },
    );
    expect(named).toMatchObject({ outcome: 'unchanged', session: { id: into.id } });
    const moved = [{ ...companion, session: into.identifier }] as BillContent['relations'];
    const outcomes = await upsertBills(
      service.store,
      [
        { content: inSession(into, 'HB 1'), ...details },
        { content: inSession(into, 'HB 2'), actions: [] },
        { content: inSession(into, 'HB 3'), ...details },
        { content: inSession(into, 'HB 4', { relations: moved }), actions: [] },
        { content: inSession(into, 'HB 5'), actions: [] },
        { content: inSession(other, 'HB 9', { relations: moved }), actions: [] },
      ],
      service.now,
    );
    expect(outcomes.map(({ outcome, billId }) => [outcome, billId])).toEqual(
      [...ids, later].map((id) => ['unchanged', id]),
    );

    // The old id stands for the session that stays, and repeating the request changes nothing.
    expect((await service.get(`/api/1.0/session/${from.id}`)).body.data.id).toBe(into.id);
    const { body: sessions } = await service.get('/api/1.0/dropdown/sessions?stateId=53');
    expect(sessions.data.map(({ id }: SessionView) => id)).not.toContain(from.id);
    expect((await merge(into, from)).body.data.status).toBe('UNCHANGED');
    expect((await merge(other, from)).status).toBe(409);
  });

  it('leaves a bill that was tracked in both meanwhile where it is, until the caller has chosen', async () => {
    const { into, from } = await createPair();
    const [ours] = await service.importBills(inSession(into, 'HB 1'));
    const [theirs] = await service.importBills(inSession(from, 'HB 1'));
    await merge(into, from);
    await service.track(ours ?? '', { trackingStatus: 'TRACKING' });
    await service.track(theirs ?? '', { trackingStatus: 'WATCHING' });
    await runJob(from);
    expect((await mergeOfSession(service.store, from.id))?.status).toBe('running');
    expect((await merge(into, from)).status).toBe(409);
    await service.track(ours ?? '', { trackingStatus: 'NOT_TRACKED' });
    expect((await merge(into, from)).body.data.status).toBe('CONTINUED');
    await runJob(from);
    expect(await readBill(theirs)).toMatchObject({ sessionId: into.id, trackingStatus: 'WATCHING' });
    expect(await readBill(ours)).toBeUndefined();
  });
});

describe('a merge is refused', () => {
  it('while bills are tracked in both sessions, with each of them', async () => {
    const { into, from } = await createPair();
    const [ours] = await service.importBills(inSession(into, 'SB 7'));
    const [theirs] = await service.importBills(inSession(from, 'SB 7'));
    await service.track(ours ?? '', { trackingStatus: 'TRACKING' });
    await service.track(theirs ?? '', { trackingStatus: 'ARCHIVED' });
    const { status, body } = await merge(into, from);
    expect([status, body.error]).toEqual([409, 'CONFLICT']);
    expect(body.details.errors.map(({ message }: { message: string }) => message)).toEqual([
      `SB 7 is tracked in both sessions: ${theirs} (ARCHIVED) and ${ours} (TRACKING). Set one of them to NOT_TRACKED; the other one stays.`,
    ]);
    expect((await service.get(`/api/1.0/session/${from.id}`)).body.data.id).toBe(from.id);
  });

  it('while both have other legislation days', async () => {
    const { into, from } = await createPair();
    for (const [index, { id }] of [into, from].entries())
      await service.post('/api/1.0/CapitolReport/save-legislationDays/53', {
        sessionId: id,
        days: [{ legislativeDay: 1, date: `2041-01-1${index}` }],
      });
    const { status, body } = await merge(into, from);
    expect([status, body.message]).toEqual([
      409,
      `Both sessions have legislation days, and they differ: save those that are right for both ${from.id} and ${into.id} first.`,
    ]);
  });

  it('of a built-in session, of the session itself, of another state and of none', async () => {
    const { into } = await createPair();
    const shipped = await postMerge(into.id, 5301);
    expect([shipped.status, shipped.body.message]).toEqual([
      409,
      `2025-2026 Regular Session (5301) is a built-in session and stays: merge ${into.id} into it instead.`,
    ]);
    expect((await merge(into, into)).status).toBe(400);
    const oregon = await createSession('2061', 'Oregon 2061', 41);
    expect((await merge(into, oregon)).status).toBe(400);
    expect((await postMerge(into.id, 99_999)).status).toBe(404);
    expect((await postMerge(99_999, into.id)).status).toBe(404);
  });
});

describe('key dates of merged sessions', () => {
  const saveDays = async ({ id }: SessionView, date: string) => {
    const body = { sessionId: id, days: [{ legislativeDay: 1, date }], isComplete: true, sineDieDay: 1 };
    const reply = await service.post('/api/1.0/CapitolReport/save-legislationDays/53', body);
    expect(reply.status, reply.text).toBe(200);
  };
  const listKeyDates = async ({ id }: SessionView) => {
    const filter = { stateIds: [53], sessionIds: [id], keyDatesOnly: true };
    const { body } = await service.post('/api/1.0/bill/event/calendar', filter);
    return body.collection.map(
      (event: { id: string; status: string; startDate: string }) =>
        [event.id, event.status, event.startDate] as const,
    );
  };

  it('stay the same events when the days are saved again', async () => {
    const { into, from } = await createPair();
    await saveDays(from, '2081-03-01');
    const [[id] = []] = await listKeyDates(from);
    await merge(into, from);
    await runJob(from);
    expect(await listKeyDates(into)).toEqual([[id, 'SCHEDULED', '2081-03-01']]);
    await saveDays(into, '2081-03-05');
    expect(await listKeyDates(into)).toEqual([[id, 'SCHEDULED', '2081-03-05']]);
  });

  it('are cancelled where the session that stays has its own', async () => {
    const { into, from } = await createPair();
    await saveDays(into, '2082-03-01');
    await saveDays(from, '2082-03-01');
    const [[own] = []] = await listKeyDates(into);
    await merge(into, from);
    await runJob(from);
    const both = await listKeyDates(into);
    expect(both).toHaveLength(2);
    expect(both).toContainEqual([own, 'SCHEDULED', '2082-03-01']);
    expect(both.map(([, status]: readonly string[]) => status).toSorted()).toEqual([
      'CANCELLED',
      'SCHEDULED',
    ]);
  });
});

it('sessions that may be one are listed with the reason, the one that stays first', async () => {
  const { into, from } = await createPair();
  const copy = await createSession('2025-26 Regular', '2025-2026 Regular Session');
  const { body } = await service.get('/api/1.0/session/duplicates?stateId=53');
  const pairs = body.data.map(
    ({ session, duplicate, reason }: { session: SessionView; duplicate: SessionView; reason: string }) => [
      session.id,
      duplicate.id,
      reason,
    ],
  );
  expect(pairs).toContainEqual([into.id, from.id, 'same-first-year']);
  expect(pairs).toContainEqual([5301, copy.id, 'same-name']);
  expect(pairs).not.toContainEqual([5301, 5302, expect.anything()]);
});

it('a call that runs out of time after another one has ended the merge leaves it ended', async () => {
  const { into, from } = await createPair();
  await merge(into, from);
  const tenant = service.platform.store('demo');
  const read = (await mergeOfSession(tenant, from.id)) ?? expect.fail('The session is merged');
  await runJob(from);
  expect(await commitUnlessStale([continueMerge(tenant, from.id, read, 'late')])).toBe(false);
  expect(await mergeOfSession(tenant, from.id)).toMatchObject({ status: 'done' });
});
