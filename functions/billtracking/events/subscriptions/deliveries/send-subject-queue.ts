// Sends what waits in a lane, in its order: the first one is tried until it is taken or given up, then the next.
import type { Change } from '../../../../../shared/data/changes.ts';
import { decideAndCommit } from '../../../../../shared/data/decide-and-commit.ts';
import type { TenantStore } from '../../../../../shared/data/store.ts';
import { recordId } from '../../../../../shared/directory/record-id.ts';
import { deriveSecret } from '../../../../../shared/webhooks/derive-secret.ts';
import { filterActiveSecrets } from '../../../../../shared/webhooks/secrets.ts';
import { isAccepted, type Outcome, type WebhookRequest } from '../../../../../shared/webhooks/send.ts';
import { subscriptionById } from '../store.ts';
import { type DeliveryItem, MAX_ATTEMPTS, recordAttempt, retryDelay } from './delivery.ts';
import { disableSubscription } from './disable.ts';
import {
  deliveryById,
  findSubjectQueue,
  latestDeliveryDate,
  putDelivery,
  putSubjectQueue,
  removeSubjectQueue,
} from './store.ts';
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
  readonly send: (sending: WebhookRequest) => Promise<Outcome>;
  /** Whether another try may be begun. */
  readonly hasTime: () => boolean;
}

/** How long something waits whose subscription is paused or disabled, before it is looked at again; in milliseconds. */
const INACTIVE_DELAY_MILLISECONDS = 3_600_000;

/** The receiver says that it is gone for good (RFC 9110 15.5.11); Standard Webhooks has it disabled at once. */
const GONE = 410;

/** The first of a lane, taken for a try. */
interface Claim {
  readonly lane: SubjectQueueItem;
  readonly delivery: DeliveryItem;
  readonly url: string;
  readonly secrets: readonly string[];
}

/** Takes the first of a lane for a try; 'again' when it had to be put aside; undefined when there is nothing to do. */
async function claimNext(
  tenant: TenantStore,
  name: SubjectQueueName,
  context: SendingContext,
): Promise<Claim | 'again' | undefined> {
  const decided = await decideAndCommit(
    async (): Promise<{ changes: Change[]; claim: Claim | 'again' | undefined }> => {
      const now = context.now();
      const lane = await findSubjectQueue(tenant, name);
      const first = lane?.waiting[0];
      if (!lane || !first || lane.dueAt > now.getTime()) return { changes: [], claim: undefined };
      const subscription = await subscriptionById(tenant, lane.subscriptionId, { consistent: true });
      if (subscription?.channel.type !== 'webhook')
        return { changes: [removeSubjectQueue(tenant, lane)], claim: undefined };
      if (subscription.status !== 'active')
        return {
          changes: [
            putSubjectQueue(
              tenant,
              lane,
              postponeQueue(lane, now.getTime() + INACTIVE_DELAY_MILLISECONDS, now),
            ),
          ],
          claim: undefined,
        };
      const delivery = await deliveryById(tenant, { subscriptionId: lane.subscriptionId, id: first.id });
      if (delivery?.state !== 'pending' && delivery?.state !== 'failed')
        return { changes: [putSubjectQueue(tenant, lane, advanceQueue(lane, now))], claim: 'again' };
      // Before the try is counted: that the platform can't sign is no fault of the receiver.
      const live = filterActiveSecrets(subscription.secrets, now);
      const secrets = await Promise.all(live.map(({ id }) => deriveSecret(tenant, subscription.id, id)));
      const taken = leaseQueue(lane, context.newId(), now);
      return {
        changes: [putSubjectQueue(tenant, lane, taken)],
        claim: { lane: taken, delivery, url: subscription.channel.url, secrets },
      };
    },
  );
  return decided.claim;
}

/** The id of the message: the same at every try, and another for each subscription. */
const messageId = (tenant: TenantStore, { subscriptionId, id }: DeliveryItem): string =>
  `msg_${recordId(tenant.code, 'webhook-message', `${subscriptionId} ${id}`)}`;

/**
 * Notes what came of a try. Its subscription is disabled when nothing else was delivered since the first try of what is
 * given up, so that one message that a receiver can't take does not cost it all the others.
 * @returns whether the next of the lane may be sent
 */
async function recordOutcome(
  tenant: TenantStore,
  claim: Claim,
  outcome: Outcome,
  begunAt: Date,
  context: SendingContext,
): Promise<boolean> {
  const { goesOn } = await decideAndCommit(async (): Promise<{ changes: Change[]; goesOn: boolean }> => {
    const now = context.now();
    const [lane, delivery] = await Promise.all([
      findSubjectQueue(tenant, claim.lane),
      deliveryById(tenant, claim.delivery),
    ]);
    // The lease ran out and somebody else has it: what they find is what counts.
    if (!lane || !delivery || lane.lease !== claim.lane.lease) return { changes: [], goesOn: false };
    const attempt = { at: begunAt.toISOString(), ...outcome };
    const done = (state: 'delivered' | 'dead') => [
      putDelivery(tenant, recordAttempt(delivery, attempt, state, now)),
      putSubjectQueue(tenant, lane, advanceQueue(lane, now)),
    ];
    if (isAccepted(outcome)) return { changes: done('delivered'), goesOn: true };
    const isGone = outcome.status === GONE;
    if (!isGone && lane.tries < MAX_ATTEMPTS) {
      const asked = (outcome.retryAfterSeconds ?? 0) * 1000;
      const dueAt = Math.round(now.getTime() + Math.max(retryDelay(lane.tries, context.random()), asked));
      const later = recordAttempt(delivery, attempt, 'failed', now, new Date(dueAt));
      return {
        changes: [putDelivery(tenant, later), putSubjectQueue(tenant, lane, postponeQueue(lane, dueAt, now))],
        goesOn: false,
      };
    }
    const since = delivery.attempts[0]?.at ?? attempt.at;
    const isDown = isGone || ((await latestDeliveryDate(tenant, lane.subscriptionId)) ?? '') < since;
    const disabled = isDown
      ? await disableSubscription(tenant, lane.subscriptionId, attempt, isGone, now)
      : [];
    return { changes: [...done('dead'), ...disabled], goesOn: disabled.length === 0 };
  });
  return goesOn;
}

/**
 * Sends what is due in a lane until something is not taken, or nothing is left. At least once: when the process dies after
 * the receiver took a message and before that is noted, the same message goes out again under the same id.
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
    const at = context.now();
    const outcome = await context.send({
      id: messageId(tenant, delivery),
      at,
      body: delivery.body,
      url,
      secrets,
    });
    if (!(await recordOutcome(tenant, claim, outcome, at, context))) return;
  }
}
