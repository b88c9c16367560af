// Runs the functions that no request reaches, as AWS would: by the table's stream and by schedule.
import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import {
  buildStreamFilter,
  type ChangeEventInput,
  type ChangeTrigger,
} from '../../../shared/platform/trigger.ts';
import { listTriggeredFunctions, loadHandler } from '../../contracts/triggered-functions.ts';
import { describeError, type Schedule, startSchedule } from './schedule.ts';
import { matchesFilter } from './stream-filter.ts';
import {
  createStreamNews,
  type RunningStream,
  type StreamNews,
  type StreamOptions,
  startStream,
} from './streams.ts';

type StreamHandler = (event?: DynamoDBStreamEvent) => Promise<DynamoDBBatchResponse | undefined>;
type ChangeHandler = (event: ChangeEventInput) => Promise<void>;

/** A function that is called with single changes, and the changes it is called with. */
interface ChangeSubscriber {
  readonly name: string;
  readonly trigger: ChangeTrigger;
  readonly handler: ChangeHandler;
}

/** How often a failed change is retried before it is left to the function's own sweep. */
const MAX_ATTEMPTS = 3;

/** Delivers a change to a function without its images, as the event bus on AWS does. */
async function deliverChange({ name, handler }: ChangeSubscriber, record: DynamoDBRecord): Promise<void> {
  const { eventName, dynamodb } = record;
  const { pk, sk } = dynamodb?.Keys ?? {};
  const type = dynamodb?.NewImage?.type?.S;
  if (eventName === undefined || eventName === 'REMOVE' || !pk?.S || !sk?.S || !type) return;
  const change = {
    eventName,
    dynamodb: { Keys: { pk: { S: pk.S }, sk: { S: sk.S } }, NewImage: { type: { S: type } } },
  };
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    try {
      return await handler({ Records: [change] });
    } catch (error) {
      if (attempt === MAX_ATTEMPTS) process.stderr.write(`${name}: ${describeError(error)}\n`);
    }
  }
}

/** `.acme` for the stream of the table that `acme` has of its own; empty for the platform's. */
const getOwnerSuffix = (streamArn: string): string =>
  /:table\/[^/.]*(\.[^/]+)\/stream\//.exec(streamArn)?.[1] ?? '';

/** Options of the triggers. */
export interface TriggerOptions {
  readonly streamArn: string;
  /** The streams of tenants' own tables; none by default. */
  readonly ownStreamArns?: readonly string[] | undefined;
  /** The checkpoint file without its extension; each function has its own. */
  readonly checkpoint: string;
  /** Called with each batch that a function processed. */
  readonly onBatch?: (name: string, event: DynamoDBStreamEvent) => void;
}

/** The triggers of a platform that runs. */
export interface Triggers {
  /** Resolves when every function has processed everything written before this call. */
  caughtUp(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts every trigger except those of the push channel, which push.ts handles. */
export async function startTriggers({
  streamArn,
  ownStreamArns = [],
  checkpoint,
  onBatch,
}: TriggerOptions): Promise<Triggers> {
  const streams: RunningStream[] = [];
  const schedules: Schedule[] = [];
  const listeners: ChangeSubscriber[] = [];
  const watchers: RunningStream[] = [];
  const newsByStream = new Map<string, StreamNews>();
  for (const arn of [streamArn, ...ownStreamArns]) {
    const news = createStreamNews();
    newsByStream.set(arn, news);
    watchers.push(
      startStream({
        name: 'watch',
        streamArn: arn,
        checkpointFile: `${checkpoint}-watch${getOwnerSuffix(arn)}.json`,
        batchSize: 1000,
        handler: async () => news.announce(),
      }),
    );
  }
  /** Feeds a handler from every table's stream. */
  const follow = (
    name: string,
    options: Pick<StreamOptions, 'handler' | 'batchSize' | 'filters' | 'onBatch'>,
  ) => {
    for (const [arn, news] of newsByStream)
      streams.push(
        startStream({
          name,
          streamArn: arn,
          checkpointFile: `${checkpoint}-${name}${getOwnerSuffix(arn)}.json`,
          news,
          ...options,
        }),
      );
  };
  for (const triggered of await listTriggeredFunctions()) {
    const { name, trigger } = triggered;
    if (trigger.kind === 'schedule') {
      const handler = await loadHandler<() => Promise<unknown>>(triggered);
      schedules.push(startSchedule({ name, everySeconds: trigger.everyMinutes * 60, run: () => handler() }));
    } else if (trigger.kind === 'change') {
      listeners.push({ name, trigger, handler: await loadHandler<ChangeHandler>(triggered) });
    } else if (trigger.kind === 'stream') {
      follow(name, {
        handler: await loadHandler<StreamHandler>(triggered),
        ...(trigger.batchSize !== undefined && { batchSize: trigger.batchSize }),
        ...(trigger.filters && { filters: trigger.filters }),
        ...(onBatch && { onBatch: (event: DynamoDBStreamEvent) => onBatch(name, event) }),
      });
    }
  }
  follow('bus', {
    filters: listeners.map(({ trigger }) => buildStreamFilter(trigger)),
    handler: async ({ Records }) => {
      for (const record of Records)
        for (const listener of listeners)
          if (matchesFilter(record, buildStreamFilter(listener.trigger)))
            await deliverChange(listener, record);
    },
  });
  return {
    async caughtUp() {
      await Promise.all(streams.map((stream) => stream.caughtUp()));
      // A sweep may have claimed what a stream would have processed, such as a mail.
      await Promise.all(schedules.map((schedule) => schedule.idle()));
    },
    stop: async () =>
      void (await Promise.all([...watchers, ...streams, ...schedules].map((running) => running.stop()))),
  };
}
