// Feeds a function from the table's change stream, as the event source mapping and the change bus do on AWS.
import { setTimeout as delay } from 'node:timers/promises';
import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { describeError } from './schedule.ts';
import { openCheckpoint } from './stream-checkpoint.ts';
import {
  createStreamReader,
  getRetryPause,
  type Outcome,
  type StreamReaderOptions,
} from './stream-reader.ts';

export interface StreamOptions extends StreamReaderOptions {
  /** The file that records how far this function has read. */
  readonly checkpointFile: string;
  /** When given, a quiet stream is read again when it has news, and not every moment. */
  readonly news?: StreamNews;
  readonly client?: DynamoDBStreamsClient;
}

export interface RunningStream {
  /** Resolves when everything written before this call is processed; reads at once for it. */
  caughtUp(): Promise<void>;
  /** Resolves when the calls under way have ended and their position is recorded; no other begins. */
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

/**
 * Starts reading. Records of a shard are delivered in order and a shard after its parent; a failed batch is sent
 * again from the first record that failed (`batchItemFailures`), with a growing delay, and nothing behind it in its shard is sent
 * before it is taken or discarded. With `deliver` no change waits for another. The first run begins with the oldest record.
 */
export function startStream(options: StreamOptions): RunningStream {
  const { name, checkpointFile, streamArn, news, client = new DynamoDBStreamsClient() } = options;
  const { log = console.error } = options;
  const stopping = new AbortController();
  let waiting: (() => void)[] = [];
  let isWoken = false;
  let streamFailures = 0;
  let endPause = () => {};
  const wake = () => {
    isWoken = true;
    endPause();
  };
  news?.subscribe(wake);
  const pause = (milliseconds: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  /** Looks once at every shard that can be read. Never rejects. */
  async function readOnce(reader: ReturnType<typeof createStreamReader>): Promise<Outcome> {
    try {
      const outcome = await reader.readAll();
      streamFailures = 0;
      return outcome;
    } catch (error) {
      if (stopping.signal.aborted) return 'failed';
      streamFailures += 1;
      const milliseconds = getRetryPause(streamFailures + 1);
      log(
        `${name} cannot read the change stream and tries again in ${milliseconds / 1000} s: ${describeError(error)}`,
      );
      await delay(milliseconds, undefined, { signal: stopping.signal }).catch(() => undefined);
      return 'failed';
    }
  }
  const ended = (async () => {
    const checkpoint = await openCheckpoint(checkpointFile, streamArn);
    const reader = createStreamReader(options, client, checkpoint, { signal: stopping.signal, wake });
    while (!stopping.signal.aborted) {
      const before = waiting;
      waiting = [];
      isWoken = false;
      const outcome = await readOnce(reader);
      if (outcome === 'empty') for (const resolve of before) resolve();
      else waiting.push(...before);
      // Who began to wait while this was read, or wrote meanwhile, waits for the next read.
      const isAwaited = isWoken || (outcome === 'empty' && waiting.length > 0);
      if (outcome !== 'more' && !isAwaited && !stopping.signal.aborted)
        await pause(news && outcome !== 'failed' ? ANNOUNCED_INTERVAL : POLL_INTERVAL);
    }
    await reader.settle();
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
