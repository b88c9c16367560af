// Mails a digest when its hour has come: everything that is new since the last one, once; nothing when nothing is.
import { tenantKey } from '../../../../../shared/auth/records.ts';
import type { Change } from '../../../../../shared/data/changes.ts';
import type { TenantStore } from '../../../../../shared/data/store.ts';
import { recordId } from '../../../../../shared/directory/record-id.ts';
import { areaUrl } from '../../../../../shared/http/lambda.ts';
import { putMail } from '../../../../../shared/mail/outbox.ts';
import type { TimerRule } from '../../../../../shared/schedule/run-due-timers.ts';
import { buildDelivery } from '../deliveries/delivery.ts';
import {
  findSubjectQueues,
  putDelivery,
  putSubjectQueue,
  subjectQueuesForDigest,
} from '../deliveries/store.ts';
import { emptyQueue, type SubjectQueueItem } from '../deliveries/subject-queue.ts';
import { nextDigestTime } from '../digest-schedule.ts';
import { buildUnsubscribeLink } from '../links/unsubscribe-link.ts';
import { subscriptionById } from '../store.ts';
import type { Channel, SubscriptionItem } from '../subscription.ts';
import { setSubscriptionTimer } from '../timers.ts';
import { loadDigestContent } from './digest-content.ts';
import { buildDigestMail } from './digest-mail.ts';

/** Events and bills in one mail; what is more comes in the next one at once. A change for each, and five beside them. */
const MAX_ENTRIES = 90;

type MailSubscription = SubscriptionItem & { readonly channel: Extract<Channel, { readonly type: 'mail' }> };

const isMailSubscription = (subscription: SubscriptionItem): subscription is MailSubscription =>
  subscription.channel.type === 'mail';

/** The mail with the news of some lanes, and its delivery; nothing when none of it is to be told any more. */
async function buildDigestChanges(
  tenant: TenantStore,
  subscription: MailSubscription,
  lanes: readonly SubjectQueueItem[],
  real: Date,
  newId: () => string,
): Promise<Change[]> {
  const { id, name, filter, what, channel, createdBy } = subscription;
  const news = await loadDigestContent(tenant, filter, lanes);
  if (news.events.length + news.bills.length === 0) return [];
  const associationName = (await tenant.get(tenantKey(tenant)))?.name ?? '';
  const url = (path: string): string => areaUrl('billtracking', path);
  const unsubscribing = buildUnsubscribeLink({ tenant, newId, url }, { id, email: channel.email }, real);
  const mail = buildDigestMail(
    { name, associationName, createdBy: createdBy?.name, unsubscribeUrl: unsubscribing.url, ...news },
    what.bills,
  );
  // The lanes as they were read make this digest and no other.
  const occasion = lanes.map(({ subject, revision }) => `${subject} ${revision}`).join(' ');
  const mailId = recordId(tenant.code, 'event-digest', `${id} ${occasion}`);
  const deliveryId = `${String(real.getTime()).padStart(13, '0')}-digest-${mailId}`;
  const message = {
    type: 'subscription.digest',
    timestamp: real.toISOString(),
    data: {
      subscriptionId: id,
      subject: mail.subject,
      changeIds: lanes.flatMap(({ waiting }) => waiting.map((change) => change.id)),
    },
  };
  const about = { id: deliveryId, subscriptionId: id, channel: 'mail', subject: 'digest' } as const;
  return [
    unsubscribing.change,
    putMail(tenant, mailId, { to: channel.email, ...mail, headers: unsubscribing.headers }, real),
    putDelivery(tenant, buildDelivery(about, message, real)),
  ];
}

/**
 * The rule of a digest's timer. What is told, that it was told, and the mail are one transaction: each change is told once,
 * and one that comes by meanwhile is told by the next digest.
 * @param real the real time, for the outbox
 */
export const digestTimerRule =
  (real: Date): TimerRule =>
  async (tenant, { subject: id }, now, newId) => {
    const subscription = await subscriptionById(tenant, id, { consistent: true });
    if (subscription?.status !== 'active' || !isMailSubscription(subscription)) return [];
    const listed = await subjectQueuesForDigest(tenant, id, MAX_ENTRIES + 1);
    const lanes = (await findSubjectQueues(tenant, listed.slice(0, MAX_ENTRIES))).filter(
      (lane): lane is SubjectQueueItem => lane !== undefined && lane.waiting.length > 0,
    );
    const isMore = listed.length > MAX_ENTRIES && lanes.length > 0;
    const next = isMore ? now : nextDigestTime(subscription.channel.digest, now);
    return [
      ...(lanes.length > 0 ? await buildDigestChanges(tenant, subscription, lanes, real, newId) : []),
      ...lanes.map((lane) => putSubjectQueue(tenant, lane, emptyQueue(lane, real))),
      setSubscriptionTimer(tenant, 'event-digest', id, next),
    ];
  };
