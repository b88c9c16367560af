// Drafts that wait for an event, on the real change feed: the hearing of a bill, a vacant seat
// (docs/interface/communication.md#drafts-that-wait-for-an-event).
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoId } from '../../../../infra/local/demo/steps/references.ts';
import { startTriggers, type Triggers } from '../../../../infra/local/triggers/triggers.ts';
import { subjectKey } from '../../../../shared/auth/accounts/records.ts';
import { MAX_WAITS } from '../../../../shared/change-feed/awaited-changes.ts';
import { followerCountKey } from '../../../../shared/change-feed/followers.ts';
import { commit, update } from '../../../../shared/data/changes.ts';
import { type BillFacts, billRecordKey } from '../../../../shared/legislature/bill-hearings.ts';
import { dueTimers } from '../../../../shared/schedule/timers.ts';
import { addDays } from '../../../../shared/time/calendar-day.ts';
import { toLocalDate } from '../../../../shared/time/local-date.ts';
import { scanTenant } from '../../erasure/person-everywhere.ts';
import { type Body, useBroadcasts } from './broadcast-calls.ts';
import { runBroadcast, sweepAfter } from './broadcasts-over-smtp.ts';

const calls = useBroadcasts({
  hasStream: true,
  permissions: ['billtracking.bills.read', 'crm.committees.read', 'crm.committees.write'],
});
const { send, done, createPerson, createList, createDraft, get, receivers, getPlatform, getServer } = calls;

let triggers: Triggers;
let folder: string;
let writer: string;
beforeAll(async () => {
  const platform = getPlatform();
  folder = await mkdtemp(join(tmpdir(), 'rostrum-waits-'));
  triggers = await startTriggers({
    ...{ streamArn: platform.streamArn, ownStreamArns: platform.ownStreamArns },
    checkpoint: join(folder, 'streams'),
  });
  writer = await platform.tokenFor({
    tenant: 'demo',
    permissions: ['crm.communication.read', 'crm.communication.write', 'crm.committees.read'],
  });
});
afterAll(async () => {
  await triggers?.stop();
  await rm(folder, { recursive: true, force: true });
});

const DAY = 24 * 3600_000;
const committeeId = demoId('demo', 'committee:transport');

/** What a change leads to: the feed appends it, and the next minute's sweep takes up what is due then. */
async function settle(milliseconds = 0): Promise<void> {
  await triggers.caughtUp();
  await sweepAfter(milliseconds);
}

const bill = async (method: string, path: string, body: object): Promise<Body> => {
  const token = await getPlatform().tokenFor({ tenant: 'demo', roles: ['admin'] });
  const reply = await getPlatform().call(method, 'billtracking', `/api/1.0/bill/${path}`, {
    ...{ tenant: 'demo', token, body },
  });
  expect(reply.status, reply.text).toBe(200);
  return reply.body;
};

/** Bills of the demo that are not decided. */
const bills: string[] = [];
beforeAll(async () => {
  const all = (await scanTenant()).filter(({ type, stage }) => type === 'bill' && stage !== 'DECIDED');
  bills.push(...all.map(({ id }) => String(id)));
});
/** Another bill for each call, as long as there are some. */
const takeBill = (): string => {
  const [next = expect.fail('The demo has no bill'), ...others] = bills;
  bills.splice(0, bills.length, ...others, next);
  return next;
};

let count = 0;
const saveHearing = async (billId: string, fields: object = {}): Promise<Body> => {
  count += 1;
  const body = { title: `Hearing ${count}`, eventType: 'HEARING', stateId: 53, startDate: '2083-02-01' };
  return bill('POST', 'event/save', { ...body, billIds: [Number(billId)], ...fields });
};
async function wait(fields: object): Promise<{ id: string; email: string }> {
  const person = await createPerson();
  const id = await createDraft({ listIds: [await createList([person])] });
  await done('PUT', `/Broadcasts/${id}/SendWhen`, fields);
  return { id, email: person.email };
}
const waitForHearing = (billId: string, fields: object = {}) =>
  wait({ event: 'bill-hearing', billId: Number(billId), ...fields });
const positionId = demoId('demo', 'committee-position:member');
const openVacancy = (fields: object = {}): Promise<Body> =>
  done('POST', `/committee/${committeeId}/Vacancies`, { reason: 'A seat was added.', positionId, ...fields });
const today = () => toLocalDate('America/Los_Angeles', new Date());

describe('a draft that waits for a hearing of a bill', () => {
  it('is ready once a hearing is scheduled, is sent on its release, and once', async () => {
    const billId = takeBill();
    const { id, email } = await waitForHearing(billId);
    expect(await get(id)).toMatchObject({
      status: 'waiting',
      sendWhen: { event: 'bill-hearing', billId: Number(billId), withoutRelease: false, happened: null },
    });
    expect((await send('POST', `/Broadcasts/${id}/Release`, {})).status).toBe(409);
    await settle();
    expect((await get(id)).status).toBe('waiting');
    await saveHearing(billId, { eventType: 'VOTE' });
    await saveHearing(takeBill());
    await settle();
    expect((await get(id)).status).toBe('waiting');
    await saveHearing(billId, { title: 'Public hearing on roads' });
    await settle();
    const ready = await get(id);
    expect(ready).toMatchObject({
      status: 'ready',
      sendWhen: {
        happened: { what: expect.stringMatching(/hearing on 2083-02-01: Public hearing on roads/) },
      },
    });
    await settle();
    expect(receivers()).toEqual([]);
    await done('POST', `/Broadcasts/${id}/Release`, {});
    await triggers.caughtUp();
    await runBroadcast(id);
    expect(receivers()).toEqual([email]);
    expect(await get(id)).toMatchObject({ status: 'sent', sendWhen: { happened: ready.sendWhen.happened } });
    await saveHearing(billId);
    await settle();
    expect(receivers()).toEqual([email]);
    expect((await send('POST', `/Broadcasts/${id}/Release`, {})).status).toBe(409);
  });

  it('is sent without a release where that is set, once, however often the feed has the change', async () => {
    const billId = takeBill();
    const admin = await getPlatform().tokenFor({ tenant: 'demo', roles: ['admin'] });
    const person = await createPerson();
    const id = await createDraft({ listIds: [await createList([person])] });
    const body = { event: 'bill-hearing', billId: Number(billId), withoutRelease: true };
    expect((await send('PUT', `/Broadcasts/${id}/SendWhen`, body, admin)).status).toBe(200);
    const hearing = await saveHearing(billId);
    await settle();
    await triggers.caughtUp();
    expect(await get(id)).toMatchObject({ status: 'sent', figures: { sent: 1 } });
    await saveHearing(billId, { id: hearing.data?.id ?? hearing.id, title: 'Moved to another room' });
    await settle();
    await sweepAfter(DAY);
    expect(receivers()).toEqual([person.email]);
  });

  it('does not take a hearing that was there before for the event, but one that comes back', async () => {
    const billId = takeBill();
    const hearing = await saveHearing(billId);
    const { id } = await waitForHearing(billId);
    const change = (fields: object) => saveHearing(billId, { id: hearing.data?.id ?? hearing.id, ...fields });
    await change({ location: 'Room A' });
    await settle();
    expect((await get(id)).status).toBe('waiting');
    await change({ status: 'CANCELLED' });
    await settle();
    expect((await get(id)).status).toBe('waiting');
    await change({ status: 'SCHEDULED' });
    await settle();
    expect((await get(id)).status).toBe('ready');
  });

  it('waits again when its hearing is cancelled before the release, which is refused at once', async () => {
    const billId = takeBill();
    const { id, email } = await waitForHearing(billId);
    const hearing = await saveHearing(billId);
    const change = (fields: object) => saveHearing(billId, { id: hearing.data?.id ?? hearing.id, ...fields });
    await settle();
    expect((await get(id)).status).toBe('ready');
    await change({ startDate: '2083-03-05' });
    await settle();
    expect(await get(id)).toMatchObject({
      ...{ status: 'ready', sendWhen: { happened: { what: expect.stringContaining('on 2083-03-05') } } },
    });
    await change({ status: 'CANCELLED' });
    const refused = await send('POST', `/Broadcasts/${id}/Release`, {});
    expect([refused.status, refused.body.error.message]).toEqual([
      409,
      expect.stringContaining('its event is over or was cancelled'),
    ]);
    await settle();
    expect(await get(id)).toMatchObject({ status: 'waiting', sendWhen: { happened: null } });
    await saveHearing(billId);
    await settle();
    expect((await get(id)).status).toBe('ready');
    await done('POST', `/Broadcasts/${id}/Release`, {});
    await triggers.caughtUp();
    await runBroadcast(id);
    expect(receivers()).toEqual([email]);
  });

  it('says that its bill is decided, and is a draft again', async () => {
    const billId = takeBill();
    const store = getPlatform().store('demo');
    const { id } = await waitForHearing(billId);
    await commit([
      update(billRecordKey<BillFacts>(store, billId), { set: { stage: 'DECIDED', status: 'Vetoed' } }),
    ]);
    bills.splice(bills.indexOf(billId), 1);
    await settle();
    expect(await get(id)).toMatchObject({
      status: 'draft',
      sendWhen: { ended: { reason: 'subject-decided', detail: expect.stringContaining('decided: Vetoed') } },
    });
    const refused = await send('PUT', `/Broadcasts/${id}/SendWhen`, {
      ...{ event: 'bill-hearing', billId: Number(billId) },
    });
    expect([refused.status, refused.body.error.message]).toEqual([409, expect.stringContaining('Vetoed')]);
  });

  it('needs a bill that there is, and the permission to read bills', async () => {
    const id = await createDraft({ listIds: [await createList([])] });
    const body = { event: 'bill-hearing', billId: 999_999_999 };
    const unknown = await send('PUT', `/Broadcasts/${id}/SendWhen`, body);
    expect([unknown.status, unknown.body.error.details[0].field]).toEqual([400, 'billId']);
    const unread = { event: 'bill-hearing', billId: Number(takeBill()) };
    expect((await send('PUT', `/Broadcasts/${id}/SendWhen`, unread, writer)).status).toBe(400);
    expect((await send('PUT', `/Broadcasts/${id}/SendWhen`, unread)).status).toBe(200);
    expect((await send('PUT', `/Broadcasts/${id}/SendWhen`, { event: 'bill-hearing' })).status).toBe(400);
  });
});

describe('a draft that waits for a vacant seat', () => {
  it('is ready when a seat of its position is vacant, also without any change on that day', async () => {
    const { id } = await wait({ event: 'seat-vacant', committeeId, positionId });
    const chair = demoId('demo', 'committee-position:chair');
    const other = await wait({ event: 'seat-vacant', committeeId, positionId: chair });
    await openVacancy({ openedOn: addDays(today(), 3) });
    await settle();
    expect((await get(id)).status).toBe('waiting');
    await sweepAfter(2 * DAY);
    expect((await get(id)).status).toBe('waiting');
    await sweepAfter(4 * DAY);
    expect(await get(id)).toMatchObject({ status: 'ready', sendWhen: { positionId } });
    expect((await get(other.id)).status).toBe('waiting');
  });

  it('says that its committee is gone', async () => {
    const created = await done('POST', '/committee/createcommittee', { name: `Committee ${randomUUID()}` });
    const { id } = await wait({ event: 'seat-vacant', committeeId: created.id });
    await done('POST', `/committee/${created.id}/Deactivate`, {});
    await settle();
    expect(await get(id)).toMatchObject({ status: 'draft', sendWhen: { ended: { reason: 'subject-gone' } } });
  });
});

describe('the wait of a draft', () => {
  it('ends after its last day, also when it is ready', async () => {
    const { id } = await wait({ event: 'seat-vacant', committeeId, expiresOn: today() });
    await sweepAfter(2 * DAY);
    expect(await get(id)).toMatchObject({ status: 'draft', sendWhen: { ended: { reason: 'expired' } } });
    const billId = takeBill();
    const ready = await waitForHearing(billId, { expiresOn: today() });
    await saveHearing(billId);
    await settle();
    expect((await get(ready.id)).status).toBe('ready');
    await sweepAfter(2 * DAY);
    expect((await get(ready.id)).status).toBe('draft');
    expect((await send('POST', `/Broadcasts/${ready.id}/Release`, {})).status).toBe(409);
  });

  it('ends at most two years from now', async () => {
    const id = await createDraft({ listIds: [await createList([])] });
    const put = (expiresOn: string) =>
      send('PUT', `/Broadcasts/${id}/SendWhen`, { event: 'seat-vacant', committeeId, expiresOn });
    expect((await put(addDays(today(), 800))).status).toBe(409);
    expect((await put(addDays(today(), -1))).status).toBe(409);
    expect((await put(addDays(today(), 729))).status).toBe(200);
  });

  it('ends by request, with the draft, and when the draft is sent; nothing is left of it', async () => {
    const store = getPlatform().store('demo');
    const countWaits = async () => (await store.get(followerCountKey(store)))?.waits ?? 0;
    const before = await countWaits();
    const [a, b, c] = [
      await wait({ event: 'seat-vacant', committeeId }),
      await wait({ event: 'seat-vacant', committeeId }),
      await wait({ event: 'seat-vacant', committeeId }),
    ];
    expect(await countWaits()).toBe(before + 3);
    await done('DELETE', `/Broadcasts/${a.id}/SendWhen`);
    expect(await get(a.id)).toMatchObject({ status: 'draft', sendWhen: null });
    expect((await send('DELETE', `/Broadcasts/${a.id}/SendWhen`)).status).toBe(409);
    await done('DELETE', `/Broadcasts/${b.id}`);
    await done('POST', `/Broadcasts/${c.id}/Send`, {});
    expect(await countWaits()).toBe(before);
    const timers = await dueTimers(store, new Date(Date.now() + 1000 * DAY), 500, 'crm');
    expect(timers.filter(({ subject }) => [a.id, b.id, c.id].includes(subject))).toEqual([]);
  });

  it('goes on when the draft is changed, which takes the permission to send where no release is asked for', async () => {
    const body = { event: 'seat-vacant', committeeId };
    const { id } = await wait(body);
    const listIds = [await createList([])];
    const text = { name: 'Changed', subject: 'S', mjml: '<mjml><mj-body /></mjml>', listIds };
    const changed = {
      ...text,
      mjml: '<mjml><mj-body><mj-section><mj-column><mj-text>x</mj-text></mj-column></mj-section></mj-body></mjml>',
    };
    const asWriter = (method: string, path: string, sent?: object) => send(method, path, sent, writer);
    const file = { name: 'Program', content: Buffer.from('%PDF-1.4').toString('base64') };
    const attached = await asWriter('POST', `/Broadcasts/${id}/Attachments`, file);
    expect(attached.status, attached.text).toBe(200);
    const [{ id: fileId }] = attached.body.attachments;
    expect((await asWriter('PUT', `/Broadcasts/${id}`, changed)).status).toBe(200);
    expect(await get(id)).toMatchObject({ name: 'Changed', status: 'waiting', sendWhen: body });
    const direct = { ...body, withoutRelease: true };
    expect((await asWriter('PUT', `/Broadcasts/${id}/SendWhen`, direct)).status).toBe(403);
    await done('PUT', `/Broadcasts/${id}/SendWhen`, direct);
    expect((await asWriter('PUT', `/Broadcasts/${id}`, changed)).status).toBe(403);
    expect((await asWriter('POST', `/Broadcasts/${id}/Attachments`, file)).status).toBe(403);
    expect((await asWriter('DELETE', `/Broadcasts/${id}/Attachments/${fileId}`)).status).toBe(403);
    expect((await send('PUT', `/Broadcasts/${id}`, changed)).status).toBe(200);
  });

  it('needs a release where who set it up may no longer send, and says so in a mail to them', async () => {
    const store = getPlatform().store('demo');
    const subject = randomUUID();
    const token = await getPlatform().tokenFor({ tenant: 'demo', subject, roles: ['admin'] });
    const { id } = await wait({ event: 'seat-vacant', committeeId });
    const billId = takeBill();
    const body = { event: 'bill-hearing', billId: Number(billId), withoutRelease: true };
    expect((await send('PUT', `/Broadcasts/${id}/SendWhen`, body, token)).status).toBe(200);
    const name = 'author@broadcast.example';
    await commit([update(subjectKey(store, subject), { set: { roles: [], name } })]);
    await saveHearing(billId);
    await settle();
    await triggers.caughtUp();
    expect(await get(id)).toMatchObject({
      status: 'ready',
      sendWhen: { heldBack: expect.stringContaining('may no longer send') },
    });
    const [notice] = getServer().mails.filter(({ to }) => to === name);
    expect(notice?.mail.subject).toMatch(/^Broadcast \d+ is ready to be sent$/);
    expect(notice?.mail.text).toContain('may no longer send');
  });

  it('is one of a limited number', async () => {
    const store = getPlatform().store('demo');
    const counted = (await store.get(followerCountKey(store)))?.waits ?? 0;
    await commit([update(followerCountKey(store), { add: { waits: MAX_WAITS - counted } })]);
    const id = await createDraft({ listIds: [await createList([])] });
    const refused = await send('PUT', `/Broadcasts/${id}/SendWhen`, { event: 'seat-vacant', committeeId });
    expect([refused.status, refused.body.error.message]).toEqual([409, expect.stringContaining('maximum')]);
    await commit([update(followerCountKey(store), { add: { waits: counted - MAX_WAITS } })]);
  });
});
