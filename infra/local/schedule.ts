// The clock of a laptop: calls a function every so many seconds, as a schedule does on AWS.
import { setTimeout as delay } from 'node:timers/promises';

export interface ScheduleOptions {
  /** Stands in the log line when a call fails. */
  readonly name: string;
  /** Counted from the end of a call to the start of the next, so two never overlap. */
  readonly everySeconds: number;
  readonly run: () => Promise<unknown>;
  /** Resolves after so many milliseconds and rejects when aborted. */
  readonly wait?: (milliseconds: number, signal: AbortSignal) => Promise<unknown>;
  /** Gets one line for each failed call. */
  readonly log?: (line: string) => void;
}

export interface Schedule {
  /** No call begins after this; resolves when the one under way has ended. */
  stop(): Promise<void>;
}

/** Starts a schedule. The first call comes after the first interval; a failed call is logged and the next one comes. */
export function startSchedule({
  name,
  everySeconds,
  run,
  wait = (milliseconds, signal) => delay(milliseconds, undefined, { signal }),
  log = console.error,
}: ScheduleOptions): Schedule {
  const stopping = new AbortController();
  const ended = (async () => {
    while (await waitUnlessStopped(wait, everySeconds * 1000, stopping.signal)) {
      try {
        await run();
      } catch (error) {
        log(`${name} failed and is called again in ${everySeconds} s: ${describeError(error)}`);
      }
    }
  })();
  return {
    stop() {
      stopping.abort();
      return ended;
    },
  };
}

/** Waits; false when it was told to stop meanwhile. */
async function waitUnlessStopped(
  wait: NonNullable<ScheduleOptions['wait']>,
  milliseconds: number,
  signal: AbortSignal,
): Promise<boolean> {
  if (signal.aborted) return false;
  await wait(milliseconds, signal).catch(() => undefined);
  return !signal.aborted;
}

/** What an error says, on one line and without its stack. */
export function describeError(error: unknown): string {
  return (error instanceof Error ? `${error.name}: ${error.message}` : String(error)).replace(/\s+/g, ' ');
}
