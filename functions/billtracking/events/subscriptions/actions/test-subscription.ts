// POST /api/1.0/bill/event/subscription/{id}/test
import type { Change } from '../../../../../shared/data/changes.ts';
import { conflict } from '../../../../../shared/errors/failure.ts';
import { lambda } from '../../../../../shared/http/lambda.ts';
import { write } from '../../../../../shared/http/reply.ts';
import { putMail } from '../../../../../shared/mail/outbox.ts';
import { buildDelivery } from '../../../../../shared/subscriptions/delivery.ts';
import { putDelivery, putSubjectQueue } from '../../../../../shared/subscriptions/delivery-store.ts';
import { buildTestMessage } from '../../../../../shared/subscriptions/message.ts';
import { notifyPushChannel } from '../../../../../shared/subscriptions/progress.ts';
import { requireSubscription } from '../../../../../shared/subscriptions/store.ts';
import { enqueueChange } from '../../../../../shared/subscriptions/subject-queue.ts';
import { successReply } from '../../../envelopes.ts';
import { buildUnsubscribeLink } from '../links/unsubscribe-link.ts';
import { testSubscription } from './contract.ts';

export const handler = lambda(testSubscription, async ({ params, tenant, receivedAt: now, newId, url }) => {
  const {
    id: subscriptionId,
    name,
    channel,
    status,
  } = await requireSubscription(tenant, params.id, 'billtracking');
  const { type } = channel;
  if (type === 'calendar')
    throw conflict('A calendar feed is fetched, not sent; to test it, open its address.');
  if (status !== 'active')
    throw conflict(
      status === 'unconfirmed'
        ? 'The subscription sends nothing until its address confirms; test it after that.'
        : `The subscription is ${status}; resume it before testing it.`,
    );
  const testId = newId();
  // Begins with its time, as the ids of changes do, because deliveries are sorted by id.
  const id = `${String(now.getTime()).padStart(13, '0')}-test-${testId}`;
  const subject = `test#${testId}`;
  const message = buildTestMessage(subscriptionId, name, now);
  const delivery = buildDelivery({ id, subscriptionId, channel: type, subject }, message, now);
  const changesByChannel: Readonly<Record<typeof type, () => readonly Change[]>> = {
    webhook: () => {
      const queued = { id, type: message.type, fields: [], at: message.timestamp };
      return [putSubjectQueue(tenant, undefined, enqueueChange(undefined, delivery, queued, now))];
    },
    mail: () => {
      const to = channel.type === 'mail' ? channel.email : '';
      const link = buildUnsubscribeLink({ tenant, newId, url }, { id: subscriptionId, email: to }, now);
      const text = `This is a test of the subscription "${name}". You receive its mail.\n\nUnsubscribe: ${link.url}\n`;
      const mail = { to, subject: `Test: ${name}`, text, headers: link.headers };
      return [link.change, putMail(tenant, testId, mail, now)];
    },
    push: () => [
      notifyPushChannel(
        tenant,
        delivery,
        { type: 'subscription.test', title: name, text: 'A test of the subscription.' },
        now,
      ),
    ],
  };
  return write(
    [putDelivery(tenant, delivery), ...changesByChannel[type]()],
    successReply({ deliveryId: id }, 'The test was queued.'),
  );
});
