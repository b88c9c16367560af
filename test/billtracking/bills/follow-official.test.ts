// Subscriptions that follow officials: their votes, sponsorships and committees (docs/interface/billtracking.md#follow-an-official).
import { beforeAll, describe, expect, it } from 'vitest';
import type { IncomingBill } from '../../../functions/billtracking/bills/incoming-bill.ts';
import type { RollCall } from '../../../functions/billtracking/bills/record/bill.ts';
import { upsertBills } from '../../../functions/billtracking/bills/upsert-bills.ts';
import { handler as moveReferences } from '../../../functions/crm/jobs/merge-records/handler.ts';
import { committeesByState } from '../../../shared/legislature/committee-numbers.ts';
import { useWebhookDeliveries } from '../subscriptions/webhook-deliveries.ts';
import { buildBill } from './bills-platform.ts';

const deliveries = useWebhookDeliveries();
const getStore = () => deliveries.service.platform.store('demo');
let official: string;
let other: string;
beforeAll(() => {
  const { values } = deliveries.service.platform.demo;
  [official = '', other = ''] = [values.officialId, values.personId];
});

const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const importBill = async (bill: Omit<IncomingBill, 'actions'>) => {
  const [result] = await upsertBills(getStore(), [{ actions: [], ...bill }], new Date());
  await deliveries.service.waitUntilSettled();
  return result?.billId ?? '';
};
const buildRollCall = (vote: 'yea' | 'nay' | 'abs', date = day(0)): RollCall => ({
  ...{ chamber: 'lower', description: 'Third reading', date, passed: true },
  ...{ yea: 2, nay: 1, notVoting: 0, absent: 0, sourceUrl: 'https://legislature.example.org/roll-call/1' },
  votes: [
    { name: 'Olive Official', voteType: vote, personId: official },
    { name: 'Bo Ruiz', voteType: 'yea' },
  ],
});
const sponsor = (personId: string | undefined, name = 'Olive Official', isPrimary = false) => ({
  ...{ name, isPrimary },
  ...(personId !== undefined && { personId }),
});
const follow = (more: object = {}) =>
  deliveries.subscribeWebhook({ what: { events: false, officials: [official] }, ...more });
/** The news of officials in the messages that were received. */
const receivedNews = () =>
  deliveries.receiver.received
    .map(({ body }) => JSON.parse(body))
    .flatMap(({ type, data }) => (data.officials ?? []).map((one: object) => ({ type, ...one })));

describe('a subscription that follows an official', () => {
  it('gets sponsorships that are added and withdrawn, also of a bill that is not tracked', async () => {
    await follow();
    await importBill({ content: buildBill('HB 7101', { sponsors: [sponsor(official, undefined, true)] }) });
    expect(receivedNews()).toMatchObject([
      { type: 'bill.created', personId: official, kind: 'SPONSOR_ADDED', isPrimary: true },
    ]);
    deliveries.receiver.received.length = 0;
    await importBill({ content: buildBill('HB 7101', { sponsors: [sponsor(other, 'Ada')] }) });
    expect(receivedNews()).toMatchObject([
      { type: 'bill.updated', name: 'Olive Official', kind: 'SPONSOR_WITHDRAWN' },
    ]);
    deliveries.receiver.received.length = 0;
    await importBill({
      content: buildBill('HB 7101', { sponsors: [sponsor(other, 'Ada'), sponsor(official)] }),
    });
    expect(receivedNews()).toMatchObject([{ kind: 'SPONSOR_ADDED', isPrimary: false }]);
  });

  it('gets no news of a sponsor who was only linked to their record or written otherwise, and none of others', async () => {
    await importBill({ content: buildBill('HB 7102', { sponsors: [sponsor(undefined)] }) });
    await follow();
    await importBill({ content: buildBill('HB 7102', { sponsors: [sponsor(official)] }) });
    await importBill({ content: buildBill('HB 7102', { sponsors: [sponsor(official, 'Rep. Official')] }) });
    await importBill({ content: buildBill('HB 7103', { sponsors: [sponsor(other, 'Ada')] }) });
    expect(deliveries.receiver.received).toEqual([]);
  });

  it('gets votes with the position that was held, its day and its source', async () => {
    const content = buildBill('HB 7104');
    const billId = await importBill({ content });
    await deliveries.service.track(billId, {
      ...{ trackingStatus: 'TRACKING', position: 'SUPPORT', positionEffectiveDate: day(-5) },
    });
    await follow();
    await importBill({ content, rollCalls: [buildRollCall('nay', day(-1))] });
    expect(receivedNews()).toEqual([
      {
        ...{ type: 'bill.updated', personId: official, name: 'Olive Official', kind: 'VOTE' },
        ...{ vote: 'nay', position: 'SUPPORT', result: 'disagreed' },
        rollCall: {
          ...{ date: day(-1), chamber: 'lower', description: 'Third reading', passed: true },
          sourceUrl: 'https://legislature.example.org/roll-call/1',
        },
      },
    ]);
    const { body } = await deliveries.service.call('GET', `official/${official}/votes`, {
      token: await deliveries.service.platform.tokenFor({
        tenant: 'demo',
        permissions: ['billtracking.bills.read'],
      }),
    });
    expect(body.data.votes).toMatchObject([
      {
        ...{ billNumber: 'HB 7104', date: day(-1), vote: 'nay', position: 'SUPPORT', result: 'disagreed' },
        sourceUrl: 'https://legislature.example.org/roll-call/1',
      },
    ]);
  });

  // PAST_DAYS of official-news.ts: 14.
  it.each([
    [-14, ['VOTE']],
    [-16, []],
  ])('gets of a bill that is new here what is %i days old or younger than that', async (days, kinds) => {
    await follow();
    await importBill({
      content: buildBill(`HB 72${-days}`, {
        ...{ introducedDate: day(-40), sponsors: [sponsor(official)] },
      }),
      rollCalls: [buildRollCall('yea', day(days))],
    });
    expect(receivedNews().map(({ kind }) => kind)).toEqual(kinds);
  });

  it('gets nothing of bills outside of the filter, or that are archived', async () => {
    await follow({ filter: { stateIds: [6] } });
    await follow({ filter: { trackedOnly: true } });
    const content = buildBill('HB 7105', { sponsors: [sponsor(official)] });
    const billId = await importBill({ content });
    await deliveries.service.track(billId, { trackingStatus: 'ARCHIVED' });
    await follow();
    await importBill({ content, rollCalls: [buildRollCall('yea')] });
    expect(deliveries.receiver.received).toEqual([]);
  });

  it('tells each in a digest, in words', async () => {
    const to = 'follower@example.org';
    const { id } = await deliveries.service.subscribe({
      ...{ name: 'Olive', what: { events: false, officials: [official] } },
      channel: { type: 'mail', email: to, digest: { frequency: 'hourly' } },
    });
    deliveries.deleteLater(id);
    await deliveries.service.confirm(to);
    const content = buildBill('HB 7106', { sponsors: [sponsor(official)] });
    const billId = await importBill({ content });
    await deliveries.service.track(billId, {
      ...{ trackingStatus: 'TRACKING', position: 'OPPOSE', positionEffectiveDate: day(-2) },
    });
    await importBill({ content, rollCalls: [buildRollCall('yea')] });
    await joinCommittee();
    await deliveries.service.runTimers(new Date(Date.now() + 2 * 3_600_000));
    const mails = (await deliveries.service.listMailsTo(to)).filter(({ subject }) =>
      subject.startsWith('Olive'),
    );
    expect(mails).toHaveLength(1);
    const text = mails[0]?.text ?? '';
    expect(text).toContain('Olive Official sponsors it');
    expect(text).toContain('Olive Official voted yea, against our position (oppose): Third reading');
    expect(text).toMatch(/COMMITTEES OF OFFICIALS\n\n.*\n {2}Joined /);
    expect(text).not.toContain('Our position');
  });

  it('gets committees that the official joins and leaves', async () => {
    await follow();
    const { committee, membership } = await joinCommittee();
    expect(receivedNews()).toMatchObject([
      ...[{ type: 'membership.created', personId: official, kind: 'COMMITTEE_JOINED' }],
    ]);
    expect(receivedNews()[0].committee).toEqual({ id: committee.committeeId, name: committee.name });
    deliveries.receiver.received.length = 0;
    const ended = await deliveries.service.platform.call(
      ...(['POST', 'crm'] as const),
      `/api/v1/committee/${committee.committeeId}/members/${membership.id}/End`,
      { tenant: 'demo', token: await committeeToken(), body: { endDate: day(-1) } },
    );
    expect(ended.status, ended.text).toBe(200);
    await deliveries.service.waitUntilSettled();
    expect(receivedNews()).toMatchObject([{ type: 'membership.updated', kind: 'COMMITTEE_LEFT' }]);
  });

  it('is followed as the record into which theirs is merged', async () => {
    const { platform } = deliveries.service;
    const token = await platform.tokenFor({ tenant: 'demo', roles: ['admin'] });
    const created = await platform.call('POST', 'crm', '/api/v1/people', {
      ...{ tenant: 'demo', token },
      body: { firstName: 'Olive', lastName: 'Duplicate', externalIds: [] },
    });
    expect(created.status, created.text).toBe(201);
    const duplicate: string = created.body.id;
    const { id } = await deliveries.subscribeWebhook({ what: { events: false, officials: [duplicate] } });
    const merged = await platform.call('POST', 'crm', `/api/v1/people/${official}/Merge`, {
      ...{ tenant: 'demo', token, body: { personId: duplicate } },
    });
    expect(merged.status, merged.text).toBe(200);
    const Keys = { pk: { S: `T#demo#PERSON#${duplicate}` }, sk: { S: 'MERGE' } };
    await moveReferences({
      Records: [{ eventName: 'MODIFY', dynamodb: { Keys, NewImage: { type: { S: 'person-merge' } } } }],
    });
    await deliveries.service.waitUntilSettled();
    await importBill({ content: buildBill('HB 7107', { sponsors: [sponsor(official)] }) });
    expect(receivedNews()).toMatchObject([{ personId: official, kind: 'SPONSOR_ADDED' }]);
    const { body } = await deliveries.service.call('GET', `event/subscription/${id}`);
    expect(body.data.what.officials).toEqual([official]);
  });

  it('keeps an official who leaves office, or whose record is removed, and can be sent back as it was read', async () => {
    const { platform } = deliveries.service;
    const token = await platform.tokenFor({ tenant: 'demo', roles: ['admin'] });
    const send = (method: string, path: string, body?: object) =>
      platform.call(method, 'crm', `/api/v1/${path}`, { tenant: 'demo', token, ...(body && { body }) });
    const { body: leaver } = await send('POST', 'people', { firstName: 'Lee', lastName: 'Leaver' });
    const { id } = await deliveries.subscribeWebhook({ what: { events: false, officials: [leaver.id] } });
    const content = buildBill('HB 7108', { sponsors: [sponsor(leaver.id, 'Lee Leaver')] });
    await importBill({ content });
    expect((await send('POST', `people/${leaver.id}/Deactivate`)).status).toBe(200);
    const rollCall = buildRollCall('yea');
    const votes = [{ name: 'Lee Leaver', voteType: 'nay' as const, personId: leaver.id }];
    await importBill({ content, rollCalls: [{ ...rollCall, votes }] });
    expect(receivedNews().map(({ kind }) => kind)).toEqual(['SPONSOR_ADDED', 'VOTE']);
    const erased = await send('POST', `people/${leaver.id}/Erase`, { reason: 'Test' });
    expect(erased.status, erased.text).toBeLessThan(300);
    const path = `event/subscription/${id}`;
    const { what } = (await deliveries.service.call('GET', path)).body.data;
    const sentBack = await deliveries.service.call('PUT', path, { body: { name: 'Renamed', what } });
    expect(sentBack.status, sentBack.text).toBe(200);
    const unknown = [...(what.officials ?? []), '00000000-0000-4000-8000-000000000000'];
    const refused = await deliveries.service.call('PUT', path, { body: { what: { officials: unknown } } });
    expect(refused.body.details.errors).toMatchObject([{ target: `what.officials[${unknown.length - 1}]` }]);
  });

  it('is refused in a calendar feed, and with a person who does not exist', async () => {
    const refused = await deliveries.service.call('POST', 'event/subscribe', {
      body: {
        ...{ name: 'X', channel: { type: 'calendar' } },
        what: { officials: [official, '00000000-0000-4000-8000-000000000000'] },
      },
    });
    expect(refused.status).toBe(400);
    expect(refused.body.details.errors.map(({ target }: { target: string }) => target)).toEqual(
      expect.arrayContaining(['what.officials', 'what.officials[1]']),
    );
  });
});

const committeeToken = () =>
  deliveries.service.platform.tokenFor({
    tenant: 'demo',
    permissions: ['crm.committees.write', 'crm.committees.read'],
  });

let terms = 0;
/** Gives the official a term in a committee of the legislature, another one each time. */
async function joinCommittee() {
  const { platform } = deliveries.service;
  const committees = await committeesByState(getStore(), 53);
  const committee = committees.at(-1 - terms);
  if (!committee) throw new Error('the demo has no committee of the legislature');
  terms += 1;
  const saved = await platform.call('POST', 'crm', '/api/v1/committee/savecommitteemember', {
    ...{ tenant: 'demo', token: await committeeToken() },
    body: {
      ...{ committeeId: committee.committeeId, personId: official, startDate: day(-100) },
      positionId: platform.demo.values.committeePositionId,
    },
  });
  expect(saved.status, saved.text).toBe(201);
  await deliveries.service.waitUntilSettled();
  return { committee, membership: saved.body };
}
