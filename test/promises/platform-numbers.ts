// Requests and lists, push, mail, webhooks, exports of tenants, and the local platform.

import { vi } from 'vitest';
import * as z from 'zod';
import { goBack, MAX_ROUNDS } from '../../functions/identity/tenant-data/run-erasure.ts';
import { graceDays, requestTenantErasure } from '../../functions/identity/tenants/erasure/contract.ts';
import { buildErasure } from '../../functions/identity/tenants/erasure/erasure.ts';
import {
  buildTenantExport,
  isExportExpired,
  LIFETIME_DAYS,
} from '../../functions/identity/tenants/exports/export.ts';
import {
  createPartWriter,
  groupLines,
  MAX_COLLECTED,
  MAX_PART,
} from '../../functions/identity/tenants/exports/part-writer.ts';
import { deriveRecordNumber, lengths } from '../../functions/training/record-numbers.ts';
import { arrivalLimits } from '../../infra/local/arrival.ts';
import {
  assertSpaceToStart,
  assertSpaceToWrite,
  FOR_JOBS,
  FOR_REQUESTS,
  findSpaceFailure,
  MEGABYTE,
  TO_START,
} from '../../infra/local/database/free-space.ts';
import { createGateway, maxRunning, maxRunningPerTenant } from '../../infra/local/gateway.ts';
import { longestWait } from '../../infra/local/gateway-event.ts';
import { markFollowedChanges, sweepDelay } from '../../shared/change-feed/followers.ts';
import { StaleRead } from '../../shared/data/changes.ts';
import { decideAndCommit, maxRetryTime } from '../../shared/data/decide-and-commit.ts';
import { maxConnections } from '../../shared/data/sdk/request-handler.ts';
import { type ErrorDetail, invalid, maxDetails } from '../../shared/errors/failure.ts';
import { openIdempotency, retentionSeconds } from '../../shared/http/idempotency.ts';
import { TIME_FOR_PART } from '../../shared/http/perform-parts.ts';
import { assertReplyFits, MAX_REPLY_BYTES } from '../../shared/http/reply-size.ts';
import { MAX_LINE_LENGTH, validateCharacters } from '../../shared/http/request/control-characters.ts';
import { computeDelay, isExhausted } from '../../shared/jobs/attempts.ts';
import { billtrackingLimit } from '../../shared/limits/request-limit.ts';
import { pushLimits } from '../../shared/limits/tiers.ts';
import { listBody, MAX_PAGE_SIZE, toPageRequest } from '../../shared/lists/list-body.ts';
import { pageNumberField, pageSizeField, pageSizes } from '../../shared/lists/query.ts';
import { DEAD_RETENTION_SECONDS, mailAttempts, markDead, type OutboxItem } from '../../shared/mail/outbox.ts';
import { STEPS_PER_TURN } from '../../shared/platform/due-tenants.ts';
import { leaseMilliseconds, reviveBacklog, takeBacklog } from '../../shared/push/backlog-store.ts';
import { heartbeatMinutes, isHeartbeatDue } from '../../shared/push/check-subscriber.ts';
import { getOverlap } from '../../shared/push/delays.ts';
import { isTooMuch, maxPageSeconds } from '../../shared/push/send-backlog.ts';
import { getSendsPerSecond } from '../../shared/push/send-budget.ts';
import { retryDelaysInMinutes, webhookAttempts } from '../../shared/subscriptions/delivery.ts';
import { sendingLimits } from '../../shared/subscriptions/sending-pool.ts';
import {
  isSlowReceiver,
  markSlowReceiver,
  SLOW_FOR_MILLISECONDS,
  SLOW_MILLISECONDS,
} from '../../shared/subscriptions/slow-receiver.ts';
import { MAX_SUBSCRIPTIONS } from '../../shared/subscriptions/store.ts';
import { SEND_TIMEOUT_MILLISECONDS, sendWebhook } from '../../shared/webhooks/send.ts';
import { accepts, fits } from './fits.ts';
import { findTimeout } from './outgoing-requests.ts';
import {
  atLeast,
  atMost,
  before,
  computes,
  later,
  many,
  oneMillisecond,
  type PromisedNumber,
  start,
  text,
  triedBy,
} from './promised-number.ts';
import { listSent } from './sent-requests.ts';
import { findSet, platform, secondsToLive, tenant, tenantWith } from './stores-without-database.ts';

const crm = 'docs/interface/crm.md';
const limits = 'docs/interface/limits.md';
const requests = 'docs/requests.md';
const events = 'docs/events.md';
const tenantData = 'docs/tenant-data.md';
const day = 86_400_000;
const deadMail: OutboxItem = {
  ...{ type: 'mail', id: 'a', state: 'waiting', to: 'ada@example.org', subject: '', text: '' },
  ...{ createdAt: start.getTime(), version: 1, tries: 15, dueAt: start.getTime() },
};

const lists = listBody({ name: ['name'] }, {});

const detail = (index: number): ErrorDetail => ({ code: 'NOT_ALLOWED', message: '', target: String(index) });

/** The mark of a receiver whose attempt failed after so long, at the beginning of time. */
const findSlowMark = (milliseconds: number) =>
  markSlowReceiver(tenant, 'promised', { milliseconds }, new Date(0))[0]?.action.Put?.Item;

const erasure = (days: number) =>
  buildErasure({ tenantCode: 'promised', requestedBy: 'ada', statusBefore: 'active', days }, 'run', start)
    .run;
const tenantExport = buildTenantExport({ id: 'e', tenantCode: 'promised', requestedBy: 'ada' }, start).item;
const writer = () => createPartWriter({ platform, tenant }, { now: () => start, newId: () => 'id' });

/** The minutes of an hour in which a subscriber gets a heartbeat. */
const heartbeats = (): number[] =>
  many(60, (minute) => minute).filter((minute) => isHeartbeatDue({ id: 'a' }, later(minute * 60_000)));

const keyedRequest = {
  ...{ method: 'POST', path: '/', requestId: 'r', headers: { 'idempotency-key': 'key' }, address: '' },
  ...{ query: {}, params: {}, rawBody: '{}' },
};

/** Whether a request gets the stored reply when it comes again so many seconds later. */
async function isRepeated(seconds: number): Promise<boolean> {
  const open = (store: typeof tenant, moment: Date) =>
    openIdempotency(store, 'ada', 'createPerson', keyedRequest, moment)?.record;
  const [change] = open(tenant, start)?.keep({ statusCode: 201, headers: {}, body: '{}' }) ?? [];
  if (!change) throw new Error('The request has a key');
  const found = await open(tenantWith(change), later(seconds * 1000))?.find();
  return found !== undefined;
}

/** Whether the job is called again for a backlog that a run took so many milliseconds ago and did not give back. */
async function isRevived(milliseconds: number): Promise<boolean> {
  const [taken] = await listSent(() => takeBacklog(tenant, 'run', start));
  const leasedUntil = Number(taken?.input.ExpressionAttributeValues[':leasedUntil']);
  const backlog = { type: 'push-backlog', position: '1', last: '2', lease: 'run', leasedUntil } as const;
  return (await listSent(() => reviveBacklog(tenant, backlog, later(milliseconds)))).length === 1;
}

/** Whether a receiver is slow so many milliseconds after an attempt that failed late. */
async function isSlow(milliseconds: number): Promise<boolean> {
  const [mark] = markSlowReceiver(tenant, 'promised', { milliseconds: SLOW_MILLISECONDS }, start);
  return mark !== undefined && isSlowReceiver(tenantWith(mark), 'promised', later(milliseconds));
}

export const platformNumbers: readonly PromisedNumber[] = [
  {
    says: { [limits]: '`pageSize` is 1 to 200' },
    promised: 1,
    declared: 1,
    exercised: atLeast((size) => pageSizeField().safeParse(size).success),
  },
  {
    says: { [limits]: '`pageSize` is 1 to 200', 'docs/interface/lists.md': '`pageSize` (1 to 200' },
    promised: 200,
    declared: pageSizes.largest,
    exercised: atMost((size) => pageSizeField().safeParse(size).success),
  },
  {
    says: { [limits]: '200, default 50', 'docs/interface/lists.md': '`pageSize` (1 to 200, default 50)' },
    promised: 50,
    declared: pageSizes.byDefault,
    exercised: [
      computes(() => pageSizeField().parse(undefined)),
      computes(() => toPageRequest(lists.parse({})).pageSize),
    ],
  },
  {
    says: { 'docs/interface/lists.md': '`page` (from 1, default 1)' },
    promised: 1,
    declared: 1,
    exercised: computes(() => pageNumberField().parse(undefined)),
  },
  {
    says: {
      [limits]: '(lists.md#list-bodies) is at most 1000',
      'docs/interface/lists.md': 'Up to a thousand entries may be asked for',
    },
    promised: 1000,
    declared: MAX_PAGE_SIZE,
    exercised: atMost((size) => fits(lists, 'itemCount', size)),
  },
  {
    says: { [limits]: 'may send 100 requests per minute', [requests]: '(100 per minute, 1000 per hour)' },
    promised: 100,
    declared: billtrackingLimit.perMinute,
    exercised: triedBy(
      'test/machinery/requests/request-limit.test.ts',
      'allow 100 requests in a minute, however many arrive at once, and another 100 in the next minute',
    ),
  },
  {
    says: {
      [limits]: '100 requests per minute and 1000 per hour',
      [requests]: '(100 per minute, 1000 per hour)',
    },
    promised: 1000,
    declared: billtrackingLimit.perHour,
    exercised: triedBy(
      'test/machinery/requests/request-limit.test.ts',
      'allow 1000 requests in an hour, without counting refused ones, and another 1000 in the next hour',
    ),
  },
  {
    says: { 'docs/interface/requests.md': 'reported at once, up to a hundred' },
    promised: 100,
    declared: maxDetails,
    exercised: atMost((count) => invalid(reported(count)).details.length === count),
  },
  {
    says: {
      'docs/interface/requests.md': 'in the same transaction as the change, for a day',
      [requests]: 'It is stored for a day',
      [crm]: 'repeated with its `Idempotency-Key` within a day',
    },
    promised: 1,
    declared: retentionSeconds / 86_400,
    exercised: [
      before((days) => isRepeated(Math.floor(days * 86_400)), 1 / 86_400),
      triedBy(
        'test/machinery/requests/idempotency.test.ts',
        'ignores a stored reply after a day, even while its item still exists',
      ),
    ],
  },
  {
    says: { [requests]: 'is retried for ten seconds' },
    promised: 10,
    declared: maxRetryTime / 1000,
    exercised: before(async (seconds) => {
      // The first reading is the moment at which it begins.
      const clock = vi
        .spyOn(performance, 'now')
        .mockReturnValue(seconds * 1000)
        .mockReturnValueOnce(0);
      let tries = 0;
      const decision = decideAndCommit(() => {
        tries += 1;
        if (tries === 1) throw new StaleRead({ isInTurn: true });
        return { changes: [] };
      });
      return accepts(() => decision.finally(() => clock.mockRestore()));
    }, 0.001),
  },
  {
    says: { [requests]: 'A process sends at most 50 requests' },
    promised: 50,
    declared: maxConnections,
    exercised: triedBy(
      'shared/data/sdk/request-handler.test.ts',
      'has as many connections as the SDK, and none after its end',
    ),
  },
  {
    says: { [requests]: 'texts of up to 200 characters are one line' },
    promised: 200,
    declared: MAX_LINE_LENGTH,
    exercised: atMost((length) => {
      const schema = z.object({ text: z.string().max(length) });
      return validateCharacters(schema, { text: 'a\nb' }, String, () => false).length > 0;
    }),
  },
  {
    says: { [events]: '`heartbeat` every four minutes' },
    promised: 4,
    declared: heartbeatMinutes,
    exercised: computes(() => {
      const [first = 0, second = 0] = heartbeats();
      return second - first;
    }),
  },
  {
    says: { [events]: 'read from 90 seconds before itself' },
    promised: 90,
    declared: getOverlap() / 1000,
    exercised: [
      computes(() => getOverlap() / 1000),
      triedBy(
        'test/platform/push-faults.test.ts',
        'begins shortly before the cursor, where changes may have been sent out of order',
      ),
    ],
  },
  {
    says: { [events]: 'at most 1,000 messages in any second' },
    promised: 1000,
    declared: pushLimits.standard.sendsPerSecond,
    exercised: [
      computes(() => getSendsPerSecond('standard')),
      triedBy('test/platform/push-limits.test.ts', 'a second has room for as many messages, and for no more'),
      triedBy(
        'test/platform/push-limits.test.ts',
        '500 connections and 20 changes a second use a tenth of the account, have to read the feed, and miss nothing',
      ),
    ],
  },
  {
    says: { [events]: 'A page that would take more than five seconds of the budget' },
    promised: 5,
    declared: maxPageSeconds,
    exercised: atMost((seconds) => !isTooMuch(seconds * 1000, 1000), 0.001),
  },
  {
    says: { [events]: '`push-look-after` does after 90 seconds' },
    promised: 90,
    declared: leaseMilliseconds / 1000,
    exercised: atMost(async (seconds) => !(await isRevived(seconds * 1000)), oneMillisecond.seconds),
  },
  {
    says: { [events]: 'is due one minute after a change' },
    promised: 1,
    declared: sweepDelay / 60_000,
    exercised: computes(
      () =>
        (Number(findSet(markFollowedChanges(tenant, undefined, start)).gsi1sk) - start.getTime()) / 60_000,
    ),
  },
  {
    says: { [events]: 'up to ten while they take less than a second together' },
    promised: 10,
    declared: STEPS_PER_TURN,
    exercised: triedBy(
      'test/platform/fair-sweeps.test.ts',
      'each of the 99 is done after ten steps of the other',
    ),
  },
  {
    says: { [events]: 'at most 100 at once' },
    promised: 100,
    declared: sendingLimits.inAll,
    exercised: triedBy('shared/subscriptions/sending-pool.test.ts', 'a hundred are under way in all'),
  },
  {
    says: { [events]: 'of which a subscription has 5' },
    promised: 5,
    declared: sendingLimits.perSubscription,
    exercised: triedBy(
      'shared/subscriptions/sending-pool.test.ts',
      'a subscription whose receiver hangs has five, and another one is served at once',
    ),
  },
  {
    says: { [events]: 'and a host 10' },
    promised: 10,
    declared: sendingLimits.perHost,
    exercised: triedBy(
      'shared/subscriptions/sending-pool.test.ts',
      'a host has ten, however many subscriptions are sent to it',
    ),
  },
  {
    says: { [events]: 'whose failed attempt took five seconds or longer' },
    promised: 5,
    declared: SLOW_MILLISECONDS / 1000,
    exercised: atLeast((seconds) => findSlowMark(seconds * 1000) !== undefined, oneMillisecond.seconds),
  },
  {
    says: { [events]: 'is slow for five minutes' },
    promised: 5,
    declared: SLOW_FOR_MILLISECONDS / 60_000,
    exercised: before((minutes) => isSlow(minutes * 60_000), oneMillisecond.minutes),
  },
  {
    says: { [events]: 'After fifteen attempts' },
    promised: 15,
    declared: mailAttempts.maxAttempts,
    exercised: atLeast((tries) => isExhausted(mailAttempts, { tries })),
  },
  {
    says: { [events]: 'the mail is `dead` and stays for a year' },
    promised: 1,
    declared: DEAD_RETENTION_SECONDS / 86_400 / 365,
    exercised: computes(() => secondsToLive(markDead(tenant, deadMail, start), start) / 86_400 / 365),
  },
  {
    says: {
      [events]: 'They are tried for three days',
      [crm]: 'is retried for three days',
      'docs/interface/billtracking.md': 'retried for three days',
    },
    promised: 3,
    declared: retryDelaysInMinutes.reduce<number>((sum, minutes) => sum + minutes, 0) / 1440,
    exercised: computes(() => {
      const delays = retryDelaysInMinutes.map((_, index) => computeDelay(webhookAttempts, index + 1, 0.5));
      return delays.reduce((sum, delay) => sum + delay, 0) / day;
    }),
  },
  {
    says: { [crm]: 'that is not accepted (any 2xx) within ten seconds' },
    promised: 10,
    declared: SEND_TIMEOUT_MILLISECONDS / 1000,
    exercised: computes(async () => {
      const request = { url: 'https://receiver.example/', secrets: [], id: 'a', at: start, body: '' };
      return (await findTimeout(() => sendWebhook(request))) / 1000;
    }),
  },
  {
    says: { [crm]: 'A tenant has at most 500 webhooks and subscriptions together' },
    promised: 500,
    declared: MAX_SUBSCRIPTIONS,
    exercised: triedBy(
      'test/billtracking/subscriptions/subscription-limits.test.ts',
      'a tenant has 500 subscriptions and webhooks together, and another one when one is deleted',
    ),
  },
  {
    says: {
      [tenantData]: 'it and its files are removed after seven days',
      'docs/data.md': "which are the tenant's; expires after 7 days",
    },
    promised: 7,
    declared: LIFETIME_DAYS,
    exercised: before((days) => !isExportExpired(tenantExport, later(days * day)), oneMillisecond.days),
  },
  {
    says: { [tenantData]: 'The job holds at most 8 MB' },
    promised: 8,
    declared: MAX_COLLECTED / 1_000_000,
    exercised: atLeast((megabytes) => {
      const parts = writer();
      parts.add('person', text(megabytes * 1_000_000));
      return parts.isFull();
    }, 0.000001),
  },
  {
    says: { [tenantData]: 'parts of up to 3.5 MB' },
    promised: 3.5,
    declared: MAX_PART / 1_000_000,
    exercised: atMost(
      (megabytes) => [...groupLines([text(1_000_000), text(megabytes * 1_000_000 - 1_000_000)])].length === 1,
      0.000001,
    ),
  },
  {
    says: { [tenantData]: 'For 30 days (`graceDays`' },
    promised: 30,
    declared: graceDays.default,
    exercised: computes(() => {
      const { graceDays: days } = requestTenantErasure.body.parse({ tenantCode: 'promised' });
      return (erasure(days).dueAt - start.getTime()) / day;
    }),
  },
  {
    says: { [tenantData]: '(`graceDays`, 1 to 90)' },
    promised: 90,
    declared: graceDays.most,
    exercised: [
      atMost((days) => fits(requestTenantErasure.body, 'graceDays', days)),
      computes(() => (fits(requestTenantErasure.body, 'graceDays', 0) ? 0 : 90)),
    ],
  },
  {
    says: { [tenantData]: 'after ten times the job fails' },
    promised: 10,
    declared: MAX_ROUNDS,
    exercised: atMost((rounds) => accepts(() => goBack({ id: 'promised', rounds: rounds - 1 }))),
  },
  {
    says: { 'docs/training.md': 'A certificate number has twelve digits' },
    promised: 12,
    declared: lengths.certificate + 1,
    exercised: computes(
      () =>
        deriveRecordNumber('00000000-0000-4000-8000-0123456789ab', 'certificate').replaceAll('-', '').length,
    ),
  },
  {
    says: {
      'docs/faults.md': 'A start needs 128 MB',
      'docs/local-platform.md': 'that its disk has 128 MB left',
    },
    promised: 128,
    declared: TO_START / MEGABYTE,
    exercised: atLeast(
      (megabytes) => accepts(() => assertSpaceToStart('/data', () => megabytes * MEGABYTE)),
      1 / MEGABYTE,
    ),
  },
  {
    says: { 'docs/faults.md': 'Below 64 MB free' },
    promised: 64,
    declared: FOR_REQUESTS / MEGABYTE,
    exercised: atLeast(
      (megabytes) => findSpaceFailure(() => megabytes * MEGABYTE) === undefined,
      1 / MEGABYTE,
    ),
  },
  {
    says: { 'docs/faults.md': 'down to 16 MB' },
    promised: 16,
    declared: FOR_JOBS / MEGABYTE,
    exercised: atLeast(
      (megabytes) => accepts(() => assertSpaceToWrite('platform', megabytes * MEGABYTE)),
      1 / MEGABYTE,
    ),
  },
  {
    says: { 'docs/faults.md': '32 run at a time', 'docs/local-platform.md': 'runs 32 requests at a time' },
    promised: 32,
    declared: maxRunning,
    exercised: triedBy(
      'infra/local/gateway.test.ts',
      'runs 32 at once; one that waits too long gets 503 with Retry-After before it began',
    ),
  },
  {
    says: { 'docs/interface/limits.md': 'A reply has at most 5.8 MB' },
    promised: 5.8,
    declared: MAX_REPLY_BYTES / 1e6,
    // The body is in quotation marks where Lambda returns it.
    exercised: atMost(
      (megabytes) => accepts(() => assertReplyFits('x'.repeat(Math.round(megabytes * 1e6) - 2))),
      1e-6,
    ),
  },
  {
    says: {
      'docs/faults.md': 'at most 24 of one tenant',
      'docs/local-platform.md': 'at most 24 of one tenant',
    },
    promised: 24,
    declared: maxRunningPerTenant,
    exercised: triedBy(
      'infra/local/gateway.test.ts',
      'runs 24 of one tenant at once, so that others need not wait for it',
    ),
  },
  {
    says: {
      'docs/faults.md': 'one that waited for 29 seconds',
      'docs/local-platform.md': 'wait up to 29 seconds',
    },
    promised: 29,
    declared: longestWait / 1000,
    exercised: triedBy(
      'infra/local/gateway.test.ts',
      'a request waits 29 seconds for its turn, and a function has 29 seconds',
    ),
  },
  {
    says: { 'docs/interface/requests.md': 'The answer comes within 29 seconds' },
    promised: 29,
    declared: longestWait / 1000,
    exercised: {
      kind: 'test',
      file: 'test/faults/slow-database.test.ts',
      test: '%s is done within 29 seconds a request',
    },
  },
  {
    says: { 'docs/requests.md': 'as long as the function has 12 seconds left' },
    promised: 12,
    declared: TIME_FOR_PART / 1000,
    exercised: {
      kind: 'test',
      file: 'shared/http/perform-parts.test.ts',
      test: 'a part begins with 12 seconds left, and with a millisecond less it is pending, and all after it',
    },
  },
  {
    says: { 'docs/local-platform.md': 'headers have 20 seconds' },
    promised: 20,
    declared: (arrivalLimits.headersTimeout + arrivalLimits.connectionsCheckingInterval) / 1000,
    exercised: [
      computes(
        () =>
          (createGateway({ endpoints: [] }).headersTimeout + arrivalLimits.connectionsCheckingInterval) /
          1000,
      ),
      triedBy('infra/local/arrival.test.ts', 'headers have 20 seconds, with the time until Node looks'),
    ],
  },
];

function reported(count: number): readonly [ErrorDetail, ...ErrorDetail[]] {
  return [detail(0), ...many(count - 1, (index) => detail(index + 1))];
}
