// A new version that replaces most of a tracked bill's text, and a text that its source replaced: watchers are notified by webhook, push and
// mail, with the page that compares both (docs/interface/billtracking.md#replaced-texts).
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { noteTextChange } from '../../../functions/billtracking/bills/documents/note-text-change.ts';
import { storeSourceText } from '../../../functions/billtracking/bills/documents/store-source-text.ts';
import { billById } from '../../../functions/billtracking/bills/record/store.ts';
import { upsertBills } from '../../../functions/billtracking/bills/upsert-bills.ts';
import { useWebhookDeliveries } from '../subscriptions/webhook-deliveries.ts';
import { buildBill } from './bills-platform.ts';

const deliveries = useWebhookDeliveries();
const getStore = () => deliveries.service.platform.store('demo');
let token: string;
beforeAll(async () => {
  token = await deliveries.service.platform.tokenFor({
    tenant: 'demo',
    permissions: ['billtracking.bills.read', 'billtracking.bills.write'],
  });
});
afterEach(() => setPercent(50));

const letters = 'abcdefghijklmnopqrstuvwxyz';
/** Paragraphs of the same length that share no word, so that shares of them are shares of the text. */
const write = (from: number, to: number, salt: string): string[] =>
  Array.from({ length: to - from }, (_, index) => {
    const number = from + index;
    const word = (at: number): string =>
      `${salt}${letters[number % 26]}${letters[Math.floor(number / 26) % 26]}${letters[at]}${letters[(number * 7 + at) % 26]}`;
    return Array.from({ length: 10 }, (_unused, at) => word(at)).join(' ');
  });
const original = write(0, 100, 'x');
/** A text that has so many of the hundred paragraphs, and others. */
const keep = (count: number): string => [...original.slice(0, count), ...write(0, 60, 'q')].join('\n\n');

async function importTracked(billNumber: string, trackingStatus = 'TRACKING'): Promise<string> {
  const [result] = await upsertBills(
    getStore(),
    [{ content: buildBill(billNumber), actions: [] }],
    new Date(),
  );
  const billId = result?.billId ?? '';
  await deliveries.service.track(billId, { trackingStatus });
  return billId;
}

async function addVersion(billId: string, title: string, date: string, text: string): Promise<string> {
  const reply = await deliveries.service.call('POST', `${billId}/documents`, {
    token,
    body: { kind: 'VERSION', title, date, text },
  });
  expect(reply.status, reply.text).toBe(200);
  await settle();
  return reply.body.data.id;
}
async function settle(): Promise<void> {
  // A document is compared, and then the change of its bill is delivered.
  await deliveries.service.waitUntilSettled();
  await deliveries.service.waitUntilSettled();
}
async function setPercent(rewritePercent: number): Promise<void> {
  const reply = await deliveries.service.call('PUT', 'settings', { token, body: { rewritePercent } });
  expect(reply.status, reply.text).toBe(200);
}
const readMessages = () => deliveries.receiver.received.map(({ body }) => JSON.parse(body));

describe('a new version that replaces most of the text', () => {
  it('is reported by webhook, push and mail with the share and the comparison, and in the list of reasons', async () => {
    const billId = await importTracked('HB 8101');
    await addVersion(billId, 'Introduced', '2026-01-10', original.join('\n\n'));
    const what = { events: false, bills: ['rewrite'] };
    await deliveries.subscribeWebhook({ what });
    const push = await deliveries.service.subscribe({ what, channel: { type: 'push' } });
    deliveries.deleteLater(push.id);
    const email = 'watcher@example.org';
    const mail = await deliveries.service.subscribe({
      ...{ name: 'Vehicles', what, channel: { type: 'mail', email, digest: { frequency: 'hourly' } } },
    });
    deliveries.deleteLater(mail.id);
    await deliveries.service.confirm(email);
    const documentId = await addVersion(billId, 'Substitute', '2026-02-10', keep(10));
    const [message, ...rest] = readMessages();
    expect(rest).toEqual([]);
    expect(message.data).toMatchObject({
      changes: ['rewrite'],
      bill: { billNumber: 'HB 8101' },
      rewrite: { title: 'Substitute', earlierTitle: 'Introduced', replacedPercent: 90, documentId },
    });
    const page = await (await fetch(message.data.rewrite.comparisonUrl)).text();
    expect(page).toContain('HB 8101: Introduced (2026-01-10) and Substitute (2026-02-10)');
    const [pushed] = await deliveries.service.listDeliveries(push.id);
    expect(pushed.message.data.rewrite.replacedPercent).toBe(90);
    await deliveries.service.runTimers(new Date(Date.now() + 1.1 * 3_600_000));
    const sent = (await deliveries.service.listMailsTo(email)).find(({ subject }) =>
      subject.startsWith('Vehicles'),
    );
    expect(sent?.text).toContain('90% of the text was replaced');
    expect(sent?.text).toContain('Introduced (Saturday, January 10, 2026)');
    expect(sent?.text).toMatch(/\n {2}http\S+\/bill\/comparison\/demo\//);
  });

  it.each([
    [50, 50, true],
    [51, 50, false],
    [30, 70, true],
    [31, 70, false],
  ])(
    'that keeps %i of 100 paragraphs, with a limit of %i percent, is reported: %s',
    async (kept, percent, isReported) => {
      await setPercent(percent);
      const billId = await importTracked(`HB 82${kept}`);
      await addVersion(billId, 'Introduced', '2026-01-10', original.join('\n\n'));
      await addVersion(billId, 'Substitute', '2026-02-10', keep(kept));
      const bill = await billById(getStore(), billId);
      expect(bill?.rewrite?.replacedPercent).toBe(isReported ? 100 - kept : undefined);
    },
  );

  it('is compared with the version before it by date, only while the bill is tracked, and once', async () => {
    const untracked = await importTracked('HB 8301', 'NOT_TRACKED');
    await addVersion(untracked, 'Introduced', '2026-01-10', original.join('\n\n'));
    await addVersion(untracked, 'Substitute', '2026-02-10', keep(0));
    expect((await billById(getStore(), untracked))?.rewrite).toBeUndefined();
    const billId = await importTracked('HB 8302');
    await addVersion(billId, 'Introduced', '2026-01-10', original.join('\n\n'));
    const engrossed = await addVersion(billId, 'Engrossed', '2026-03-10', keep(0));
    await addVersion(billId, 'Reported', '2026-02-10', original.slice(0, 95).join('\n\n'));
    const before = await billById(getStore(), billId);
    expect(before?.rewrite).toMatchObject({ documentId: engrossed, earlierTitle: 'Introduced' });
    await noteTextChange(getStore(), engrossed, new Date());
    expect((await billById(getStore(), billId))?.version).toBe(before?.version);
  });
});

describe('a text that its source replaced', () => {
  it('is reported with both texts, and as a rewrite only when most of it is gone', async () => {
    const billId = await importTracked('HB 8401');
    const store = (text: string) =>
      storeSourceText(
        getStore(),
        {
          ...{ billId, kind: 'VERSION', title: 'Introduced', date: '2026-01-10' },
          source: {
            name: 'Open States',
            feedId: 'f',
            otherKeys: [],
            key: 'link https://legislature.example.org/8401',
          },
        },
        { text },
        new Date(),
      );
    expect(await store(original.join('\n\n'))).toBe('created');
    await settle();
    await deliveries.subscribeWebhook({ what: { events: false, bills: ['text', 'rewrite'] } });
    expect(await store(original.slice(0, 90).join('\n\n'))).toBe('updated');
    await settle();
    const [message, ...rest] = readMessages();
    expect(rest).toEqual([]);
    expect(message.data.changes).toEqual(['text']);
    expect(message.data.replacedText).toMatchObject({ title: 'Introduced', earlierTitle: 'Introduced' });
    expect(await (await fetch(message.data.replacedText.comparisonUrl)).text()).toContain(
      '10 paragraphs were removed',
    );
    expect(message.data.rewrite).toBeUndefined();
    // The same text again is no change.
    expect(await store(original.slice(0, 90).join('\n\n\n'))).toBe('unchanged');
  });
});
