// A platform on which changes become deliveries: streams and triggers run, and tests create a tenant's data over HTTP.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildTimerRules } from '../../../functions/billtracking/jobs/run-bill-timers/rules.ts';
import { startTriggers, type Triggers } from '../../../infra/local/triggers/triggers.ts';
import { dueMails, type OutboxItem } from '../../../shared/mail/outbox.ts';
import { runDueTimers } from '../../../shared/schedule/run-due-timers.ts';
import type { SendingContext } from '../../../shared/subscriptions/send-subject-queue.ts';
import { sendWebhook } from '../../../shared/webhooks/send.ts';
import { type CallOptions, type Reply, startPlatform, type TestPlatform } from '../../harness/platform.ts';

export interface DeliveriesPlatform {
  readonly platform: TestPlatform;
  call(method: string, path: string, options?: CallOptions): Promise<Reply>;
  /** Creates a subscription and returns the response, with its secret or address. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read bodies that were validated against their schema
  subscribe(body: object): Promise<any>;
  /** Creates an event, or changes one when its id is given. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read bodies that were validated against their schema
  saveEvent(body: object): Promise<any>;
  /** The link of the latest confirmation mail to an address; undefined when there is none. */
  findConfirmationLink(email: string): Promise<string | undefined>;
  /** Confirms as the receiver of the mail does, with the button of the page. */
  confirm(email: string): Promise<void>;
  track(billId: string | number, body: object): Promise<Reply>;
  // biome-ignore lint/suspicious/noExplicitAny: tests read bodies that were validated against their schema
  listDeliveries(id: string, query?: string): Promise<any[]>;
  /** Resolves when what was written is fanned out, and what was fanned out is sent. */
  waitUntilSettled(): Promise<void>;
  /** The context of sending at a moment, so that tests can move the clock. */
  sendingContextAt(moment: Date): SendingContext;
  /** Runs the timers that are due at a moment. */
  runTimers(now: Date): Promise<unknown>;
  /** The mails to an address that wait for sending or were tried. */
  listMailsTo(address: string): Promise<readonly OutboxItem[]>;
  stop(): Promise<void>;
}

const defaultEvent = {
  title: 'Public hearing',
  eventType: 'HEARING',
  stateId: 53,
  startDate: '2083-02-01',
  startTime: '13:30',
  endTime: '15:00',
};

/** @param hasTriggers whether the triggers run in this process; otherwise the test runs them in another */
export async function startDeliveriesPlatform({ hasTriggers = true } = {}): Promise<DeliveriesPlatform> {
  const platform = await startPlatform({ hasStream: true });
  const folder = await mkdtemp(join(tmpdir(), 'rostrum-deliveries-'));
  const triggers: Triggers | undefined = hasTriggers
    ? await startTriggers({
        streamArn: platform.streamArn,
        ownStreamArns: platform.ownStreamArns,
        checkpoint: join(folder, 'streams'),
      })
    : undefined;
  // Mails stay in the outbox, where tests read them.
  process.env.SMTP_URL = 'smtp://127.0.0.1:1';
  const call: DeliveriesPlatform['call'] = (method, path, options = {}) =>
    platform.call(method, 'billtracking', `/api/1.0/bill/${path}`, { tenant: 'demo', ...options });
  const done = (reply: Reply): Reply => {
    if (reply.status !== 200) throw new Error(`${reply.status} ${reply.text}`);
    return reply;
  };
  // Three steps: stream to feed, feed to deliveries, deliveries to receivers.
  const settled = async () => {
    for (let step = 0; step < 3; step += 1) await triggers?.caughtUp();
  };
  const confirmationLink = async (email: string) => {
    const mails = await dueMails(platform.store('demo'), new Date(Date.now() + 3600_000_000), 1000);
    const asking = mails
      .filter(({ to, subject }) => to === email && subject.startsWith('Please confirm'))
      .toSorted((a, b) => a.createdAt - b.createdAt);
    return /https?:\S+\/Confirmations\/\S+/.exec(asking.at(-1)?.text ?? '')?.[0];
  };
  await settled();
  return {
    platform,
    call,
    waitUntilSettled: settled,
    subscribe: async (body) =>
      done(await call('POST', 'event/subscribe', { body: { name: 'Test', ...body } })).body.data,
    saveEvent: async (body) =>
      done(await call('POST', 'event/save', { body: { ...defaultEvent, ...body } })).body.data,
    findConfirmationLink: confirmationLink,
    confirm: async (email) => {
      const reply = await fetch((await confirmationLink(email)) ?? '', { method: 'POST' });
      if (!(await reply.text()).includes('<h1>Confirmed</h1>')) throw new Error(`${email} could not confirm`);
    },
    track: async (billId, body) => done(await call('POST', 'tracking/save', { body: { billId, ...body } })),
    listDeliveries: async (id, query = '') =>
      done(await call('GET', `event/subscription/${id}/deliveries${query}`)).body.data.deliveries,
    sendingContextAt: (moment) => ({
      now: () => moment,
      newId: () => crypto.randomUUID(),
      random: () => 0.5,
      send: sendWebhook,
      hasTime: () => true,
    }),
    runTimers: (now) =>
      runDueTimers(platform.store('demo'), {
        area: 'billtracking',
        rules: buildTimerRules(new Date()),
        now,
        newId: () => crypto.randomUUID(),
        hasTime: () => true,
      }),
    listMailsTo: async (address) =>
      (await dueMails(platform.store('demo'), new Date(Date.now() + 1000 * 3_600_000), 1000)).filter(
        ({ to }) => to === address,
      ),
    stop: async () => {
      await triggers?.stop();
      await platform.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
