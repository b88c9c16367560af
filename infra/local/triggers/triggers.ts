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
import { type RunningStream, startStream } from './streams.ts';

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

/** Options of the triggers. */
export interface TriggerOptions {
  readonly streamArn: string;
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
export async function startTriggers({ streamArn, checkpoint, onBatch }: TriggerOptions): Promise<Triggers> {
  const streams: RunningStream[] = [];
  const schedules: Schedule[] = [];
  const listeners: ChangeSubscriber[] = [];
  for (const triggered of await listTriggeredFunctions()) {
    const { name, trigger } = triggered;
    if (trigger.kind === 'schedule') {
      const handler = await loadHandler<() => Promise<unknown>>(triggered);
      schedules.push(startSchedule({ name, everySeconds: trigger.everyMinutes * 60, run: () => handler() }));
    } else if (trigger.kind === 'change') {
      listeners.push({ name, trigger, handler: await loadHandler<ChangeHandler>(triggered) });
    } else if (trigger.kind === 'stream') {
      streams.push(
        startStream({
          name,
          streamArn,
          checkpointFile: `${checkpoint}-${name}.json`,
          handler: await loadHandler<StreamHandler>(triggered),
          ...(trigger.batchSize !== undefined && { batchSize: trigger.batchSize }),
          ...(trigger.filters && { filters: trigger.filters }),
          ...(onBatch && { onBatch: (event: DynamoDBStreamEvent) => onBatch(name, event) }),
        }),
      );
    }
  }
  streams.push(
    startStream({
      name: 'bus',
      streamArn,
      checkpointFile: `${checkpoint}-bus.json`,
      filters: listeners.map(({ trigger }) => buildStreamFilter(trigger)),
      handler: async ({ Records }) => {
        for (const record of Records)
          for (const listener of listeners)
            if (matchesFilter(record, buildStreamFilter(listener.trigger)))
              await deliverChange(listener, record);
      },
    }),
  );
  return {
    caughtUp: async () => void (await Promise.all(streams.map((stream) => stream.caughtUp()))),
    stop: async () => void (await Promise.all([...streams, ...schedules].map((running) => running.stop()))),
  };
}
