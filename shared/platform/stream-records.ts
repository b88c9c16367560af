// Records of a DynamoDB stream as Lambda gives them to a function, images marshalled, times in epoch seconds (Lambda Developer
// Guide, DynamoDB event).
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import type { _Record as StreamRecord } from '@aws-sdk/client-dynamodb-streams';
import type { DynamoDBRecord, AttributeValue as LambdaValue } from 'aws-lambda';

/** The record as it is in the event of a function. */
export function toLambdaRecord(
  streamArn: string,
  { eventID, eventName, awsRegion, dynamodb }: StreamRecord,
): DynamoDBRecord {
  const keys = toLambdaItem(dynamodb?.Keys);
  const newImage = toLambdaItem(dynamodb?.NewImage);
  const oldImage = toLambdaItem(dynamodb?.OldImage);
  return {
    ...(eventID !== undefined && { eventID }),
    ...(eventName !== undefined && { eventName }),
    eventVersion: '1.1',
    eventSource: 'aws:dynamodb',
    awsRegion: awsRegion ?? 'us-east-1',
    eventSourceARN: streamArn,
    dynamodb: {
      ApproximateCreationDateTime: Math.floor((dynamodb?.ApproximateCreationDateTime?.getTime() ?? 0) / 1000),
      ...(keys && { Keys: keys }),
      ...(newImage && { NewImage: newImage }),
      ...(oldImage && { OldImage: oldImage }),
      SequenceNumber: dynamodb?.SequenceNumber ?? '',
      SizeBytes: dynamodb?.SizeBytes ?? 0,
      StreamViewType: 'NEW_AND_OLD_IMAGES',
    },
  };
}

function toLambdaItem(
  item: Record<string, AttributeValue> | undefined,
): Record<string, LambdaValue> | undefined {
  if (!item) return undefined;
  return Object.fromEntries(Object.entries(item).map(([name, value]) => [name, toLambdaValue(value)]));
}

// Only binary differs: bytes in the SDK, base64 in the event. Sets and texts are passed as they are.
function toLambdaValue(value: AttributeValue): LambdaValue {
  if (value.M) return { M: toLambdaItem(value.M) ?? {} };
  if (value.L) return { L: value.L.map(toLambdaValue) };
  if (value.B) return { B: toBase64(value.B) };
  if (value.BS) return { BS: value.BS.map(toBase64) };
  if (value.S !== undefined) return { S: value.S };
  if (value.N !== undefined) return { N: value.N };
  if (value.BOOL !== undefined) return { BOOL: value.BOOL };
  if (value.SS) return { SS: value.SS };
  if (value.NS) return { NS: value.NS };
  return { NULL: true };
}

function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}
