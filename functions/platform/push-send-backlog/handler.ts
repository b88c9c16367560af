// Sends to a tenant's push subscribers what the change feed had no time or no room to send.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTimeCheck, type RemainingTime } from '../../../shared/platform/remaining-time.ts';
import { listChangedItems } from '../../../shared/platform/tenants.ts';
import type { ChangeEventInput } from '../../../shared/platform/trigger.ts';
import { sendBacklog } from '../../../shared/push/send-backlog.ts';

/** Nothing is begun with less time left, in milliseconds: a page takes five seconds, and the index as long to settle. */
const reservedTime = 15_000;

export const handler = async (event: ChangeEventInput, context?: RemainingTime): Promise<void> => {
  for (const { tenant } of listChangedItems(event))
    await sendBacklog(tenant, {
      now: () => new Date(),
      newId: randomUUID,
      sleep: async (milliseconds) => void (await sleep(milliseconds)),
      hasTime: createTimeCheck(context, reservedTime),
    });
};
