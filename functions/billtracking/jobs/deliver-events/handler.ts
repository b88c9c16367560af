// Fans out changes of calendar events and bills to the subscriptions that match them, and compares bills with saved searches.
import { changeById } from '../../../../shared/change-feed/feed.ts';
import { readChangeId } from '../../../../shared/change-feed/feed-store.ts';
import { listChangedItems } from '../../../../shared/platform/tenants.ts';
import type { ChangeEventInput } from '../../../../shared/platform/trigger.ts';
import { fanOut } from '../../events/subscriptions/deliveries/fan-out.ts';
import { matchChange } from '../../searches/match-change.ts';

/** Retried when it fails; a change that was fanned out before has no further effect. */
export const handler = async (event: ChangeEventInput): Promise<void> => {
  for (const item of listChangedItems(event)) {
    const id = readChangeId(item.partition);
    const change = id === undefined ? undefined : await changeById(item.tenant, id);
    if (!change) continue;
    const now = new Date();
    await Promise.all([fanOut(item.tenant, change, { now }), matchChange(item.tenant, change, now)]);
  }
};
