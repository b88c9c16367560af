// Delivers messages when they are written. Failed deliveries are retried by run-timers.
import { tenantKey } from '../../../../shared/auth/accounts/records.ts';
import { logError } from '../../../../shared/log/log.ts';
import type { RemainingTime } from '../../../../shared/platform/remaining-time.ts';
import { type ChangedItem, listChangedItems } from '../../../../shared/platform/tenants.ts';
import type { ChangeEventInput } from '../../../../shared/platform/trigger.ts';
import { tenantTime } from '../../../../shared/schedule/tenant-clock.ts';
import type { NotificationMessageItem } from '../../notifications/notification-message.ts';
import { deliverMessage } from './deliver-message.ts';

/** The time that must be left to start a delivery, in milliseconds. */
const minTimePerMessage = 10_000;

async function deliverNow({ tenant, partition, sort }: ChangedItem): Promise<void> {
  const settings = await tenant.get(tenantKey(tenant));
  const message = await tenant.get(tenant.key<NotificationMessageItem>(partition, sort), {
    consistent: true,
  });
  if (settings?.status !== 'active' || message?.state !== 'waiting' || message.failures > 0) return;
  const real = new Date();
  await deliverMessage(tenant, message, tenantTime(settings, real), real);
}

export const handler = async (event: ChangeEventInput, context?: RemainingTime): Promise<void> => {
  for (const item of listChangedItems(event)) {
    if (item.sort !== 'NOTICE') continue;
    // The rest is due for run-timers in a minute.
    if (context && context.getRemainingTimeInMillis() < minTimePerMessage) break;
    await deliverNow(item).catch((error: unknown) =>
      logError(`${item.tenant.code} ${item.partition}`, error),
    );
  }
};
