// Sets off the functions that no request reaches, as AWS would: by the table's stream and by the clock.
import { readdir } from 'node:fs/promises';
import type { DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda';
import type { Trigger } from '../../shared/platform/trigger.ts';
import { type Schedule, startSchedule } from './schedule.ts';
import { type RunningStream, startStream } from './streams.ts';

/** A function with what sets it off. */
interface TriggeredFunction {
  /** The folder's name: `change-feed`. */
  readonly name: string;
  readonly trigger: Trigger;
  readonly handler: (event?: DynamoDBStreamEvent) => Promise<DynamoDBBatchResponse | undefined>;
}

const folder = new URL('../../functions/platform/', import.meta.url);

/** Every function below functions/platform/. */
async function triggeredFunctions(): Promise<readonly TriggeredFunction[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return Promise.all(
    names.sort().map(async (name) => ({
      name,
      trigger: (await import(new URL(`${name}/trigger.ts`, folder).href)).trigger as Trigger,
      handler: (await import(new URL(`${name}/handler.ts`, folder).href))
        .handler as TriggeredFunction['handler'],
    })),
  );
}

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
  for (const { name, trigger, handler } of await triggeredFunctions()) {
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
