// A feed that brings nothing says so, and the administrators learn of it (docs/interface/billtracking.md#data-feeds).
import { afterAll, beforeAll, expect, it } from 'vitest';
import { handler as runDataFeeds } from '../../../functions/billtracking/jobs/run-data-feeds/handler.ts';
import type { OutboxItem } from '../../../shared/mail/outbox.ts';
import { addDays } from '../../../shared/time/calendar-day.ts';
import { toLocalDate } from '../../../shared/time/local-date.ts';
import { type FeedPlatform, startFeedPlatform } from './feed-platform.ts';
import { buildLegiscanBill, legiscanSession } from './feed-providers.ts';
import { buildOpenStatesBill } from './open-states-provider.ts';

let feeds: FeedPlatform;
beforeAll(async () => {
  feeds = await startFeedPlatform();
  const token = await feeds.platform.tokenFor({ tenant: 'demo', roles: ['admin'] });
  const { status, text } = await feeds.platform.call('POST', 'billtracking', '/api/1.0/session', {
    ...{ tenant: 'demo', token },
    body: {
      ...{ stateId: 50, identifier: '2027-2028', name: '2027-2028 Regular Session' },
      ...{ startDate: '2027-01-06', endDate: '2028-05-01' },
    },
  });
  expect(status, text).toBe(201);
});
afterAll(() => feeds?.stop());

async function create(body: object): Promise<string> {
  const feed = { name: 'Vermont', provider: 'OPEN_STATES_API', stateIds: [50], key: 'a-secret-key' };
  const reply = await feeds.call('POST', '', { body: { ...feed, ...body } });
  expect(reply.status, reply.text).toBe(201);
  expect(reply.body.data).toMatchObject({ health: null, lastBroughtDate: null });
  return reply.body.data.id;
}
/** Reads all feeds that are due at noon of a day, and returns one of them. */
async function runOn(id: string, day: string) {
  await runDataFeeds(undefined, undefined, () => new Date(`${day}T18:00:00Z`));
  return (await feeds.call('GET', `/${id}`)).body.data;
}
const listAlarms = async (): Promise<OutboxItem[]> => {
  const store = feeds.platform.store('demo');
  const { items } = await store.query<OutboxItem>(store.listing('OUTBOX'));
  return items.filter(({ subject }) => subject.startsWith('The data feed'));
};

it('goes silent after 14 days without anything new while a session is held, tells the administrators once, and recovers', async () => {
  const id = await create({});
  feeds.providers.openStates.bills = [buildOpenStatesBill('H 1', '2027-02-01T00:00:00+00:00')];
  expect(await runOn(id, '2027-02-01')).toMatchObject({
    ...{ health: { state: 'OK', reason: null }, lastBroughtDate: '2027-02-01T18:00:00.000Z' },
    lastRun: { status: 'DONE' },
  });
  expect(await runOn(id, '2027-02-14')).toMatchObject({
    ...{ health: { state: 'OK' }, lastBroughtDate: '2027-02-01T18:00:00.000Z' },
  });
  expect(await listAlarms()).toEqual([]);
  const reason = expect.stringMatching(/^Nothing new has come for 14 days, and .* is held until 2028-05-01/);
  expect(await runOn(id, '2027-02-15')).toMatchObject({
    health: { state: 'SILENT', since: '2027-02-15T18:00:00.000Z', reason },
  });
  const alarms = await listAlarms();
  expect(new Set(alarms.map(({ to }) => to)).size).toBe(alarms.length);
  // The administrators of the demo, by the address of their person, or else their user name.
  expect(alarms.map(({ to }) => to).toSorted()).toEqual([
    ...['ada.fairweather@example.org', 'ben.okafor@example.org', 'kira@demo.example'],
  ]);
  expect(alarms[0]).toMatchObject({
    subject: 'The data feed Vermont has gone silent',
    text: expect.stringContaining('It brought something last on 2027-02-01.'),
  });
  // It stays silent since then, and no other mail is sent.
  expect(await runOn(id, '2027-02-16')).toMatchObject({ health: { since: '2027-02-15T18:00:00.000Z' } });
  expect(await listAlarms()).toHaveLength(alarms.length);
  feeds.providers.openStates.bills = [
    buildOpenStatesBill('H 1', '2027-02-16T00:00:00+00:00', { title: 'Another title' }),
  ];
  expect(await runOn(id, '2027-02-17')).toMatchObject({
    ...{ health: { state: 'OK', reason: null }, lastBroughtDate: '2027-02-17T18:00:00.000Z' },
  });
  expect(await listAlarms()).toHaveLength(alarms.length);
  await feeds.call('DELETE', `/${id}`);
});

/** Adds a session of a state that is held in 2027. */
async function holdSession(stateId: number, identifier: string): Promise<void> {
  const token = await feeds.platform.tokenFor({ tenant: 'demo', roles: ['admin'] });
  const session = { stateId, identifier, name: `${identifier} Session` };
  const days = { startDate: '2027-01-06', endDate: '2027-06-30' };
  const { status, text } = await feeds.platform.call('POST', 'billtracking', '/api/1.0/session', {
    ...{ tenant: 'demo', token, body: { ...session, ...days } },
  });
  expect(status, text).toBe(201);
}

it('goes silent of one state while others bring something, and again when another one does', async () => {
  await holdSession(30, 'Held');
  await holdSession(31, 'Held');
  const id = await create({ name: 'Three states', provider: 'LEGISCAN_API', stateIds: [50, 30, 31] });
  const { legiscan } = feeds.providers;
  // LegiScan answers for each state with its own sessions (API User Manual, getSessionList: state).
  legiscan.sessions = [legiscanSession];
  const bring = (hash: string) => {
    legiscan.bills = [buildLegiscanBill(1, hash, { title: `Title ${hash}` })];
  };
  bring('a');
  expect(await runOn(id, '2027-02-01')).toMatchObject({ health: { state: 'OK' } });
  // The sessions of the other states are gone from the provider's list: nothing of them comes.
  feeds.providers.legiscan.sessionsOf = 'VT';
  bring('b');
  await runOn(id, '2027-02-14');
  bring('c');
  const { health } = await runOn(id, '2027-02-16');
  expect(health).toMatchObject({
    state: 'SILENT',
    reason: expect.stringMatching(
      /^Nothing new of Montana has come for 15 days, and Held Session is held until 2027-06-30\. Nothing new of Nebraska/,
    ),
  });
  expect(health.reason).not.toContain('Vermont');
  const count = (await listAlarms()).filter(({ subject }) => subject.includes('Three states')).length;
  expect(count).toBeGreaterThan(0);
  // One more state that falls silent is worth another mail, and one that goes on silently is not.
  bring('d');
  await runOn(id, '2027-02-17');
  expect((await listAlarms()).filter(({ subject }) => subject.includes('Three states'))).toHaveLength(count);
  const later = await runOn(id, '2027-03-04');
  expect(later.health.reason).toMatch(/^Nothing new of Vermont has come for 15 days/);
  expect(later.health.since).toBe('2027-02-16T18:00:00.000Z');
  expect((await listAlarms()).filter(({ subject }) => subject.includes('Three states'))).toHaveLength(
    2 * count,
  );
  await feeds.call('DELETE', `/${id}`);
  Object.assign(legiscan, { sessions: undefined, sessionsOf: undefined, bills: [] });
});

it('says that nothing was found to read, and how its last run ended while another one begins', async () => {
  feeds.providers.openStates.bills = [];
  const id = await create({ name: 'Washington', stateIds: [53] });
  const reason = expect.stringContaining('Open States does not have Washington.');
  expect(await runOn(id, '2027-03-01')).toMatchObject({
    health: { state: 'EMPTY', reason },
    lastBroughtDate: null,
  });
  expect((await listAlarms()).map(({ subject }) => subject)).toContain(
    'The data feed Washington finds nothing to read',
  );
  const started = await feeds.call('POST', `/${id}/run`);
  expect(started.body.data).toMatchObject({
    lastRun: { status: 'RUNNING' },
    health: { state: 'EMPTY', reason },
  });
});

it('goes silent where it names its sessions, and where a row is refused in each run', async () => {
  const id = await create({ name: 'Named', sessions: ['2027-2028'] });
  const good = buildOpenStatesBill('H 1', '2027-02-01T00:00:00+00:00');
  feeds.providers.openStates.bills = [
    good,
    buildOpenStatesBill('H 2', '2027-02-02T00:00:00+00:00', { title: '' }),
  ];
  expect(await runOn(id, '2027-04-02')).toMatchObject({ health: { state: 'REFUSING' } });
  expect(await runOn(id, '2027-04-16')).toMatchObject({
    health: { state: 'SILENT', reason: expect.stringContaining('1 row was refused') },
  });
  await feeds.call('DELETE', `/${id}`);
});

it('says which of its states and sessions the provider does not have, while it reads the others', async () => {
  feeds.providers.openStates.bills = [buildOpenStatesBill('H 1', '2027-02-01T00:00:00+00:00')];
  const more = { stateIds: [50, 53], sessions: ['2027-2028', '2027 Specail'] };
  const id = await create({ name: 'Misspelt', ...more });
  const read = await runOn(id, '2027-04-20');
  expect(read).toMatchObject({
    lastRun: { status: 'DONE_WITH_REFUSALS', bills: { refused: 2 } },
    health: { state: 'REFUSING' },
  });
  expect(read.health.reason).toContain('Open States does not have Washington.');
  expect(read.health.reason).toContain('Open States has no session 2027 Specail of the states of this feed.');
  await feeds.call('DELETE', `/${id}`);
});

it('says what a feed is expected to bring by the calendar of sessions', async () => {
  const token = await feeds.platform.tokenFor({ tenant: 'demo', roles: ['admin'] });
  // The day of Wyoming, whose sessions these are.
  const today = toLocalDate('America/Denver', new Date());
  const addSession = async (identifier: string, startDate: string, endDate: string): Promise<number> => {
    const session = { stateId: 56, identifier, name: `${identifier} Session`, startDate, endDate };
    const { body, text } = await feeds.platform.call('POST', 'billtracking', '/api/1.0/session', {
      ...{ tenant: 'demo', token, body: session },
    });
    expect(body?.data?.id, text).toBeGreaterThan(0);
    return body.data.id;
  };
  const paused = { name: 'Wyoming', stateIds: [56], isPaused: true };
  const id = await create(paused);
  const expected = async () => (await feeds.call('GET', `/${id}`)).body.data.expected;
  expect(await expected()).toEqual({ sessions: [], nothingUntil: null });
  const next = addDays(today, 40);
  await addSession('Next', next, addDays(today, 90));
  expect(await expected()).toEqual({ sessions: [], nothingUntil: next });
  const until = addDays(today, 20);
  const sessionId = await addSession('Held', addDays(today, -20), until);
  const held = { sessionId, sessionName: 'Held Session', stateId: 56, reason: 'IN_SESSION', until };
  expect(await expected()).toEqual({ sessions: [held], nothingUntil: null });
  // A feed that names its sessions is to read no other one.
  await feeds.call('PUT', `/${id}`, { body: { sessions: ['Next'] } });
  expect(await expected()).toEqual({ sessions: [], nothingUntil: next });
  const list = (await feeds.call('GET', '')).body.data;
  expect(list.find((feed: { id: string }) => feed.id === id).expected.nothingUntil).toBe(next);
});
