// Brings a listener that has just connected up to date. What can't be finished is cut off, to come back with its cursor.
import type { Context } from 'aws-lambda';
import { timeLeft } from '../../../shared/platform/tenant-rounds.ts';
import { itemOf } from '../../../shared/platform/tenants.ts';
import type { ChangeEventInput } from '../../../shared/platform/trigger.ts';
import { catchUp } from '../../../shared/push/catch-up.ts';

/** Nothing more of the past is told with less time than this left, in milliseconds: the rest takes up to ten seconds. */
const timeForTheRest = 15_000;

export const handler = async (
  event: ChangeEventInput,
  context?: Pick<Context, 'getRemainingTimeInMillis'>,
): Promise<void> => {
  for (const { dynamodb } of event.Records) {
    const item = itemOf(dynamodb.Keys);
    if (item?.partition === 'LISTENERS')
      await catchUp(item.tenant, item.sort, timeLeft(context, timeForTheRest));
  }
};
