// Writes many items that need no common transaction: 25 per round trip, at half the cost.
import { setTimeout as sleep } from 'node:timers/promises';
import { BatchWriteCommand, type BatchWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { Failure } from '../errors/failure.ts';
import type { Change } from './changes.ts';
import { documentClient } from './client.ts';
import { assertItemFits } from './size/assert-fits.ts';
import { groupByTable } from './tables.ts';
import { createWorkQueue } from './work/work-queue.ts';

type WriteRequest = NonNullable<BatchWriteCommandInput['RequestItems']>[string][number];

/** DynamoDB's limit on a batch. */
export const ITEMS_PER_BATCH = 25;
const MAX_ATTEMPTS = 9;

function toRequest(change: Change): WriteRequest {
  assertItemFits(change);
  const { Put, Delete } = change.action;
  const written = Put ?? Delete;
  if (!written || written.ConditionExpression !== undefined)
    throw new Error('A batch has puts and removals of whole items without conditions');
  return Put ? { PutRequest: { Item: Put.Item } } : { DeleteRequest: { Key: Delete?.Key } };
}

const getPartition = ({ PutRequest, DeleteRequest }: WriteRequest): string =>
  String((PutRequest?.Item ?? DeleteRequest?.Key)?.pk);

async function writeBatch(requests: readonly WriteRequest[]): Promise<void> {
  let open = [...requests];
  for (let attempt = 0; open.length > 0; attempt += 1) {
    if (attempt >= MAX_ATTEMPTS) throw new Failure('SERVICE_BUSY');
    if (attempt > 0) await sleep(Math.random() * 20 * 2 ** attempt);
    const { UnprocessedItems } = await documentClient().send(
      new BatchWriteCommand({ RequestItems: groupByTable(open, getPartition) }),
    );
    open = Object.values(UnprocessedItems ?? {}).flat();
  }
}

/**
 * Writes or removes whole items, each once, in any order and not in one transaction: when this fails, some may be written.
 * @param concurrency how many batches are written at once
 * @throws Failure SERVICE_BUSY when DynamoDB keeps leaving items unprocessed, RECORD_TOO_LARGE before anything is written
 */
export async function writeBatches(changes: readonly Change[], concurrency = 1): Promise<void> {
  const requests = changes.map(toRequest);
  const inTurn = createWorkQueue(concurrency);
  const batches = Array.from({ length: Math.ceil(requests.length / ITEMS_PER_BATCH) }, (_, index) =>
    requests.slice(index * ITEMS_PER_BATCH, (index + 1) * ITEMS_PER_BATCH),
  );
  await Promise.all(batches.map((batch) => inTurn(() => writeBatch(batch))));
}
