// Appends the changes in the table's stream to the tenants' change feeds, and sends them to push subscribers.
import type { DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda';
import type { StreamRecord } from '../../../shared/change-feed/change-event.ts';
import { takeChanges } from '../../../shared/change-feed/take-changes.ts';
import { appendAndSend, maxSendTime } from '../../../shared/push/append-and-send.ts';

/** The same for a part of a batch that failed, which may have very many. */
const partSendTime = maxSendTime / 20;

/** Reports the changes that have to come again: none, unless the database is away. What cannot be handled is set aside. */
export const handler = async (event: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> => {
  const now = new Date();
  const records = event.Records as readonly StreamRecord[];
  const handle = (part: readonly StreamRecord[]): Promise<void> =>
    appendAndSend(part, now, part === records ? maxSendTime : partSendTime);
  const left = await takeChanges(records, handle, now);
  return {
    batchItemFailures: left.map(({ dynamodb }) => ({ itemIdentifier: dynamodb?.SequenceNumber ?? '' })),
  };
};
