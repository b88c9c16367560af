// The local scheduler: calls a function at an interval, as a schedule does on AWS.
import { setTimeout as delay } from 'node:timers/promises';

export interface ScheduleOptions {
  /** Named in the log line of a failed call. */
  readonly name: string;
  /** Counted from the end of a call to the start of the next, so two never overlap. */
  readonly everySeconds: number;
  readonly run: () => Promise<unknown>;
  /** Resolves after the given milliseconds and rejects when aborted. */
  readonly wait?: (milliseconds: number, signal: AbortSignal) => Promise<unknown>;
  /** Gets one line for each failed call. */
  readonly log?: (line: string) => void;
}

export interface Schedule {
  /** Resolves when no call is running: at once, or when the running one has ended. */
  idle(): Promise<void>;
  /** Stops further calls; resolves when the running one has ended. */
  stop(): Promise<void>;
}

/** Starts a schedule. The first call is after the first interval; a failed call is logged and does not stop it. */
export function startSchedule({
  name,
  everySeconds,
  run,
  wait = (milliseconds, signal) => delay(milliseconds, undefined, { signal }),
  log = console.error,
}: ScheduleOptions): Schedule {
  const stopping = new AbortController();
  let running = Promise.resolve();
  const call = async () => {
    try {
      await run();
    } catch (error) {
      log(`${name} failed and is called again in ${everySeconds} s: ${describeError(error)}`);
    }
  };
  const ended = (async () => {
    while (await waitUnlessStopped(wait, everySeconds * 1000, stopping.signal)) {
      running = call();
      await running;
    }
  })();
  return {
    idle: () => running,
    stop() {
      stopping.abort();
      return ended;
    },
  };
}

/** Waits; false when stopped before the end. */
async function waitUnlessStopped(
  wait: NonNullable<ScheduleOptions['wait']>,
  milliseconds: number,
  signal: AbortSignal,
): Promise<boolean> {
  if (signal.aborted) return false;
  await wait(milliseconds, signal).catch(() => undefined);
  return !signal.aborted;
}

/** An error on one line, without its stack. */
export function describeError(error: unknown): string {
  return (error instanceof Error ? `${error.name}: ${error.message}` : String(error)).replace(/\s+/g, ' ');
}
