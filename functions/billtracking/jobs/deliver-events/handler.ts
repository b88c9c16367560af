// Fans out changes of calendar events and bills to the subscriptions that match them.
import { changeById } from '../../../../shared/change-feed/feed.ts';
import { listChangedItems } from '../../../../shared/platform/tenants.ts';
import type { ChangeEventInput } from '../../../../shared/platform/trigger.ts';
import { fanOut } from '../../events/subscriptions/deliveries/fan-out.ts';

/** Retried when it fails; a change that was fanned out before has no further effect. */
export const handler = async (event: ChangeEventInput): Promise<void> => {
  for (const item of listChangedItems(event)) {
    if (item.partition !== 'CHANGES') continue;
    const change = await changeById(item.tenant, item.sort);
    if (change) await fanOut(item.tenant, change, { now: new Date() });
  }
};
