// Tells the notices that the stream could not: those that failed, and those that were never begun.
import type { TenantStore } from '../../../../shared/data/store.ts';
import { logError } from '../../../../shared/http/log.ts';
import { deliverMessage } from '../../notifications/deliver-message.ts';
import { listDueMessages } from '../../notifications/notification-message.ts';

/**
 * Tells some of the notices that are due.
 * @param now the tenant's clock
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
  for (const notice of await listDueMessages(tenant, now)) {
    if (!hasTime()) return true;
    await deliverMessage(tenant, notice, now, real)
      .then(() => {
        settled += 1;
      })
      .catch((error: unknown) => logError(`notice ${tenant.code} ${notice.kind} ${notice.about}`, error));
  }
  return settled > 0;
}
