// Turns the records of a DynamoDB stream into the event that a Lambda function gets for them.
import type { _Record as StreamRecord } from '@aws-sdk/client-dynamodb-streams';
import type { DynamoDBStreamEvent } from 'aws-lambda';
import { toLambdaRecord } from '../../../shared/platform/stream-records.ts';

/** The event for a batch. */
export function buildStreamEvent(streamArn: string, records: readonly StreamRecord[]): DynamoDBStreamEvent {
  return { Records: records.map((record) => toLambdaRecord(streamArn, record)) };
}

/** The sequence number of a record; every record of a stream has one. */
export function getSequenceNumber(record: StreamRecord): string {
  return record.dynamodb?.SequenceNumber ?? '';
}
