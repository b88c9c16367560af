// Delivers the messages that the stream did not: deliveries that failed or never started.
import type { TenantStore } from '../../../../shared/data/store.ts';
import { logError } from '../../../../shared/log/log.ts';
import { listDueMessages } from '../../notifications/notification-message.ts';
import { deliverMessage } from '../deliver-notifications/deliver-message.ts';

/**
 * Delivers some of the messages that are due.
 * @param now the tenant's time
 * @param real the real time
 * @returns whether more may be due
 */
export async function deliverDueMessages(
  tenant: TenantStore,
  now: Date,
  real: Date,
  hasTime: () => boolean,
): Promise<boolean> {
  let settled = 0;
  for (const message of await listDueMessages(tenant, now)) {
    if (!hasTime()) return true;
    await deliverMessage(tenant, message, now, real)
      .then(() => {
        settled += 1;
      })
      .catch((error: unknown) => logError(`notice ${tenant.code} ${message.kind} ${message.about}`, error));
  }
  return settled > 0;
}
