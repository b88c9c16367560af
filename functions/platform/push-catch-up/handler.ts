// Brings a new subscriber up to date. One that can't be is disconnected, to reconnect with its cursor.
import { createTimeCheck, type RemainingTime } from '../../../shared/platform/remaining-time.ts';
import { listChangedItems } from '../../../shared/platform/tenants.ts';
import type { ChangeEventInput } from '../../../shared/platform/trigger.ts';
import { catchUp } from '../../../shared/push/catch-up.ts';

/** No more past changes are sent with less time than this left, in milliseconds: the rest takes up to ten seconds. */
const reservedTime = 15_000;

export const handler = async (event: ChangeEventInput, context?: RemainingTime): Promise<void> => {
  for (const item of listChangedItems(event)) {
    if (item.partition === 'LISTENERS')
      await catchUp(item.tenant, item.sort, createTimeCheck(context, reservedTime));
  }
};
