// Waits for what a forked process sends, and for its end, without waiting for ever for one that has ended.
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** How long a process that was asked to end may take before it is killed, in milliseconds. */
const endTimeout = 60_000;

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean =>
  exitCode !== null || signalCode !== null;

/**
 * The next message of a process.
 * @throws Error when the process ends before that, with what `explain` says of it
 */
export async function receive<T>(child: ChildProcess, explain: () => string): Promise<T> {
  if (hasEnded(child)) throw new Error(explain());
  const waiting = new AbortController();
  const { signal } = waiting;
  const [value] = await Promise.race([
    once(child, 'message', { signal }),
    once(child, 'exit', { signal }).then(() => {
      throw new Error(explain());
    }),
  ]).finally(() => waiting.abort());
  return value;
}

/** Ends a process by closing its channel, and waits until it has ended. Does nothing when it has. */
export async function disconnect(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  const exited = once(child, 'exit');
  const timer = setTimeout(() => child.kill('SIGKILL'), endTimeout);
  if (child.connected) child.disconnect();
  await exited.finally(() => clearTimeout(timer));
}
