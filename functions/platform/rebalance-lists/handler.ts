// Splits and merges the sections and buckets of counted lists that writes have left too large or too small.
import { setTimeout as sleep } from 'node:timers/promises';
import { type CountedList, countedList, parseListName } from '../../../shared/lists/counted-list.ts';
import { listChangedItems } from '../../../shared/platform/tenants.ts';
import type { ChangeEventInput } from '../../../shared/platform/trigger.ts';

/** How often a list is balanced again where its index did not have all rows yet, and the first pause before that. */
const MAX_ATTEMPTS = 4;
const FIRST_PAUSE = 100;

async function rebalance(list: CountedList<unknown>, start: string): Promise<void> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const { deferred } = await list.rebalance([start]);
    if (deferred === 0) return;
    if (attempt < MAX_ATTEMPTS) await sleep(FIRST_PAUSE * 4 ** (attempt - 1));
  }
}

/**
 * Repeating a call has no further effect. A list that stays unbalanced because others keep writing to it is correct, and
 * the next of those writes calls this function again.
 */
export const handler = async (event: ChangeEventInput): Promise<void> => {
  for (const { tenant, partition, sort, type } of listChangedItems(event)) {
    const name = parseListName(partition, type);
    if (name !== undefined) await rebalance(countedList(tenant, name), sort);
  }
};
