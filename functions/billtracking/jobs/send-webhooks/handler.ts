// Sends webhooks as their deliveries are written, each in the order of its subject queue; those to slow receivers are left to
// run-bill-timers.
import { randomUUID } from 'node:crypto';
import { tenantKey } from '../../../../shared/auth/accounts/records.ts';
import { createTimeCheck, type RemainingTime } from '../../../../shared/platform/remaining-time.ts';
import { listChangedItems } from '../../../../shared/platform/tenants.ts';
import type { ChangeEventInput } from '../../../../shared/platform/trigger.ts';
import { deliveryById, parseDeliveryKey } from '../../../../shared/subscriptions/delivery-store.ts';
import { sendSubjectQueue } from '../../../../shared/subscriptions/send-subject-queue.ts';
import { isSlowReceiver } from '../../../../shared/subscriptions/slow-receiver.ts';
import { SEND_TIMEOUT_MILLISECONDS, sendWebhook } from '../../../../shared/webhooks/send.ts';

/** The milliseconds that an attempt and recording its outcome may take; none is begun with less time left. */
const MIN_TIME_LEFT = SEND_TIMEOUT_MILLISECONDS + 10_000;

export const handler = async (event: ChangeEventInput, context?: RemainingTime): Promise<void> => {
  for (const item of listChangedItems(event)) {
    const name = parseDeliveryKey(item.partition, item.sort);
    if (!name) continue;
    const delivery = await deliveryById(item.tenant, name);
    if (delivery?.channel !== 'webhook' || delivery.state !== 'pending') continue;
    const settings = await item.tenant.get(tenantKey(item.tenant));
    if (settings?.status !== 'active') continue;
    if (await isSlowReceiver(item.tenant, delivery.subscriptionId, new Date())) continue;
    await sendSubjectQueue(item.tenant, delivery, {
      now: () => new Date(),
      newId: randomUUID,
      random: Math.random,
      send: sendWebhook,
      hasTime: createTimeCheck(context, MIN_TIME_LEFT),
    });
  }
};
