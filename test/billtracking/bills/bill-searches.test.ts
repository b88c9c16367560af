// Saved searches: a new bill is reported once per search, with what matched, on every channel
// (docs/interface/billtracking.md#saved-searches).
import ICAL from 'ical.js';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { upsertBills } from '../../../functions/billtracking/bills/upsert-bills.ts';
import { matchChange } from '../../../functions/billtracking/searches/match-change.ts';
import { changesAfter } from '../../../shared/change-feed/feed.ts';
import { useWebhookDeliveries } from '../subscriptions/webhook-deliveries.ts';
import { buildBill } from './bills-platform.ts';

const platform = useWebhookDeliveries();
/** A match is a change of its own, which goes the same way as the bill's. */
const settle = async () => {
  await platform.service.waitUntilSettled();
  await platform.service.waitUntilSettled();
};
const getStore = () => platform.service.platform.store('demo');
let token: string;
let reader: string;
beforeAll(async () => {
  token = await platform.service.platform.tokenFor({
    tenant: 'demo',
    permissions: ['billtracking.bills.read', 'billtracking.subscriptions.write'],
  });
  reader = await platform.service.platform.tokenFor({
    tenant: 'demo',
    permissions: ['billtracking.bills.read'],
  });
});

const call = (method: string, path: string, body?: unknown, as = token) =>
  platform.service.call(method, `search${path}`, { token: as, ...(body !== undefined && { body }) });
const saveSearch = async (criteria: object, name = 'Test search') => {
  const reply = await call('POST', '', { name, criteria });
  expect(reply.status, reply.text).toBe(200);
  return reply.body.data;
};
const importBill = async (billNumber: string, more: Parameters<typeof buildBill>[1] = {}) => {
  const [result] = await upsertBills(
    getStore(),
    [{ content: buildBill(billNumber, more), actions: [] }],
    new Date(),
  );
  return result?.billId ?? '';
};
const listMatches = async (id: string) =>
  (await call('GET', `/${id}/matches`)).body.data.matches as { bill: { billNumber: string } }[];
const listNumbers = async (id: string) => (await listMatches(id)).map(({ bill }) => bill.billNumber);

describe('a saved search', () => {
  it('finds a new bill once, and not again when the bill changes', async () => {
    const { id } = await saveSearch({ allOf: ['oyster reef*'], stateIds: [24] });
    await importBill('HB 7001', { title: 'Protecting oyster reefs' });
    await importBill('HB 7002', { title: 'Reefs of oyster shells' });
    await settle();
    expect(await listNumbers(id)).toEqual(['HB 7001']);
    await importBill('HB 7001', { title: 'Protecting all oyster reefs' });
    await settle();
    expect(await listNumbers(id)).toEqual(['HB 7001']);
  });

  it('finds a bill that gets its words later', async () => {
    const { id } = await saveSearch({ anyOf: ['terrapin'] });
    await importBill('HB 7003', { title: 'Concerning turtles' });
    await importBill('HB 7003', { title: 'Concerning turtles', summary: 'Names the terrapin.' });
    await settle();
    expect(await listNumbers(id)).toEqual(['HB 7003']);
  });

  it('is not compared when only the tracking of a bill changes, and does not find an archived bill', async () => {
    const billId = await importBill('HB 7004', { title: 'Concerning herons' });
    await platform.service.track(billId, { trackingStatus: 'ARCHIVED' });
    const { id } = await saveSearch({ anyOf: ['herons'] });
    await platform.service.track(billId, { tags: ['Birds'] });
    await importBill('HB 7004', { title: 'Concerning herons and egrets' });
    await settle();
    expect(await listNumbers(id)).toEqual([]);
  });

  it('looks into the stored texts of bills by choice, and shows the passages that match', async () => {
    const criteria = { allOf: ['statute', 'curlew wardens'] };
    const into = await saveSearch({ ...criteria, inTexts: true });
    const not = await saveSearch(criteria);
    const billId = await importBill('HB 7020', { title: 'Concerning the statute of birds' });
    const writer = await platform.service.platform.tokenFor({
      tenant: 'demo',
      permissions: ['billtracking.bills.write'],
    });
    const addText = async (title: string, text: string) => {
      const body = { kind: 'VERSION', title, text };
      const reply = await platform.service.call('POST', `${billId}/documents`, { token: writer, body });
      expect(reply.status, reply.text).toBe(200);
    };
    await addText('Introduced', 'Section 1. A county may appoint herons.');
    await settle();
    expect(await listNumbers(into.id)).toEqual([]);
    const filler = 'The legislature finds that this is so. '.repeat(20);
    await addText(
      'Substitute',
      `Section 1. Curlew wardens serve. ${filler} Section 9. The Curlew  wardens end.`,
    );
    await settle();
    expect(await listNumbers(into.id)).toEqual(['HB 7020']);
    expect(await listNumbers(not.id)).toEqual([]);
    const [match] = (await call('GET', `/${into.id}/matches`)).body.data.matches;
    const texts = match.excerpts.filter(({ field }: { field: string }) => field === 'text');
    expect(texts).toHaveLength(2);
    expect(texts[0].document.title).toBe('Substitute');
    const marked = texts.map(({ parts }: { parts: { text: string; isMatch: boolean }[] }) =>
      parts.filter(({ isMatch }) => isMatch).map(({ text }) => text),
    );
    expect(marked).toEqual([['Curlew wardens'], ['Curlew wardens']]);
    const preview = async (inTexts: boolean) =>
      (await call('POST', '/preview', { criteria: { ...criteria, inTexts } })).body.data.bills.map(
        ({ bill }: { bill: { billNumber: string } }) => bill.billNumber,
      );
    expect(await preview(true)).toEqual(['HB 7020']);
    expect(await preview(false)).toEqual([]);
  });

  it('records one match when a change is delivered several times at once', async () => {
    const { id } = await saveSearch({ anyOf: ['sturgeon'] });
    await importBill('HB 7005', { title: 'Concerning sturgeon' });
    await settle();
    const page = await changesAfter(getStore(), undefined, 1000, new Date(Date.now() + 60_000));
    const change = page.items.find(
      ({ type, subject }) => type === 'bill-match.created' && subject.startsWith(id),
    );
    const bill = page.items.findLast(({ type }) => type === 'bill.created');
    expect(change).toBeDefined();
    expect(bill).toBeDefined();
    const again = bill
      ? await Promise.all([1, 2, 3].map(() => matchChange(getStore(), bill, new Date())))
      : [];
    expect(again).toEqual([0, 0, 0]);
    expect(await listNumbers(id)).toEqual(['HB 7005']);
  });

  it('is refused with everything that is wrong, and when it only excludes words', async () => {
    const reply = await call('POST', '', {
      name: 'Bad',
      criteria: { noneOf: ['...'], stateIds: [], committeeIds: [] },
    });
    expect(reply.status).toBe(400);
    expect(reply.text).toContain('criteria.noneOf[0] must have letters or digits');
    expect(reply.text).toContain('at least one condition besides noneOf');
    const unknown = await call('POST', '', { name: 'Bad', criteria: { stateIds: [99], sessionIds: [1] } });
    expect(unknown.text).toContain('There is no state with the id 99.');
    expect(unknown.text).toContain('There is no session with the id 1.');
  });

  it('is changed on the condition of If-Match, and only with the permission', async () => {
    const { id } = await saveSearch({ anyOf: ['otters'] });
    const change = { name: 'Otters and beavers' };
    const send = (headers: Record<string, string>) =>
      platform.service.call('PUT', `search/${id}`, { token, body: change, headers });
    expect((await send({ 'If-Match': '"7"' })).status).toBe(412);
    expect((await send({ 'If-Match': '"1"' })).body.data.name).toBe('Otters and beavers');
    expect((await call('PUT', `/${id}`, change, reader)).status).toBe(403);
    expect((await call('DELETE', `/${id}`, undefined, reader)).status).toBe(403);
    expect((await call('DELETE', `/${id}`)).status).toBe(200);
    expect((await call('GET', `/${id}`)).status).toBe(404);
  });

  it('is tried on the bills that are there, with phrases and excerpts, before it is saved', async () => {
    await importBill('HB 7006', {
      title: 'Limiting rent for manatee keepers',
      summary: 'Rent of a manatee keeper.',
    });
    await importBill('HB 7007', { title: 'Limiting keepers of a manatee' });
    const { body } = await call('POST', '/preview', { criteria: { allOf: ['manatee keeper*'] } });
    expect(body.data).toMatchObject({ found: 1, isComplete: true });
    expect(body.data.bills[0].bill.billNumber).toBe('HB 7006');
    expect(body.data.bills[0].excerpts[0]).toEqual({
      field: 'title',
      parts: [
        { text: 'Limiting rent for ', isMatch: false },
        { text: 'manatee keepers', isMatch: true },
      ],
    });
  });
});

describe('what a search finds is reported', () => {
  const criteria = { allOf: ['ospreys'] };
  let searchId: string;
  beforeEach(async () => {
    searchId = (await saveSearch(criteria, 'Ospreys')).id;
  });

  it('by webhook, once, with the excerpts', async () => {
    await platform.subscribeWebhook({ what: { searches: [searchId] } });
    await importBill('HB 7010', { title: 'Nests of ospreys', introducedDate: '2020-01-05' });
    await settle();
    await importBill('HB 7010', { title: 'Nests of ospreys and eagles', introducedDate: '2020-01-05' });
    await settle();
    const messages = platform.receiver.received.map(({ body }) => JSON.parse(body));
    expect(messages).toHaveLength(1);
    expect(messages[0]).toMatchObject({
      type: 'bill-match.created',
      data: {
        search: { id: searchId, name: 'Ospreys' },
        bill: { billNumber: 'HB 7010' },
        isLate: true,
        excerpts: [{ field: 'title', parts: [{ text: 'Nests of ' }, { text: 'ospreys', isMatch: true }] }],
      },
    });
  });

  it('on the push channel, as a delivery', async () => {
    const { id } = await platform.service.subscribe({
      what: { searches: [searchId] },
      channel: { type: 'push' },
    });
    platform.deleteLater(id);
    await importBill('HB 7011', { title: 'Ospreys of the bay' });
    await settle();
    const [delivery] = await platform.service.listDeliveries(id);
    expect(delivery).toMatchObject({
      type: 'bill-match.created',
      message: { data: { bill: { billNumber: 'HB 7011' } } },
    });
  });

  it('by mail within a minute, with what matched marked, in text and HTML', async () => {
    const email = 'ospreys@example.org';
    const { id } = await platform.service.subscribe({
      name: 'New bills',
      what: { searches: [searchId] },
      channel: { type: 'mail', email, digest: { frequency: 'immediate' } },
    });
    platform.deleteLater(id);
    await platform.service.confirm(email);
    await importBill('HB 7012', { title: 'Feeding <ospreys> in winter' });
    await settle();
    await platform.service.runTimers(new Date(Date.now() + 60_000));
    const mails = (await platform.service.listMailsTo(email)).filter(({ subject }) =>
      subject.startsWith('New bills'),
    );
    expect(mails.map(({ subject }) => subject)).toEqual(['New bills: 1 bill found']);
    expect(mails[0]?.text).toContain('FOUND BY THE SEARCH “OSPREYS”');
    expect(mails[0]?.text).toContain('Title: Feeding <*ospreys*> in winter');
    expect(mails[0]?.html).toContain('Feeding &lt;<mark>ospreys</mark>&gt; in winter');
    await platform.service.runTimers(new Date(Date.now() + 2 * 3_600_000));
    expect(
      (await platform.service.listMailsTo(email)).filter(({ subject }) => subject.startsWith('New bills')),
    ).toHaveLength(1);
  });

  it('in a calendar feed, on the day on which it was found, readable by ical.js', async () => {
    const { id, feedAddress } = await platform.service.subscribe({
      what: { searches: [searchId] },
      channel: { type: 'calendar' },
    });
    platform.deleteLater(id);
    await importBill('HB 7013', { title: 'Ospreys, herons; and others' });
    await settle();
    const text = await (await fetch(feedAddress)).text();
    const events = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent');
    const summaries = events.map((event) => new ICAL.Event(event).summary);
    expect(summaries).toEqual(['New bill: HB 7013 Ospreys, herons; and others']);
  });

  it('to nobody whose subscription names a search that does not exist', async () => {
    const unknown = '6b1d4c9e-7a35-4f0b-9c51-2d8e0f3a7b99';
    const reply = await platform.service.call('POST', 'event/subscribe', {
      body: { name: 'Test', what: { searches: [unknown] }, channel: { type: 'push' } },
    });
    expect(reply.status).toBe(400);
    expect(reply.text).toContain(`There is no saved search with the id ${unknown}.`);
  });
});
