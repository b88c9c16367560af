// Sweeps of bill tracking: data feeds, timers of reports and digests, deliveries, and changes that were not fanned out.
import { randomUUID } from 'node:crypto';
import { onTestFinished } from 'vitest';
import { REPORT_TIMER } from '../../../functions/billtracking/capitol-reports/schedules/store.ts';
import { sweepChanges } from '../../../functions/billtracking/events/subscriptions/deliveries/sweep.ts';
import { handler as runBillTimers } from '../../../functions/billtracking/jobs/run-bill-timers/handler.ts';
import { handler as runDataFeeds } from '../../../functions/billtracking/jobs/run-data-feeds/handler.ts';
import { demoId } from '../../../infra/local/demo/steps/references.ts';
import { appendChanges } from '../../../shared/change-feed/feed.ts';
import { commit, remove } from '../../../shared/data/changes.ts';
import { dueMails } from '../../../shared/mail/outbox.ts';
import { setTimer } from '../../../shared/schedule/timers.ts';
import { startFeedProviders } from '../../billtracking/feeds/feed-providers.ts';
import { buildOpenStatesBill } from '../../billtracking/feeds/open-states-provider.ts';
import { after, day, type HeldCase, type HeldContext, hour } from './held-case.ts';

const sweep = () => runBillTimers();

/** Makes a timer of bill tracking due. */
const makeDue = ({ store }: HeldContext, kind: string, subject: string) =>
  commit([setTimer(store('demo'), { kind, subject, area: 'billtracking', dueAt: after(-hour)() })]);

const countMails = async ({ store }: HeldContext, text: string): Promise<number> =>
  (await dueMails(store('demo'), after(day)(), 1000)).filter(({ to, subject }) =>
    `${to} ${subject}`.includes(text),
  ).length;

/** A feed of a provider with one bill, which counts its requests. */
async function createFeed({ call, look, store }: HeldContext, isPaused: boolean) {
  const providers = await startFeedProviders();
  onTestFinished(() => providers.stop());
  process.env.DATA_FEED_HOSTS = providers.address;
  providers.openStates.bills = [buildOpenStatesBill('H 1', '2027-02-01T10:00:00.000001+00:00')];
  await commit([remove(store('demo').key('DATA-FEED-QUOTA', 'openstates'))]);
  const path = '/api/1.0/datafeed';
  const key = randomUUID();
  const input = { name: 'Feed', key, provider: 'OPEN_STATES_API', stateIds: [50], isPaused };
  const { id } = (await call('POST', 'billtracking', path, input)).data;
  return {
    run: () => call('POST', 'billtracking', `${path}/${id}/run`),
    pause: () => call('PUT', 'billtracking', `${path}/${id}`, { isPaused: true }),
    remove: () => call('DELETE', 'billtracking', `${path}/${id}`),
    observe: async () => [
      await look('billtracking', `${path}/${id}`),
      providers.seen.filter((request) => request.key === key).length,
    ],
    readSchedule: async () => {
      const { isPaused: isStopped, nextRunDate } = (await call('GET', 'billtracking', `${path}/${id}`)).data;
      return { isStopped, nextRunDate };
    },
  };
}

/** A scheduled report that is due. */
async function scheduleReport(context: HeldContext) {
  const { call, look } = context;
  const name = `Held ${randomUUID()}`;
  const path = '/api/1.0/CapitolReport/schedule';
  const schedule = { frequency: 'weekly', weekday: 5, hour: 16, timeZone: 'America/New_York' };
  const recipientIds = [demoId('demo', 'person:ada')];
  const { id } = (
    await call('POST', 'billtracking', path, { name, reportType: 4, stateId: 24, schedule, recipientIds })
  ).data;
  await makeDue(context, REPORT_TIMER, id);
  return {
    update: (body: object) => call('PUT', 'billtracking', `${path}/${id}`, body),
    remove: () => call('DELETE', 'billtracking', `${path}/${id}`),
    observe: async () => [
      await look('billtracking', `${path}/${id}`),
      await look('billtracking', `${path}/${id}/runs`),
      await countMails(context, name),
    ],
  };
}

const subscriptionPath = '/api/1.0/bill/event/subscription';

async function subscribe({ call, look }: HeldContext, body: object) {
  const subscribed = { name: `Held ${randomUUID()}`, filter: { stateIds: [53] }, ...body };
  const { id } = (await call('POST', 'billtracking', '/api/1.0/bill/event/subscribe', subscribed)).data;
  const path = `${subscriptionPath}/${id}`;
  const act = (action: string) => call('POST', 'billtracking', `${path}/${action}`);
  onTestFinished(async () => void (await act('pause').catch(() => undefined)));
  return {
    ...{ id: String(id), act, remove: () => call('DELETE', 'billtracking', path) },
    listDeliveries: () => look('billtracking', `${path}/deliveries`),
    read: () => look('billtracking', path),
  };
}

const subscribeWebhook = (context: HeldContext) =>
  subscribe(context, { channel: { type: 'webhook', url: context.receiver.url } });

/** The feed is read up to a moment, and then from there on: each case is later than the one before. */
let minutes = 0;
const passTime = () => {
  minutes += 20;
};

/** Saves an event, whose change the stream appends to the feed and does not fan out. */
async function saveEvent({ call }: HeldContext): Promise<void> {
  const { id } = (
    await call('POST', 'billtracking', '/api/1.0/bill/event/save', {
      ...{ title: 'Public hearing', eventType: 'HEARING', stateId: 53 },
      ...{ startDate: '2083-02-01', startTime: '13:30', endTime: '15:00' },
    })
  ).data;
  const NewImage = {
    type: { S: 'calendar-event' },
    id: { S: id },
    version: { N: '1' },
    schemaVersion: { N: '1' },
  };
  const Keys = { pk: { S: `T#demo#CALENDAR-EVENT#${id}` }, sk: { S: 'ROW' } };
  const ApproximateCreationDateTime = Date.now() / 1000;
  const dynamodb = { Keys, NewImage, ApproximateCreationDateTime, SequenceNumber: String(Date.now()) };
  await appendChanges([{ eventName: 'INSERT', dynamodb }], after(minutes * 60_000)());
}

const sweepFeed = ({ store }: HeldContext) =>
  sweepChanges(store('demo'), after((minutes + 5) * 60_000)(), () => true);

/** A digest by mail that has something new to tell, and is due. */
async function subscribeByMail(context: HeldContext) {
  const { store } = context;
  passTime();
  const email = `${randomUUID()}@held.example`;
  const digest = { frequency: 'hourly' };
  const subscription = await subscribe(context, { channel: { type: 'mail', email, digest } });
  const mails = await dueMails(store('demo'), after(day)(), 1000);
  const asking = mails.find(({ to }) => to === email);
  await fetch(/https?:\S+\/Confirmations\/\S+/.exec(asking?.text ?? '')?.[0] ?? '', { method: 'POST' });
  await saveEvent(context);
  await sweepFeed(context);
  await makeDue(context, 'event-digest', subscription.id);
  return {
    ...subscription,
    observe: async () => [await subscription.read(), await countMails(context, email)],
  };
}

/** A delivery of a webhook that is due. */
async function queueTest(context: HeldContext) {
  const subscription = await subscribeWebhook(context);
  await subscription.act('test');
  const observe = async () => [
    await subscription.read(),
    await subscription.listDeliveries(),
    context.receiver.received.length,
  ];
  return { ...subscription, observe };
}

export const legislationCases: readonly HeldCase[] = [
  [
    'DATA-FEED-RUNS',
    'read by another',
    async (context) => {
      const { run, observe } = await createFeed(context, true);
      await run();
      const read = () => runDataFeeds();
      return { sweep: read, change: read, observe };
    },
  ],
  [
    'DATA-FEED-RUNS',
    'to remove, because it was deleted',
    async (context) => {
      const { run, observe, remove } = await createFeed(context, true);
      await run();
      return { sweep: () => runDataFeeds(), change: remove, observe };
    },
  ],
  [
    'DATA-FEED-RUNS',
    'to wait, because another has read it',
    async (context) => {
      const { run, observe } = await createFeed(context, false);
      await run();
      const read = () => runDataFeeds();
      return { sweep: read, change: read, observe };
    },
  ],
  [
    'DATA-FEED-RUNS',
    'paused',
    async (context) => {
      const { observe, pause } = await createFeed(context, false);
      return { sweep: () => runDataFeeds(undefined, undefined, after(8 * day)), change: pause, observe };
    },
  ],
  [
    'DATA-FEED-RUNS',
    'paused while it is read',
    async (context) => {
      const { run, pause, readSchedule } = await createFeed(context, false);
      await run();
      return {
        ...{ sweep: () => runDataFeeds(), change: pause, observe: readSchedule, held: '#DATA-FEED-QUOTA"' },
        expected: { isStopped: true, nextRunDate: null },
      };
    },
  ],
  [
    'TIMERS#billtracking',
    'SENT',
    async (context) => {
      const { observe } = await scheduleReport(context);
      return { sweep, change: sweep, observe };
    },
  ],
  [
    'TIMERS#billtracking',
    'paused',
    async (context) => {
      const { observe, update } = await scheduleReport(context);
      return { sweep, change: () => update({ isPaused: true }), observe };
    },
  ],
  [
    'TIMERS#billtracking',
    'deleted',
    async (context) => {
      const { observe, remove } = await scheduleReport(context);
      return { sweep, change: remove, observe };
    },
  ],
  [
    'TIMERS#billtracking',
    'mailed by another',
    async (context) => {
      const { observe } = await subscribeByMail(context);
      return { sweep, change: sweep, observe };
    },
  ],
  [
    'TIMERS#billtracking',
    'paused, when its digest is due',
    async (context) => {
      const { observe, act } = await subscribeByMail(context);
      return { sweep, change: () => act('pause'), observe };
    },
  ],
  [
    'EVENT-LANES',
    'delivered',
    async (context) => {
      const { observe } = await queueTest(context);
      return { sweep, change: sweep, observe };
    },
  ],
  [
    'EVENT-LANES',
    'failed',
    async (context) => {
      const { observe } = await queueTest(context);
      context.receiver.answer = 500;
      return { sweep, change: sweep, observe };
    },
  ],
  [
    'EVENT-LANES',
    'dead, with its subscription disabled',
    async (context) => {
      const { observe } = await queueTest(context);
      context.receiver.answer = 410;
      return { sweep, change: sweep, observe };
    },
  ],
  [
    'EVENT-LANES',
    'paused',
    async (context) => {
      const { observe, act } = await queueTest(context);
      return { sweep, change: () => act('pause'), observe };
    },
  ],
  [
    'EVENT-LANES',
    'deleted',
    async (context) => {
      const { observe, remove } = await queueTest(context);
      return { sweep, change: remove, observe };
    },
  ],
  [
    'EVENT-SWEEPS',
    'fanned out by another',
    async (context) => {
      passTime();
      const { listDeliveries } = await subscribeWebhook(context);
      await saveEvent(context);
      const fanOut = () => sweepFeed(context);
      return { sweep: fanOut, change: fanOut, observe: listDeliveries, held: '#EVENT-SUBSCRIPTIONS"' };
    },
  ],
  [
    'EVENT-SWEEPS',
    'paused before the change',
    async (context) => {
      passTime();
      const { listDeliveries, act } = await subscribeWebhook(context);
      const change = async () => {
        await act('pause');
        await saveEvent(context);
      };
      return {
        sweep: () => sweepFeed(context),
        change,
        observe: listDeliveries,
        held: '#EVENT-SUBSCRIPTIONS"',
      };
    },
  ],
  [
    'EVENT-SWEEPS',
    'made before the change',
    async (context) => {
      passTime();
      // Something that the sweep reads at all.
      await subscribeWebhook(context);
      let listDeliveries: () => Promise<unknown> = () => Promise.resolve(undefined);
      const change = async () => {
        ({ listDeliveries } = await subscribeWebhook(context));
        await saveEvent(context);
      };
      const observe = async () => {
        const found = await listDeliveries();
        return (found as { data: { deliveries: unknown[] } }).data.deliveries.length;
      };
      return { sweep: () => sweepFeed(context), change, observe, held: '#EVENT-SUBSCRIPTIONS"', expected: 1 };
    },
  ],
];
