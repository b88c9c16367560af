// Makes reports as they are asked for. What there is no time for, or what fails, sweep-reports takes up.
import { randomUUID } from 'node:crypto';
import type { Context, DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda';
import { itemOf } from '../../../shared/platform/tenants.ts';
import { runReport, timeForOnePart } from '../reports/run.ts';
import { reportById } from '../reports/store.ts';

export const handler = async (
  event: DynamoDBStreamEvent,
  context?: Pick<Context, 'getRemainingTimeInMillis'>,
): Promise<DynamoDBBatchResponse> => {
  for (const { eventName, dynamodb } of event.Records) {
    const item = eventName === 'INSERT' ? itemOf(dynamodb?.Keys) : undefined;
    const id = /^REPORT#(.+)$/.exec(item?.partition ?? '')?.[1];
    if (!item || id === undefined || item.sort !== 'RUN') continue;
    if (context && context.getRemainingTimeInMillis() < timeForOnePart) break;
    const state = await reportById(item.tenant, id, { consistent: true });
    // One that was tried already has its next try at the sweep.
    if (state?.run?.tries !== 0 || state.run.lease !== undefined) continue;
    await runReport(item.tenant, state.run, {
      now: () => new Date(),
      newId: randomUUID,
      ...(context && { timeLeft: () => context.getRemainingTimeInMillis() }),
    });
  }
  return { batchItemFailures: [] };
};
