// Reads the shards of a change stream for one function, and records how far each is read.
import {
  DescribeStreamCommand,
  type DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
  type Shard,
} from '@aws-sdk/client-dynamodb-streams';
import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import type { StreamFilter } from '../../../shared/platform/trigger.ts';
import { createDeliveredBatches, type DeliveredBatches } from './delivered-batches.ts';
import { describeError } from './schedule.ts';
import type { StreamCheckpoint } from './stream-checkpoint.ts';
import { filterRecords } from './stream-filter.ts';
import { buildStreamEvent, getSequenceNumber } from './stream-records.ts';

/** How a function takes the changes of a stream. */
export interface StreamReaderOptions {
  /** The function's name, for the log. */
  readonly name: string;
  readonly streamArn: string;
  /** Called with batches, one after the other within a shard: the next when it has taken all of the one before. */
  // biome-ignore lint/suspicious/noConfusingVoidType: Lambda takes a handler that answers nothing for one that took all
  readonly handler?: (event: DynamoDBStreamEvent) => Promise<DynamoDBBatchResponse | void>;
  /**
   * Called with single changes instead, side by side: none waits for another. Resolves to whether its calls have ended; the
   * position that a restart continues from moves behind them then.
   */
  readonly deliver?: (record: DynamoDBRecord) => Promise<boolean>;
  /** Maximum records per call; 100 by default, at most 1000. */
  readonly batchSize?: number;
  /** Which changes it is called for; all by default. */
  readonly filters?: readonly StreamFilter[];
  /** Called with each batch that the handler processed completely. */
  readonly onBatch?: (event: DynamoDBStreamEvent) => void;
  /** How often a change that fails alone is tried again before it is discarded; without end by default. */
  readonly retries?: number;
  /** Called with a change that was tried as often as allowed; the next ones follow when it resolves, else it comes again. */
  readonly onDiscard?: (shardId: string, event: DynamoDBStreamEvent) => Promise<void>;
  /** Gets one line for each failure. */
  readonly log?: (line: string) => void;
}

/** Milliseconds after which new shards are looked for, though none was closed. */
const SHARD_LIST_LIFETIME = 10_000;
/** Milliseconds before a failed batch is tried again: doubled from the first to the last with every failure. */
const FIRST_RETRY = 200;
const LAST_RETRY = 30_000;

/** How long to wait after so many failures that followed one another, in milliseconds. */
export const getRetryPause = (failures: number): number =>
  Math.min(LAST_RETRY, FIRST_RETRY * 2 ** (failures - 1));

/** The reading position of one shard. */
interface ShardReader {
  iterator?: string | undefined;
  /** The sequence number of the last record read, where the recorded position is behind it. */
  after?: string;
  readonly delivered: DeliveredBatches;
  isReadToEnd: boolean;
  /** The most records of the next batch: halved while a batch fails. */
  limit: number;
  failures: number;
  /** How often a change has failed that was alone in its batch. */
  failuresAlone: number;
  /** performance.now() before which it rests. */
  restsUntil: number;
}

/** The outcome of reading all shards: nothing new, calls under way, records processed, or a failure to retry. */
export type Outcome = 'empty' | 'under way' | 'more' | 'failed';
const outcomesByWeight: readonly Outcome[] = ['more', 'failed', 'under way'];

/** Creates the reader; `wake` is called when changes that were delivered side by side have ended. */
export function createStreamReader(
  options: StreamReaderOptions,
  client: DynamoDBStreamsClient,
  checkpoint: StreamCheckpoint,
  { signal, wake }: { readonly signal: AbortSignal; readonly wake: () => void },
) {
  const { name, streamArn, handler, deliver, batchSize = 100, filters, log = console.error } = options;
  const readings = new Map<string, ShardReader>();
  let shards: Shard[] = [];
  let shardsUntil = 0;

  async function findShards(): Promise<void> {
    const found: Shard[] = [];
    let last: string | undefined;
    do {
      const { StreamDescription: part } = await client.send(
        new DescribeStreamCommand({ StreamArn: streamArn, ExclusiveStartShardId: last }),
        { abortSignal: signal },
      );
      found.push(...(part?.Shards ?? []));
      last = part?.LastEvaluatedShardId;
    } while (last !== undefined);
    shards = found;
    shardsUntil = performance.now() + SHARD_LIST_LIFETIME;
    const ids = new Set(found.map(({ ShardId }) => ShardId ?? ''));
    for (const shardId of readings.keys()) if (!ids.has(shardId)) readings.delete(shardId);
    await checkpoint.keep(ids);
  }

  async function iteratorFor(shardId: string, reading: ShardReader): Promise<string | undefined> {
    const after = reading.after ?? checkpoint.after(shardId);
    const place =
      after === undefined
        ? ({ ShardIteratorType: 'TRIM_HORIZON' } as const)
        : ({ ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber: after } as const);
    const command = new GetShardIteratorCommand({ StreamArn: streamArn, ShardId: shardId, ...place });
    return (await client.send(command, { abortSignal: signal })).ShardIterator;
  }

  /** Calls the handler; the index of the first record it did not take, or the number of records. */
  async function call(event: DynamoDBStreamEvent): Promise<number> {
    try {
      const failures = (await handler?.(event))?.batchItemFailures ?? [];
      if (failures.length === 0) return event.Records.length;
      const failed = failures.map(({ itemIdentifier }) =>
        event.Records.findIndex((record) => record.dynamodb?.SequenceNumber === itemIdentifier),
      );
      log(`${name} could not take ${failures.length} of ${event.Records.length} changes and gets them again`);
      // An identifier that names no record fails the whole batch (Lambda Developer Guide, partial batch response).
      return Math.max(0, Math.min(...failed));
    } catch (error) {
      log(`${name} failed on ${event.Records.length} changes and gets them again: ${describeError(error)}`);
      return 0;
    }
  }

  /**
   * A batch of which nothing was taken is halved, until the change that fails is alone (Lambda Developer Guide, "bisect on
   * function error"). Alone it is tried as often as allowed. @returns whether it was discarded
   */
  async function discardOrHalve(
    shardId: string,
    event: DynamoDBStreamEvent,
    reading: ShardReader,
  ): Promise<boolean> {
    if (options.retries === undefined) return false;
    const count = event.Records.length;
    if (count > 1) {
      reading.limit = Math.max(1, Math.floor(Math.min(count, reading.limit) / 2));
      return false;
    }
    reading.failuresAlone += 1;
    if (reading.failuresAlone <= options.retries) return false;
    try {
      await options.onDiscard?.(shardId, event);
      log(`${name} failed ${reading.failuresAlone} times on a change, which is discarded`);
      return true;
    } catch (error) {
      log(
        `${name} failed ${reading.failuresAlone} times on a change and gets it again: ${describeError(error)}`,
      );
      return false;
    }
  }

  /** Has the handler process a batch. @returns how many of the records are taken */
  async function process(shardId: string, whole: DynamoDBStreamEvent, reading: ShardReader): Promise<number> {
    const event = { Records: filterRecords(whole.Records, filters) };
    const first = event.Records.length > 0 ? event.Records[await call(event)] : undefined;
    if (first && first === event.Records[0] && !(await discardOrHalve(shardId, event, reading)))
      return whole.Records.indexOf(first);
    reading.failuresAlone = 0;
    // What the filters leave out counts as taken, as far as nothing before it failed.
    if (first && first !== event.Records[0]) return whole.Records.indexOf(first);
    if (!first && event.Records.length > 0) options.onBatch?.(event);
    reading.limit = Math.min(batchSize, reading.limit * 2);
    return whole.Records.length;
  }

  /** Records the position behind the batches that have ended, as far as none before them is under way. */
  async function recordEnded(shardId: string, { delivered, isReadToEnd }: ShardReader): Promise<void> {
    const last = delivered.takeEnded();
    if (last !== undefined) await checkpoint.advance(shardId, last);
    if (isReadToEnd && delivered.isEmpty()) await checkpoint.finish(shardId);
  }

  async function read(shardId: string, reading: ShardReader): Promise<Outcome> {
    reading.iterator ??= await iteratorFor(shardId, reading);
    const reply = await client.send(
      new GetRecordsCommand({ ShardIterator: reading.iterator, Limit: reading.limit }),
      { abortSignal: signal },
    );
    const records = reply.Records ?? [];
    const lastRecord = records.at(-1);
    if (lastRecord) {
      const whole = buildStreamEvent(streamArn, records);
      if (deliver) {
        reading.after = getSequenceNumber(lastRecord);
        reading.delivered.add(reading.after, filterRecords(whole.Records, filters).map(deliver));
      } else {
        const taken = await process(shardId, whole, reading);
        const last = records[taken - 1];
        if (last) await checkpoint.advance(shardId, getSequenceNumber(last));
        if (taken < records.length) {
          reading.iterator = undefined;
          reading.failures = taken > 0 ? 1 : reading.failures + 1;
          reading.restsUntil = performance.now() + getRetryPause(reading.failures);
          return 'failed';
        }
      }
    }
    reading.failures = 0;
    reading.iterator = reply.NextShardIterator;
    if (reading.iterator === undefined) {
      reading.isReadToEnd = true;
      await recordEnded(shardId, reading);
      shardsUntil = 0;
      return 'more';
    }
    return records.length > 0 ? 'more' : 'empty';
  }

  /** Recovers the position of a shard after a failed read. */
  async function recover(shardId: string, reading: ShardReader, error: unknown): Promise<void> {
    reading.iterator = undefined;
    const kind = error instanceof Error ? error.name : '';
    if (kind === 'ExpiredIteratorException') return;
    if (kind === 'TrimmedDataAccessException') {
      log(`${name} was stopped longer than the stream retains changes and continues with the oldest`);
      delete reading.after;
      await checkpoint.restart(shardId);
      return;
    }
    shardsUntil = 0;
    throw error;
  }

  /** Reads a shard, unless it is read to its end or rests. */
  async function readOpen(shardId: string, reading: ShardReader): Promise<Outcome> {
    await recordEnded(shardId, reading);
    if (performance.now() < reading.restsUntil) return 'failed';
    try {
      const outcome = reading.isReadToEnd ? 'empty' : await read(shardId, reading);
      return outcome === 'empty' && !reading.delivered.isEmpty() ? 'under way' : outcome;
    } catch (error) {
      if (!signal.aborted) await recover(shardId, reading, error);
      return 'failed';
    }
  }

  const createReading = (): ShardReader => ({
    ...{ delivered: createDeliveredBatches(wake), isReadToEnd: false, limit: batchSize },
    ...{ failures: 0, failuresAlone: 0, restsUntil: 0 },
  });

  return {
    /** Looks once at every shard that can be read. @throws when the stream cannot be read */
    async readAll(): Promise<Outcome> {
      if (performance.now() >= shardsUntil) await findShards();
      const ids = shards.map(({ ShardId = '' }) => ShardId).filter((id) => !checkpoint.isDone(id));
      const unread = new Set(ids.filter((id) => !readings.get(id)?.isReadToEnd));
      const outcomes: Outcome[] = [];
      for (const { ShardId: shardId = '', ParentShardId: parent = '' } of shards) {
        if (signal.aborted) break;
        if (!ids.includes(shardId)) continue;
        const reading = readings.get(shardId) ?? createReading();
        readings.set(shardId, reading);
        // A shard follows when its parent is read.
        outcomes.push(unread.has(parent) ? 'more' : await readOpen(shardId, reading));
      }
      return outcomesByWeight.find((each) => outcomes.includes(each)) ?? 'empty';
    },
    /** Resolves when the calls under way have ended and their position is recorded. */
    async settle(): Promise<void> {
      for (const [shardId, reading] of readings) {
        await reading.delivered.settle();
        await recordEnded(shardId, reading);
      }
    },
  };
}
