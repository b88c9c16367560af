// Mails a digest when its timer is due: everything that is new since the last one, or nothing when nothing is.

import { tenantKey } from '../../../../../shared/auth/accounts/records.ts';
import type { Change } from '../../../../../shared/data/changes.ts';
import type { TenantStore } from '../../../../../shared/data/store.ts';
import { recordId } from '../../../../../shared/directory/record/record-id.ts';
import { areaUrl } from '../../../../../shared/http/area-url.ts';
import { putMail } from '../../../../../shared/mail/outbox.ts';
import type { TimerRule } from '../../../../../shared/schedule/run-due-timers.ts';
import { buildDelivery } from '../../../../../shared/subscriptions/delivery.ts';
import {
  findSubjectQueues,
  putDelivery,
  putSubjectQueue,
  subjectQueuesForDigest,
} from '../../../../../shared/subscriptions/delivery-store.ts';
import { subscriptionById } from '../../../../../shared/subscriptions/store.ts';
import { emptyQueue, type SubjectQueueItem } from '../../../../../shared/subscriptions/subject-queue.ts';
import type {
  Channel,
  DigestSchedule,
  SubscriptionItem,
} from '../../../../../shared/subscriptions/subscription.ts';
import { setSubscriptionTimer } from '../../../../../shared/subscriptions/timers.ts';
import { showAuthorName } from '../../../caller.ts';
import { digestPeriodStart, nextDigestTime } from '../digest-schedule.ts';
import { buildUnsubscribeLink } from '../links/unsubscribe-link.ts';
import { loadDigestContent } from './digest-content.ts';
import { buildDigestMail } from './digest-mail.ts';

/**
 * Entries in one mail, each a write in its transaction besides five others; the rest follows at once in the next mail.
 */
const MAX_ENTRIES = 90;

type MailSubscription = SubscriptionItem & { readonly channel: Extract<Channel, { readonly type: 'mail' }> };

const isMailSubscription = (subscription: SubscriptionItem): subscription is MailSubscription =>
  subscription.channel.type === 'mail';

/** The size of a mail above which it is split: it is one item of the table, which takes 400 KB. */
const MAX_MAIL_BYTES = 250_000;

interface Digest {
  readonly queues: readonly SubjectQueueItem[];
  readonly bytes: number;
  /** None when nothing in the queues matches the subscription any more. */
  readonly changes: readonly Change[];
}

interface DigestContext {
  readonly tenant: TenantStore;
  readonly now: Date;
  /** Real time, for the outbox. */
  readonly real: Date;
  readonly newId: () => string;
}

/** The mail of some queues and its delivery. */
async function composeDigest(
  { tenant, now, real, newId }: DigestContext,
  subscription: MailSubscription,
  queues: readonly SubjectQueueItem[],
): Promise<Digest> {
  const { id, name, channel, createdBy } = subscription;
  const begin = digestPeriodStart(channel.digest, now);
  const content = await loadDigestContent(tenant, subscription, queues, begin);
  const { events, bills, found, moves } = content;
  if (events.length + bills.length + found.length + moves.length === 0)
    return { queues, bytes: 0, changes: [] };
  const associationName = (await tenant.get(tenantKey(tenant)))?.name ?? '';
  const url = (path: string): string => areaUrl('billtracking', path);
  const unsubscribeLink = buildUnsubscribeLink({ tenant, newId, url }, { id, email: channel.email }, real);
  const mail = buildDigestMail(
    {
      name,
      associationName,
      createdBy: showAuthorName(createdBy),
      unsubscribeUrl: unsubscribeLink.url,
      ...content,
    },
    now,
  );
  // The revisions of the queues identify this digest.
  const revisions = queues.map(({ subject, revision }) => `${subject} ${revision}`).join(' ');
  const mailId = recordId(tenant.code, 'event-digest', `${id} ${revisions}`);
  const deliveryId = `${String(real.getTime()).padStart(13, '0')}-digest-${mailId}`;
  const message = {
    type: 'subscription.digest',
    timestamp: real.toISOString(),
    data: {
      subscriptionId: id,
      subject: mail.subject,
      changeIds: queues.flatMap(({ waiting }) => waiting.map((change) => change.id)),
    },
  };
  const details = { id: deliveryId, subscriptionId: id, channel: 'mail', subject: 'digest' } as const;
  return {
    queues,
    bytes: Buffer.byteLength(mail.text) + Buffer.byteLength(mail.html),
    changes: [
      unsubscribeLink.change,
      putMail(tenant, mailId, { to: channel.email, ...mail, headers: unsubscribeLink.headers }, real),
      putDelivery(tenant, buildDelivery(details, message, real)),
    ],
  };
}

/** The digest of as many queues, from the first on, as one mail holds. */
async function composeFittingDigest(
  context: DigestContext,
  subscription: MailSubscription,
  queues: readonly SubjectQueueItem[],
): Promise<Digest> {
  if (queues.length === 0) return { queues, bytes: 0, changes: [] };
  const digest = await composeDigest(context, subscription, queues);
  return digest.bytes > MAX_MAIL_BYTES && queues.length > 1
    ? composeFittingDigest(context, subscription, queues.slice(0, Math.ceil(queues.length / 2)))
    : digest;
}

/**
 * When a digest is due next. One that is mailed at once is due with the next change; after a mail it looks once more,
 * because the index in which it finds changes may be behind.
 */
function findNextTime(digest: DigestSchedule, now: Date, wasMailed: boolean): Date | undefined {
  if (digest.frequency !== 'immediate') return nextDigestTime(digest, now);
  return wasMailed ? new Date(now.getTime() + 3_600_000) : undefined;
}

/**
 * The rule of a digest's timer. The mail, its delivery and the emptied queues are one transaction: each change is
 * mailed once, and one that is queued in the meantime is in the next digest.
 * @param real real time, for the outbox
 */
export const digestTimerRule =
  (real: Date): TimerRule =>
  async (tenant, { subject: id }, now, newId) => {
    const subscription = await subscriptionById(tenant, id, { consistent: true });
    if (subscription?.status !== 'active' || !isMailSubscription(subscription)) return [];
    const listed = await subjectQueuesForDigest(tenant, id, MAX_ENTRIES + 1);
    const queues = (await findSubjectQueues(tenant, listed.slice(0, MAX_ENTRIES))).filter(
      (queue): queue is SubjectQueueItem => queue !== undefined && queue.waiting.length > 0,
    );
    const digest = await composeFittingDigest({ tenant, now, real, newId }, subscription, queues);
    const hasMore =
      (listed.length > MAX_ENTRIES && queues.length > 0) || digest.queues.length < queues.length;
    const next = hasMore ? now : findNextTime(subscription.channel.digest, now, digest.queues.length > 0);
    return [
      ...digest.changes,
      ...digest.queues.map((queue) => putSubjectQueue(tenant, queue, emptyQueue(queue, real))),
      ...(next ? [setSubscriptionTimer(tenant, 'event-digest', id, next)] : []),
    ];
  };
