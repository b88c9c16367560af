// Runs the functions that no request reaches, as AWS would: by the table's stream and by schedule.
import type {
  DynamoDBBatchResponse,
  DynamoDBRecord,
  DynamoDBStreamEvent,
  SQSBatchResponse,
} from 'aws-lambda';
import { readTenantText } from '../../../shared/data/due-partition.ts';
import {
  buildStreamFilter,
  type ChangeEventInput,
  type ChangeTrigger,
  streamRetries,
} from '../../../shared/platform/trigger.ts';
import {
  listTriggeredFunctions,
  loadHandler,
  type TriggeredFunction,
} from '../../contracts/triggered-functions.ts';
import { callFunction, createCallQueues, type TriggeredHandler } from './call-function.ts';
import { describeError, type Schedule, startSchedule } from './schedule.ts';
import { matchesFilter } from './stream-filter.ts';
import {
  createStreamNews,
  type RunningStream,
  type StreamNews,
  type StreamOptions,
  startStream,
} from './streams.ts';

type StreamHandler = TriggeredHandler<DynamoDBStreamEvent, DynamoDBBatchResponse | undefined>;
type ChangeHandler = TriggeredHandler<ChangeEventInput, void>;
type ScheduleHandler = TriggeredHandler<object, unknown>;

/** A function that is called with single changes, and the changes it is called with. */
export interface ChangeSubscriber {
  readonly name: string;
  readonly trigger: ChangeTrigger;
  readonly handler: ChangeHandler;
}

/** How often a failed change is retried before it is left to the function's own sweep. */
export const MAX_ATTEMPTS = 3;

/** Calls a function with a change without its images, as the event bus on AWS does, until `isStopped`. */
export async function deliverChange(
  { name, handler }: ChangeSubscriber,
  record: DynamoDBRecord,
  isStopped: () => boolean,
): Promise<void> {
  const { eventName, dynamodb } = record;
  const { pk, sk } = dynamodb?.Keys ?? {};
  const type = dynamodb?.NewImage?.type?.S;
  if (eventName === undefined || eventName === 'REMOVE' || !pk?.S || !sk?.S || !type) return;
  const change = {
    eventName,
    dynamodb: { Keys: { pk: { S: pk.S }, sk: { S: sk.S } }, NewImage: { type: { S: type } } },
  };
  for (let attempt = 1; attempt <= MAX_ATTEMPTS && !isStopped(); attempt += 1) {
    try {
      return await callFunction(handler, { Records: [change] });
    } catch (error) {
      if (attempt === MAX_ATTEMPTS) process.stderr.write(`${name}: ${describeError(error)}\n`);
    }
  }
}

/** Calls the function that keeps what was discarded from a stream, with the position alone, as the queue on AWS does. */
async function loadKeeper(functions: readonly TriggeredFunction[]) {
  const keeper = functions.find(({ trigger }) => trigger.kind === 'discarded');
  const handler = keeper && (await loadHandler<TriggeredHandler<object, SQSBatchResponse>>(keeper));
  return async (shardId: string, { Records }: DynamoDBStreamEvent): Promise<void> => {
    const body = JSON.stringify({
      DDBStreamBatchInfo: {
        shardId,
        startSequenceNumber: Records[0]?.dynamodb?.SequenceNumber,
        endSequenceNumber: Records.at(-1)?.dynamodb?.SequenceNumber,
        streamArn: Records[0]?.eventSourceARN,
      },
    });
    const reply = handler && (await callFunction(handler, { Records: [{ messageId: 'discarded', body }] }));
    if (!reply || reply.batchItemFailures.length > 0) throw new Error('What was discarded could not be kept');
  };
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
  let isStopped = false;
  const findQueue = createCallQueues();
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
    options: Pick<
      StreamOptions,
      'handler' | 'deliver' | 'batchSize' | 'filters' | 'onBatch' | 'retries' | 'onDiscard'
    >,
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
  const functions = await listTriggeredFunctions();
  const keepDiscarded = await loadKeeper(functions);
  for (const triggered of functions) {
    const { name, trigger } = triggered;
    if (trigger.kind === 'schedule') {
      const handler = await loadHandler<ScheduleHandler>(triggered);
      const run = () => callFunction(handler, {});
      schedules.push(startSchedule({ name, everySeconds: trigger.everyMinutes * 60, run }));
    } else if (trigger.kind === 'change') {
      listeners.push({ name, trigger, handler: await loadHandler<ChangeHandler>(triggered) });
    } else if (trigger.kind === 'stream') {
      const handler = await loadHandler<StreamHandler>(triggered);
      follow(name, {
        handler: (event) => callFunction(handler, event),
        retries: streamRetries,
        onDiscard: keepDiscarded,
        ...(trigger.batchSize !== undefined && { batchSize: trigger.batchSize }),
        ...(trigger.filters && { filters: trigger.filters }),
        ...(onBatch && { onBatch: (event: DynamoDBStreamEvent) => onBatch(name, event) }),
      });
    }
  }
  follow('bus', {
    filters: listeners.map(({ trigger }) => buildStreamFilter(trigger)),
    deliver: async (record) => {
      const tenant = readTenantText(record.dynamodb?.Keys?.pk?.S ?? '') ?? '';
      const called = listeners.filter(({ trigger }) => matchesFilter(record, buildStreamFilter(trigger)));
      await Promise.all(
        called.map((listener) =>
          findQueue(listener.name, tenant)(() => deliverChange(listener, record, () => isStopped)),
        ),
      );
      return !isStopped;
    },
  });
  return {
    async caughtUp() {
      await Promise.all(streams.map((stream) => stream.caughtUp()));
      // A sweep may have claimed what a stream would have processed, such as a mail.
      await Promise.all(schedules.map((schedule) => schedule.idle()));
    },
    stop: async () => {
      isStopped = true;
      await Promise.all([...watchers, ...streams, ...schedules].map((running) => running.stop()));
    },
  };
}
