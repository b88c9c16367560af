// Continues broadcasts and counts of audiences, and enters people who joined a list into the series of the list. It may stop anywhere;
// sweep-broadcasts continues what was cut off, and what becomes due.
import { randomUUID } from 'node:crypto';
import { openMailSender } from '../../../../shared/mail/deliver.ts';
import { createTimeCheck, type RemainingTime } from '../../../../shared/platform/remaining-time.ts';
import { listChangedItems } from '../../../../shared/platform/tenants.ts';
import type { ChangeEventInput } from '../../../../shared/platform/trigger.ts';
import { runCount } from '../../communication/broadcasts/audience-count/run-count.ts';
import { audiencePartition } from '../../communication/broadcasts/audience-count/store.ts';
import { runBroadcast } from '../../communication/broadcasts/run/run-broadcast.ts';
import { enterByList, parseListMember } from '../../communication/mail-series/run/enter-by-list.ts';

/** The milliseconds that must be left for a page of mails; the rest is left to another call. */
const TIME_FOR_PAGE = 20_000;

export const handler = async (event: ChangeEventInput, context?: RemainingTime): Promise<void> => {
  const isInTime = createTimeCheck(context, TIME_FOR_PAGE);
  const run = { now: () => new Date(), newId: randomUUID, isInTime };
  for (const { tenant, partition, sort } of listChangedItems(event)) {
    const [, id = ''] = partition.split('#');
    const member = parseListMember(partition, sort);
    if (member) await enterByList(tenant, member, new Date());
    else if (audiencePartition.test(partition)) await runCount(tenant, id, run);
    else await runBroadcast(tenant, id, { ...run, openSender: () => openMailSender(true) });
  }
};
