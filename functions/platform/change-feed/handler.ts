// Appends what the table's stream tells to the tenants' change feeds.
import type { DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda';
import { appendChanges, type StreamRecord } from '../../../shared/data/change-feed.ts';

/** A batch that fails is delivered again whole: appending is the same however often it is done. */
export const handler = async (event: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> => {
  await appendChanges(event.Records as readonly StreamRecord[]);
  return { batchItemFailures: [] };
};
