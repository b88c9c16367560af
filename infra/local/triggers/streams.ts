// Feeds a Lambda handler from the table's change stream, as the event source mapping does on AWS.
import { setTimeout as delay } from 'node:timers/promises';
import {
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
  type Shard,
} from '@aws-sdk/client-dynamodb-streams';
import type { DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda';
import type { StreamFilter } from '../../../shared/platform/trigger.ts';
import { describeError } from './schedule.ts';
import { openCheckpoint, type StreamCheckpoint } from './stream-checkpoint.ts';
import { filterRecords } from './stream-filter.ts';
import { buildStreamEvent, getSequenceNumber } from './stream-records.ts';

export interface StreamOptions {
  /** The function's name, for the log. */
  readonly name: string;
  readonly streamArn: string;
  /** The file that records how far this function has read. */
  readonly checkpointFile: string;
  // biome-ignore lint/suspicious/noConfusingVoidType: Lambda takes a handler that answers nothing for one that took all
  readonly handler: (event: DynamoDBStreamEvent) => Promise<DynamoDBBatchResponse | void>;
  /** Maximum records per call; 100 by default, at most 1000. */
  readonly batchSize?: number;
  /** Which changes the handler is called for; all by default. */
  readonly filters?: readonly StreamFilter[];
  /** Called with each batch that the function processed completely. */
  readonly onBatch?: (event: DynamoDBStreamEvent) => void;
  /** When given, a quiet stream is read again when it has news, and not every moment. */
  readonly news?: StreamNews;
  readonly client?: DynamoDBStreamsClient;
  /** Gets one line for each failure. */
  readonly log?: (line: string) => void;
}

export interface RunningStream {
  /** Resolves when the handler has processed everything written before this call; reads at once for it. */
  caughtUp(): Promise<void>;
  /** Resolves when the running batch has ended and its position is recorded; no other begins. */
  stop(): Promise<void>;
}

/** Tells the readers of a stream that it has new records: one asks for them instead of all. */
export interface StreamNews {
  announce(): void;
  subscribe(listener: () => void): void;
}

export function createStreamNews(): StreamNews {
  const listeners: (() => void)[] = [];
  return {
    announce() {
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => void listeners.push(listener),
  };
}

/** Milliseconds between two reads of a quiet stream. */
const POLL_INTERVAL = 200;
/** The same where news are announced; what was written while nobody could ask is found after it. */
const ANNOUNCED_INTERVAL = 5_000;
/** Milliseconds after which new shards are looked for, though none was closed. */
const SHARD_LIST_LIFETIME = 10_000;
/** Milliseconds before a failed batch is tried again: doubled from the first to the last with every failure. */
const FIRST_RETRY = 200;
const LAST_RETRY = 30_000;

/** The reading position of one shard. */
interface ShardReader {
  iterator?: string | undefined;
  failures: number;
  /** performance.now() before which it rests. */
  restsUntil: number;
}

/**
 * Starts reading. Records of a shard are delivered in order and a shard after its parent; a failed batch is sent
 * again from the first record that failed (`batchItemFailures`), with a growing delay and without end, and nothing
 * behind it in its shard is sent before. The first run begins with the oldest record of the stream.
 */
export function startStream(options: StreamOptions): RunningStream {
  const { checkpointFile, streamArn, news, client = new DynamoDBStreamsClient() } = options;
  const stopping = new AbortController();
  let waiting: (() => void)[] = [];
  let hasNews = false;
  let endPause = () => {};
  news?.subscribe(() => {
    hasNews = true;
    endPause();
  });
  const pause = (milliseconds: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const ended = (async () => {
    const reader = createStreamReader(
      options,
      client,
      await openCheckpoint(checkpointFile, streamArn),
      stopping.signal,
    );
    while (!stopping.signal.aborted) {
      const before = waiting;
      waiting = [];
      hasNews = false;
      const outcome = await reader.round();
      if (outcome === 'empty') for (const resolve of before) resolve();
      else waiting.push(...before);
      // Who began to wait while this was read, or wrote meanwhile, waits for the next read.
      const isAwaited = hasNews || (outcome === 'empty' && waiting.length > 0);
      if (outcome !== 'more' && !isAwaited && !stopping.signal.aborted)
        await pause(news && outcome === 'empty' ? ANNOUNCED_INTERVAL : POLL_INTERVAL);
    }
    for (const resolve of waiting) resolve();
    if (!options.client) client.destroy();
  })();
  return {
    caughtUp: () =>
      new Promise((resolve) => {
        if (stopping.signal.aborted) resolve();
        waiting.push(resolve);
        endPause();
      }),
    stop() {
      stopping.abort();
      endPause();
      return ended;
    },
  };
}

/** The outcome of reading all shards: nothing new, records processed, or a failure to retry. */
type Outcome = 'empty' | 'more' | 'failed';

function createStreamReader(
  { name, streamArn, handler, batchSize = 100, filters, onBatch, log = console.error }: StreamOptions,
  client: DynamoDBStreamsClient,
  checkpoint: StreamCheckpoint,
  signal: AbortSignal,
) {
  const readings = new Map<string, ShardReader>();
  let shards: Shard[] = [];
  let shardsUntil = 0;
  let streamFailures = 0;

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

  async function iteratorFor(shardId: string): Promise<string | undefined> {
    const after = checkpoint.after(shardId);
    const place =
      after === undefined
        ? ({ ShardIteratorType: 'TRIM_HORIZON' } as const)
        : ({ ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber: after } as const);
    const command = new GetShardIteratorCommand({ StreamArn: streamArn, ShardId: shardId, ...place });
    return (await client.send(command, { abortSignal: signal })).ShardIterator;
  }

  /** Calls the handler; the index of the first record it did not take, or the number of records. */
  async function deliver(event: DynamoDBStreamEvent): Promise<number> {
    try {
      const failures = (await handler(event))?.batchItemFailures ?? [];
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

  async function read(shardId: string, reading: ShardReader): Promise<Outcome> {
    reading.iterator ??= await iteratorFor(shardId);
    const reply = await client.send(
      new GetRecordsCommand({ ShardIterator: reading.iterator, Limit: batchSize }),
      { abortSignal: signal },
    );
    const records = reply.Records ?? [];
    if (records.length > 0) {
      const whole = buildStreamEvent(streamArn, records);
      const event = { Records: filterRecords(whole.Records, filters) };
      const first = event.Records.length > 0 ? event.Records[await deliver(event)] : undefined;
      // What the filters leave out counts as taken, as far as nothing before it failed.
      const taken = first ? whole.Records.indexOf(first) : records.length;
      const last = records[taken - 1];
      if (last) await checkpoint.advance(shardId, getSequenceNumber(last));
      if (taken < records.length) {
        reading.iterator = undefined;
        reading.failures = taken > 0 ? 1 : reading.failures + 1;
        reading.restsUntil =
          performance.now() + Math.min(LAST_RETRY, FIRST_RETRY * 2 ** (reading.failures - 1));
        return 'failed';
      }
      if (event.Records.length > 0) onBatch?.(event);
    }
    reading.failures = 0;
    reading.iterator = reply.NextShardIterator;
    if (reading.iterator === undefined) {
      await checkpoint.finish(shardId);
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
      await checkpoint.restart(shardId);
      return;
    }
    shardsUntil = 0;
    throw error;
  }

  async function readAll(): Promise<Outcome> {
    if (performance.now() >= shardsUntil) await findShards();
    const open = new Set(shards.map(({ ShardId }) => ShardId ?? '').filter((id) => !checkpoint.isDone(id)));
    const outcomes: Outcome[] = [];
    for (const { ShardId: shardId = '', ParentShardId: parent = '' } of shards) {
      if (signal.aborted) break;
      if (!open.has(shardId)) continue;
      if (open.has(parent)) {
        outcomes.push('more');
        continue;
      }
      const reading = readings.get(shardId) ?? { failures: 0, restsUntil: 0 };
      readings.set(shardId, reading);
      if (performance.now() < reading.restsUntil) {
        outcomes.push('failed');
        continue;
      }
      try {
        outcomes.push(await read(shardId, reading));
      } catch (error) {
        if (signal.aborted) break;
        await recover(shardId, reading, error);
        outcomes.push('failed');
      }
    }
    return (
      outcomes.find((outcome) => outcome === 'more') ??
      outcomes.find((outcome) => outcome === 'failed') ??
      'empty'
    );
  }

  return {
    /** Looks once at every shard that can be read. Never rejects. */
    async round(): Promise<Outcome> {
      try {
        const outcome = await readAll();
        streamFailures = 0;
        return outcome;
      } catch (error) {
        if (signal.aborted) return 'failed';
        streamFailures += 1;
        const pause = Math.min(LAST_RETRY, FIRST_RETRY * 2 ** streamFailures);
        log(
          `${name} cannot read the change stream and tries again in ${pause / 1000} s: ${describeError(error)}`,
        );
        await delay(pause, undefined, { signal }).catch(() => undefined);
        return 'failed';
      }
    },
  };
}
