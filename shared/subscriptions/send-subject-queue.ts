// Sends the webhooks of a queue in order: the first is attempted until it is accepted or given up, then the next.
import type { Change } from '../data/changes.ts';
import { decideAndCommit } from '../data/decide-and-commit.ts';
import type { TenantStore } from '../data/store.ts';
import { recordId } from '../directory/record/record-id.ts';
import { computeDelay, isExhausted } from '../jobs/attempts.ts';
import { deriveSecret } from '../webhooks/derive-secret.ts';
import { filterActiveSecrets } from '../webhooks/secrets.ts';
import { isAccepted, type Outcome, type WebhookRequest } from '../webhooks/send.ts';
import { type Attempt, type DeliveryItem, recordAttempt, webhookAttempts } from './delivery.ts';
import {
  deliveryById,
  findSubjectQueue,
  latestDeliveryDate,
  putDelivery,
  putSubjectQueue,
  removeSubjectQueue,
} from './delivery-store.ts';
import { disableSubscription } from './disable.ts';
import { followerMayRead } from './follower.ts';
import { markSlowReceiver } from './slow-receiver.ts';
import { subscriptionById } from './store.ts';
import {
  advanceQueue,
  leaseQueue,
  postponeQueue,
  type SubjectQueueItem,
  type SubjectQueueName,
} from './subject-queue.ts';

/** What sending works with. */
export interface SendingContext {
  /** Real time. */
  readonly now: () => Date;
  readonly newId: () => string;
  /** 0..1 */
  readonly random: () => number;
  readonly send: (request: WebhookRequest) => Promise<Outcome>;
  /** Whether there is time to begin another attempt. */
  readonly hasTime: () => boolean;
}

/** How long until the queue of a paused or disabled subscription is checked again. */
const INACTIVE_DELAY_MILLISECONDS = 3_600_000;

/** The receiver no longer exists (RFC 9110 15.5.11); Standard Webhooks requires to disable the webhook at once. */
const GONE = 410;

/** The first delivery of a queue, leased for an attempt. */
interface Claim {
  readonly queue: SubjectQueueItem;
  readonly delivery: DeliveryItem;
  readonly url: string;
  readonly secrets: readonly string[];
}

/** The attempt that is not made because the follower may no longer read the record. */
const buildWithdrawal = (now: Date): Attempt => ({
  at: now.toISOString(),
  error: 'Not sent: whoever named the topics may no longer read the record.',
  milliseconds: 0,
});

/** Leases the first delivery of a queue; 'again' when it was skipped; undefined when there is nothing to do. */
async function claimNext(
  tenant: TenantStore,
  name: SubjectQueueName,
  context: SendingContext,
): Promise<Claim | 'again' | undefined> {
  const decided = await decideAndCommit(
    async (): Promise<{ changes: Change[]; claim: Claim | 'again' | undefined }> => {
      const now = context.now();
      const queue = await findSubjectQueue(tenant, name);
      const first = queue?.waiting[0];
      if (!queue || !first || queue.dueAt > now.getTime()) return { changes: [], claim: undefined };
      const subscription = await subscriptionById(tenant, queue.subscriptionId, { consistent: true });
      if (subscription?.channel.type !== 'webhook')
        return { changes: [removeSubjectQueue(tenant, queue)], claim: undefined };
      if (subscription.status !== 'active')
        return {
          changes: [
            putSubjectQueue(
              tenant,
              queue,
              postponeQueue(queue, now.getTime() + INACTIVE_DELAY_MILLISECONDS, now),
            ),
          ],
          claim: undefined,
        };
      const delivery = await deliveryById(tenant, { subscriptionId: queue.subscriptionId, id: first.id });
      if (delivery?.state !== 'pending' && delivery?.state !== 'failed')
        return { changes: [putSubjectQueue(tenant, queue, advanceQueue(queue, now))], claim: 'again' };
      // A message may wait for days; what its follower may no longer read by then is not sent.
      if (delivery.byTopic && !(await followerMayRead(tenant, subscription, delivery.messageType)))
        return {
          changes: [
            putDelivery(tenant, recordAttempt(delivery, buildWithdrawal(now), 'dead', now)),
            putSubjectQueue(tenant, queue, advanceQueue(queue, now)),
          ],
          claim: 'again',
        };
      // Before the attempt is counted, because a failure to sign is not the receiver's.
      const active = filterActiveSecrets(subscription.secrets, now);
      const secrets = await Promise.all(active.map(({ id }) => deriveSecret(tenant, subscription.id, id)));
      const leased = leaseQueue(queue, context.newId(), now);
      return {
        changes: [putSubjectQueue(tenant, queue, leased)],
        claim: { queue: leased, delivery, url: subscription.channel.url, secrets },
      };
    },
  );
  return decided.claim;
}

/** The id of the message: the same at every attempt, different for each subscription. */
const messageId = (tenant: TenantStore, { subscriptionId, id }: DeliveryItem): string =>
  `msg_${recordId(tenant.code, 'webhook-message', `${subscriptionId} ${id}`)}`;

/**
 * Records the outcome of an attempt. When a delivery is given up, its subscription is disabled only if nothing else was
 * delivered since the first attempt, so that one message a receiver cannot process does not stop all others.
 * @returns whether the next delivery of the queue may be sent
 */
async function recordOutcome(
  tenant: TenantStore,
  claim: Claim,
  outcome: Outcome,
  begunAt: Date,
  context: SendingContext,
): Promise<boolean> {
  const { mayContinue } = await decideAndCommit(
    async (): Promise<{ changes: Change[]; mayContinue: boolean }> => {
      const now = context.now();
      const [queue, delivery] = await Promise.all([
        findSubjectQueue(tenant, claim.queue),
        deliveryById(tenant, claim.delivery),
      ]);
      // The lease expired and another process has taken it over: its outcome counts.
      if (!queue || !delivery || queue.lease !== claim.queue.lease)
        return { changes: [], mayContinue: false };
      const attempt = { at: begunAt.toISOString(), ...outcome };
      const complete = (state: 'delivered' | 'dead') => [
        putDelivery(tenant, recordAttempt(delivery, attempt, state, now)),
        putSubjectQueue(tenant, queue, advanceQueue(queue, now)),
      ];
      if (isAccepted(outcome)) return { changes: complete('delivered'), mayContinue: true };
      const isGone = outcome.status === GONE;
      if (!isGone && !isExhausted(webhookAttempts, queue)) {
        const requestedDelay = (outcome.retryAfterSeconds ?? 0) * 1000;
        const dueAt = Math.round(
          now.getTime() +
            Math.max(computeDelay(webhookAttempts, queue.tries, context.random()), requestedDelay),
        );
        const failed = recordAttempt(delivery, attempt, 'failed', now, new Date(dueAt));
        return {
          changes: [
            putDelivery(tenant, failed),
            putSubjectQueue(tenant, queue, postponeQueue(queue, dueAt, now)),
            ...markSlowReceiver(tenant, queue.subscriptionId, outcome, now),
          ],
          mayContinue: false,
        };
      }
      const since = delivery.attempts[0]?.at ?? attempt.at;
      const isDown = isGone || ((await latestDeliveryDate(tenant, queue.subscriptionId)) ?? '') < since;
      const disabled = isDown
        ? await disableSubscription(tenant, queue.subscriptionId, attempt, isGone, now)
        : [];
      return { changes: [...complete('dead'), ...disabled], mayContinue: disabled.length === 0 };
    },
  );
  return mayContinue;
}

/**
 * Sends what is due in a queue until something is not accepted or nothing is left. At least once: if the process dies
 * after the receiver accepted a message but before that is recorded, the message is sent again with the same id.
 */
export async function sendSubjectQueue(
  tenant: TenantStore,
  name: SubjectQueueName,
  context: SendingContext,
): Promise<void> {
  while (context.hasTime()) {
    const claim = await claimNext(tenant, name, context);
    if (claim === undefined) return;
    if (claim === 'again') continue;
    const { url, secrets, delivery } = claim;
    const finishedAt = context.now();
    const outcome = await context.send({
      id: messageId(tenant, delivery),
      at: finishedAt,
      body: delivery.body,
      url,
      secrets,
    });
    if (!(await recordOutcome(tenant, claim, outcome, finishedAt, context))) return;
  }
}
