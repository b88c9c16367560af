// Appends the changes in the table's stream to the tenants' change feeds, and sends them to push subscribers.
import type { DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda';
import type { StreamRecord } from '../../../shared/change-feed/change-event.ts';
import { takeChanges } from '../../../shared/change-feed/take-changes.ts';
import { appendAndSend, maxSendTime } from '../../../shared/push/append-and-send.ts';

/** Reports the changes that have to come again: none, unless the database is away. What cannot be handled is set aside. */
export const handler = async (event: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> => {
  const now = new Date();
  const until = performance.now() + maxSendTime;
  const records = event.Records as readonly StreamRecord[];
  const left = await takeChanges(records, (part) => appendAndSend(part, now, until), now);
  return {
    batchItemFailures: left.map(({ dynamodb }) => ({ itemIdentifier: dynamodb?.SequenceNumber ?? '' })),
  };
};
