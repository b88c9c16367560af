// Puts what is due and was stored by an earlier version into the index of what is due (docs/events.md#what-is-due).
import {
  type AttributeValue,
  ConditionalCheckFailedException,
  type DynamoDBClient,
  ScanCommand,
  type ScanCommandOutput,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { followedChangesKind } from '../../../shared/change-feed/followers.ts';
import { valuesSweepKind } from '../../../shared/change-feed/values-sweep.ts';
import { chooseDuePartition } from '../../../shared/data/due-partition.ts';
import { movedClocks } from '../../../shared/schedule/tenant-clock.ts';

/** The listings of what an earlier version stored, which are in the index too. */
export const dueListings: ReadonlySet<string> = new Set([
  ...['TIMERS', 'TIMERS#billtracking', 'NOTICES', 'OUTBOX', 'EVENT-LANES'],
  ...['IMPORT-RUNS', 'EXPORT-RUNS', 'BROADCAST-RUNS', 'REPORT-RUNS', 'GROUP-RUNS'],
  ...['PERSON-MERGES', 'ORG-MERGES', 'PERSON-ERASURES'],
]);

type Item = Record<string, AttributeValue>;

/** How an item gets into the index: what is set, and what must not have changed since it was read. */
interface Indexing {
  readonly set: Item;
  readonly unchanged: Item;
}

/** The attributes that list something at a moment for which an earlier version had no listing. */
const listAt = (listing: string, prefix: string, pk: string, at: number): Item => ({
  gsi1pk: { S: prefix + listing },
  gsi1sk: { S: String(at).padStart(15, '0') },
  gsi2pk: { S: chooseDuePartition(listing, pk) },
});

/** What an item needs to be in the index; undefined where it is nothing that is due. */
function planIndexing(item: Item, now: Date): Indexing | undefined {
  const { pk, gsi1pk, type, at, clockOffsetSeconds } = item;
  const [, prefix, partition] = /^(T#[a-z0-9-]+#)(.*)$/s.exec(pk?.S ?? '') ?? [];
  if (pk?.S === undefined || prefix === undefined) return undefined;
  const listing = gsi1pk?.S?.startsWith(prefix) ? gsi1pk.S.slice(prefix.length) : '';
  if (gsi1pk && dueListings.has(listing))
    return { set: { gsi2pk: { S: chooseDuePartition(listing, pk.S) } }, unchanged: { gsi1pk } };
  if (type?.S === 'event-sweep')
    return { set: listAt(followedChangesKind.listing, prefix, pk.S, now.getTime()), unchanged: { type } };
  if (type?.S === 'values-sweep' && at)
    return { set: listAt(valuesSweepKind.listing, prefix, pk.S, now.getTime()), unchanged: { at } };
  if (partition === 'TENANT' && clockOffsetSeconds?.N !== undefined && clockOffsetSeconds.N !== '0')
    return { set: listAt(movedClocks.listing, prefix, pk.S, 0), unchanged: { clockOffsetSeconds } };
  return undefined;
}

/** Writes the attributes; false where the item has changed meanwhile, and is in the index by that change. */
async function setAttributes(client: DynamoDBClient, TableName: string, item: Item, plan: Indexing) {
  const { pk, sk } = item;
  if (!pk || !sk) return false;
  const set = Object.entries(plan.set);
  const [[name = '', value] = []] = Object.entries(plan.unchanged);
  try {
    await client.send(
      new UpdateItemCommand({
        TableName,
        Key: { pk, sk },
        UpdateExpression: `SET ${set.map(([key]) => `${key} = :${key}`).join(', ')}`,
        ConditionExpression: '#seen = :seen AND attribute_not_exists(gsi2pk)',
        ExpressionAttributeNames: { '#seen': name },
        ExpressionAttributeValues: {
          ...Object.fromEntries(set.map(([key, each]) => [`:${key}`, each])),
          ...(value && { ':seen': value }),
        },
      }),
    );
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
}

/**
 * Reads the whole table once. It may run beside the platform and again: what changes meanwhile is written by this version, and
 * is in the index already.
 * @returns how many items it put into the index
 */
export async function indexDueWork(
  client: DynamoDBClient,
  TableName: string,
  now = new Date(),
): Promise<number> {
  let indexed = 0;
  let ExclusiveStartKey: Item | undefined;
  do {
    const { Items = [], LastEvaluatedKey }: ScanCommandOutput = await client.send(
      new ScanCommand({
        TableName,
        ExclusiveStartKey,
        FilterExpression:
          'attribute_not_exists(gsi2pk) AND (attribute_exists(gsi1pk) OR #type IN (:tenant, :sweep, :values))',
        ProjectionExpression: 'pk, sk, gsi1pk, #type, #at, clockOffsetSeconds',
        ExpressionAttributeNames: { '#type': 'type', '#at': 'at' },
        ExpressionAttributeValues: {
          ':tenant': { S: 'tenant' },
          ':sweep': { S: 'event-sweep' },
          ':values': { S: 'values-sweep' },
        },
      }),
    );
    for (const item of Items) {
      const plan = planIndexing(item, now);
      if (plan && (await setAttributes(client, TableName, item, plan))) indexed += 1;
    }
    ExclusiveStartKey = LastEvaluatedKey;
  } while (ExclusiveStartKey);
  return indexed;
}
