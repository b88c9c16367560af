// The tenant's own positions and priorities, voiding a wrong position, notes that are edited and deleted, and members who
// subscribe themselves (docs/interface/billtracking.md#positions, #priorities, #notes, #own-subscriptions).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commit, update } from '../../../shared/data/changes.ts';
import { recordId } from '../../../shared/directory/record/record-id.ts';
import { pick } from '../../../shared/values/pick.ts';
import { type BillsPlatform, buildBill, startBillsPlatform } from './bills-platform.ts';

let service: BillsPlatform;
let token: string;
beforeAll(async () => {
  service = await startBillsPlatform();
  token = await service.platform.tokenFor({
    tenant: 'demo',
    permissions: ['billtracking.bills.read', 'billtracking.bills.write', 'billtracking.activity.read'],
  });
});
afterAll(() => service.platform.stop());

const call = (
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
  as = token,
) =>
  service.platform.call(method, 'billtracking', `/api/1.0/bill/${path}`, {
    tenant: 'demo',
    token: as,
    headers,
    ...(body !== undefined && { body }),
  });
const listPositions = async (id: string) => (await call('GET', `${id}/positions`)).body.data;
/** Sending nothing changes nothing, and returns the tracking. */
const readTracking = async (billId: string) => (await call('POST', 'tracking/save', { billId })).body.data;
const negotiating = { positionId: 7, title: 'Negotiating', colorCode: '#8A5A00', position: 'NEUTRAL' };

describe('own positions', () => {
  it('count as one of the five, and keep their title in the history', async () => {
    const [id = ''] = await service.importBills(buildBill('HB 7101'));
    expect((await call('PUT', 'settings', { ownPositions: [negotiating] })).status).toBe(200);
    const saved = await service.track(id, { positionId: 7, positionNote: 'Talks with the sponsor' });
    expect(saved.body.data).toMatchObject({
      position: 'NEUTRAL',
      positionId: 7,
      positionTitle: 'Negotiating',
    });
    await service.track(id, { position: 'NEUTRAL' });
    await call('PUT', 'settings', { ownPositions: [] });
    const titles = (await listPositions(id)).map(({ title, positionId }: Record<string, unknown>) => [
      title,
      positionId,
    ]);
    expect(titles).toEqual([
      ['Neutral', null],
      ['Negotiating', 7],
    ]);
  });

  it('must exist, be unique, and agree with the position that is sent', async () => {
    const [id = ''] = await service.importBills(buildBill('HB 7102'));
    const twice = await call('PUT', 'settings', { ownPositions: [negotiating, negotiating] });
    expect(twice.text).toContain('The positionId 7 is used twice in ownPositions, but must be unique.');
    await call('PUT', 'settings', { ownPositions: [negotiating] });
    const save = (input: object) => call('POST', 'tracking/save', { billId: id, ...input });
    expect((await save({ positionId: 8 })).text).toContain('There is no own position with the id 8.');
    expect((await save({ positionId: 7, position: 'OPPOSE' })).text).toContain(
      'The own position Negotiating counts as NEUTRAL, but position was OPPOSE.',
    );
  });
});

describe('a void position', () => {
  it('stays in the history with who voided it and why, and was never held', async () => {
    const [id = ''] = await service.importBills(buildBill('HB 7103'));
    await service.track(id, { position: 'SUPPORT', positionEffectiveDate: '2026-01-05' });
    await service.track(id, { position: 'OPPOSE', positionEffectiveDate: '2026-01-20' });
    const [wrong] = await listPositions(id);
    const path = `${id}/positions/${wrong.id}/void`;
    expect((await call('POST', path, { reason: 'Wrong bill' }, { 'If-Match': '"1"' })).status).toBe(412);
    const reply = await call('POST', path, { reason: 'Wrong bill' });
    expect(reply.status, reply.text).toBe(200);
    expect(reply.body.data).toMatchObject([
      { position: 'OPPOSE', isVoid: true, isHeld: false, effectiveTo: null, voidReason: 'Wrong bill' },
      { position: 'SUPPORT', isVoid: false, isHeld: true, effectiveTo: null },
    ]);
    expect((await readTracking(id)).position).toBe('SUPPORT');
    expect((await call('POST', path, { reason: 'Again' })).status).toBe(409);
    const filter = { entityType: 'BILL', entityId: id };
    const lines = await service.post('/api/1.0/activity/log/list', filter, service.staff);
    const [voided, ...others] = lines.body.collection;
    expect(voided).toMatchObject({ action: 'BILL_POSITION_VOIDED', metadata: { state: 'MD' } });
    // Every line about a bill has the same facts of it.
    for (const { metadata } of others)
      expect(voided.metadata).toMatchObject(pick(metadata, ['billNumber', 'state', 'session']));
  });

  it('can be the only one: then the bill has no position', async () => {
    const [id = ''] = await service.importBills(buildBill('HB 7104'));
    await service.track(id, { position: 'SUPPORT' });
    const [only] = await listPositions(id);
    await call('POST', `${id}/positions/${only.id}/void`, { reason: 'Not decided' });
    expect((await readTracking(id)).position).toBe('NO_POSITION');
    const saved = await service.track(id, { position: 'SUPPORT' });
    expect(saved.body.data.position).toBe('SUPPORT');
  });
});

describe('priorities', () => {
  it('have titles of the tenant, and a history with who and when', async () => {
    const [id = ''] = await service.importBills(buildBill('HB 7105'));
    const priorities = [
      { priority: 1, title: 'All hands', colorCode: '#B3261E' },
      { priority: 3, title: 'Watch', colorCode: '#1F5FA8' },
    ];
    await call('PUT', 'settings', { priorities });
    expect((await service.track(id, { priority: 1 })).body.data.priorityTitle).toBe('All hands');
    const other = await call('POST', 'tracking/save', { billId: id, priority: 2 });
    expect(other.text).toContain("priority must be one of the tenant's priorities, 1 (All hands), 3 (Watch)");
    await service.track(id, { priority: null });
    const history = (await call('GET', `${id}/priorities`)).body.data;
    expect(history).toMatchObject([
      { priority: null, title: null },
      { priority: 1, title: 'All hands' },
    ]);
  });
});

describe('notes', () => {
  it('are changed and deleted on the condition of If-Match, and say who changed them', async () => {
    const [id = ''] = await service.importBills(buildBill('HB 7106'));
    const { body } = await call('POST', `${id}/notes`, { text: 'First' });
    const path = `${id}/notes/${body.data.id}`;
    expect((await call('PUT', path, { text: 'Second' }, { 'If-Match': '"9"' })).status).toBe(412);
    const changed = await call('PUT', path, { text: 'Second' }, { 'If-Match': '"1"' });
    expect(changed.body.data).toMatchObject({ text: 'Second', modifiedBy: expect.any(String) });
    expect((await call('DELETE', path, undefined, { 'If-Match': '"1"' })).status).toBe(412);
    expect((await call('DELETE', path, undefined, { 'If-Match': '"2"' })).status).toBe(204);
    expect((await call('GET', `${id}/notes`)).body.collection).toEqual([]);
    expect((await call('PUT', path, { text: 'Third' })).status).toBe(404);
  });
});

describe('a member', () => {
  const path = 'event/own-subscriptions';
  const memberToken = (name: string) =>
    service.platform.tokenFor({
      tenant: 'demo',
      roles: ['member'],
      personId: recordId('demo', 'person:demo', name),
    });

  it('subscribes themselves by mail or feed, and lists and deletes only what they made', async () => {
    const [ben, ada] = await Promise.all([memberToken('ben'), memberToken('kira')]);
    const made = await call('POST', path, { name: 'Mine', channel: { type: 'mail' } }, {}, ben);
    expect(made.status, made.text).toBe(200);
    expect(made.body.data).toMatchObject({ status: 'active', isConfirmed: true });
    const feed = await call('POST', path, { name: 'Feed', channel: { type: 'calendar' } }, {}, ben);
    expect(feed.body.data.feedAddress).toMatch(/\.ics$/);
    const listNames = async (as: string) =>
      (await call('GET', path, undefined, {}, as)).body.data.map(({ name }: { name: string }) => name);
    expect((await listNames(ben)).toSorted()).toEqual(['Feed', 'Mine']);
    expect(await listNames(ada)).toEqual([]);
    const { id } = made.body.data;
    expect((await call('DELETE', `${path}/${id}`, undefined, {}, ada)).status).toBe(404);
    expect((await call('DELETE', `${path}/${id}`, undefined, {}, ben)).status).toBe(200);
    expect(await listNames(ben)).toEqual(['Feed']);
  });

  it('has 20 subscriptions at most, however many are asked for at once', async () => {
    const lena = await memberToken('lena');
    const mine = { name: 'Mine', channel: { type: 'calendar' } };
    const replies = await Promise.all(Array.from({ length: 24 }, () => call('POST', path, mine, {}, lena)));
    const statuses = replies.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(20);
    expect(statuses.filter((status) => status === 409)).toHaveLength(4);
    const own = (await call('GET', path, undefined, {}, lena)).body.data;
    expect(own).toHaveLength(20);
    await Promise.all(
      own.map(({ id }: { id: string }) => call('DELETE', `${path}/${id}`, undefined, {}, lena)),
    );
  });

  it('has a limit with all members, which leaves that of staff to staff', async () => {
    const key = service.store.key<Record<string, number>>('EVENT-SUBSCRIPTION-COUNT', 'COUNT');
    const ben = await memberToken('ben');
    const mine = { name: 'Mine', channel: { type: 'calendar' } };
    const { id } = (await call('POST', path, mine, {}, ben)).body.data;
    const before = await service.store.get(key, { consistent: true });
    await commit([update(key, { set: { ofMembers: 500 } })]);
    expect((await call('POST', path, mine, {}, ben)).body.message).toContain(
      'Members have 500 subscriptions',
    );
    const staff = await service.post('/api/1.0/bill/event/subscribe', mine);
    expect(staff.status).toBe(200);
    await call('DELETE', `${path}/${id}`, undefined, {}, ben);
    expect(await service.store.get(key, { consistent: true })).toMatchObject({
      ...{ ofMembers: 499, count: (before?.count ?? 0) + 1 },
    });
    expect((await call('POST', path, mine, {}, ben)).status).toBe(200);
    await commit([update(key, { set: { ofMembers: before?.ofMembers ?? 0 } })]);
  });

  it("gets no webhook, no topics and no mail to another's address, and does not see other subscriptions", async () => {
    const ben = await memberToken('ben');
    const send = (body: object) => call('POST', path, { name: 'Mine', ...body }, {}, ben);
    const webhook = await send({ channel: { type: 'webhook', url: 'https://example.org/hook' } });
    expect(webhook.text).toContain('channel.type must be mail or calendar, but was webhook.');
    const mail = await send({ channel: { type: 'mail', email: 'else@example.org' } });
    expect(mail.text).toContain('channel.email must be your own address');
    const all = await call('POST', 'event/subscription/list', {}, {}, ben);
    expect(all.status).toBe(403);
  });
});
