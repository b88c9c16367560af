// Sets off the functions that no request reaches, as AWS would: by the table's stream and by the clock.
import type { DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda';
import { handlerOf, triggeredFunctions } from '../contracts/triggered.ts';
import { type Schedule, startSchedule } from './schedule.ts';
import { type RunningStream, startStream } from './streams.ts';

type Handler = (event?: DynamoDBStreamEvent) => Promise<DynamoDBBatchResponse | undefined>;

/** What the triggers need to know of the platform that runs. */
export interface TriggerOptions {
  readonly streamArn: string;
  /** The file that remembers how far the stream was read, without its ending; each function has one of its own. */
  readonly checkpoint: string;
  /** Told of each batch that a function took. */
  readonly onBatch?: (name: string, event: DynamoDBStreamEvent) => void;
}

/** The triggers of a platform that runs. */
export interface Triggers {
  /** Resolves when everything written before this call was taken by every function. */
  caughtUp(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts every trigger there is. */
export async function startTriggers({ streamArn, checkpoint, onBatch }: TriggerOptions): Promise<Triggers> {
  const streams: RunningStream[] = [];
  const schedules: Schedule[] = [];
  for (const triggered of await triggeredFunctions()) {
    const { name, trigger } = triggered;
    const handler = await handlerOf<Handler>(triggered);
    if (trigger.kind === 'schedule') {
      schedules.push(startSchedule({ name, everySeconds: trigger.everyMinutes * 60, run: () => handler() }));
    } else {
      streams.push(
        startStream({
          name,
          streamArn,
          checkpointFile: `${checkpoint}-${name}.json`,
          handler,
          ...(trigger.batchSize !== undefined && { batchSize: trigger.batchSize }),
          ...(trigger.filters && { filters: trigger.filters }),
          ...(onBatch && { onBatch: (event: DynamoDBStreamEvent) => onBatch(name, event) }),
        }),
      );
    }
  }
  return {
    caughtUp: async () => void (await Promise.all(streams.map((stream) => stream.caughtUp()))),
    stop: async () => void (await Promise.all([...streams, ...schedules].map((running) => running.stop()))),
  };
}
