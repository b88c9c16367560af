// POST /api/1.0/bill/event/subscription/{id}/test
import type { Change } from '../../../../../shared/data/changes.ts';
import { conflict } from '../../../../../shared/errors/failure.ts';
import { lambda } from '../../../../../shared/http/lambda.ts';
import { write } from '../../../../../shared/http/reply.ts';
import { putMail } from '../../../../../shared/mail/outbox.ts';
import { successReply } from '../../../envelopes.ts';
import { buildDelivery } from '../deliveries/delivery.ts';
import { buildTestMessage } from '../deliveries/message.ts';
import { notifyPushChannel } from '../deliveries/progress.ts';
import { putDelivery, putSubjectQueue } from '../deliveries/store.ts';
import { enqueueChange } from '../deliveries/subject-queue.ts';
import { buildUnsubscribeLink } from '../links/unsubscribe-link.ts';
import { requireSubscription } from '../store.ts';
import { testSubscription } from './contract.ts';

export const handler = lambda(testSubscription, async ({ params, tenant, receivedAt: now, newId, url }) => {
  const { id: subscriptionId, name, channel, status } = await requireSubscription(tenant, params.id);
  const { type } = channel;
  if (type === 'calendar')
    throw conflict('A calendar feed is fetched, not sent; open its address to test it.');
  if (status !== 'active')
    throw conflict(
      status === 'unconfirmed'
        ? 'Nothing is sent until its address confirms; send a test then.'
        : `The subscription is ${status}; resume it, then send a test.`,
    );
  const testId = newId();
  // Begins with its time, as the ids of changes do: deliveries stand in the order of their ids.
  const id = `${String(now.getTime()).padStart(13, '0')}-test-${testId}`;
  const subject = `test#${testId}`;
  const message = buildTestMessage(subscriptionId, name, now);
  const delivery = buildDelivery({ id, subscriptionId, channel: type, subject }, message, now);
  const also: Readonly<Record<typeof type, () => readonly Change[]>> = {
    webhook: () => {
      const waiting = { id, type: message.type, fields: [], at: message.timestamp };
      return [putSubjectQueue(tenant, undefined, enqueueChange(undefined, delivery, waiting, now))];
    },
    mail: () => {
      const to = channel.type === 'mail' ? channel.email : '';
      const link = buildUnsubscribeLink({ tenant, newId, url }, { id: subscriptionId, email: to }, now);
      const text = `This is a test of the subscription "${name}". Its mails reach you.\n\nUnsubscribe: ${link.url}\n`;
      const mail = { to, subject: `Test: ${name}`, text, headers: link.headers };
      return [link.change, putMail(tenant, testId, mail, now)];
    },
    push: () => [notifyPushChannel(tenant, delivery, now)],
  };
  return write(
    [putDelivery(tenant, delivery), ...also[type]()],
    successReply({ deliveryId: id }, 'A test is on its way.'),
  );
});
