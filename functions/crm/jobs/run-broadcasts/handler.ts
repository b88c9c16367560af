// Continues broadcasts. It may stop anywhere; sweep-broadcasts continues what was cut off, and what becomes due.
import { randomUUID } from 'node:crypto';
import { openMailSender } from '../../../../shared/mail/deliver.ts';
import { createTimeCheck, type RemainingTime } from '../../../../shared/platform/remaining-time.ts';
import { listChangedItems } from '../../../../shared/platform/tenants.ts';
import type { ChangeEventInput } from '../../../../shared/platform/trigger.ts';
import { runBroadcast } from '../../broadcasts/run/run-broadcast.ts';

/** The milliseconds that must be left for a page of mails; the rest is left to another call. */
const TIME_FOR_PAGE = 20_000;

export const handler = async (event: ChangeEventInput, context?: RemainingTime): Promise<void> => {
  for (const { tenant, partition } of listChangedItems(event))
    await runBroadcast(tenant, partition.replace(/^BROADCAST#/, ''), {
      ...{ now: () => new Date(), newId: randomUUID, isInTime: createTimeCheck(context, TIME_FOR_PAGE) },
      openSender: () => openMailSender(true),
    });
};
