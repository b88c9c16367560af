// Brings a listener that has just connected up to date. What can't be finished is cut off, to come back with its cursor.
import { createTimeCheck, type RemainingTime } from '../../../shared/platform/tenant-rounds.ts';
import { listChangedItems } from '../../../shared/platform/tenants.ts';
import type { ChangeEventInput } from '../../../shared/platform/trigger.ts';
import { catchUp } from '../../../shared/push/catch-up.ts';

/** Nothing more of the past is told with less time than this left, in milliseconds: the rest takes up to ten seconds. */
const reservedTime = 15_000;

export const handler = async (event: ChangeEventInput, context?: RemainingTime): Promise<void> => {
  for (const item of listChangedItems(event)) {
    if (item.partition === 'LISTENERS')
      await catchUp(item.tenant, item.sort, createTimeCheck(context, reservedTime));
  }
};
