// Calls functions as Lambda does: side by side, each call with the time that Lambda gives it.
import { createWorkQueue, type WorkQueue } from '../../../shared/data/work/work-queue.ts';
import type { RemainingTime } from '../../../shared/platform/remaining-time.ts';
import { triggeredFunctionSeconds } from '../../contracts/triggered-functions.ts';

/** How many calls of a function run at once for a tenant: on AWS a thousand, of which this computer makes few. */
export const CALLS_PER_TENANT = 8;

/** A handler of a triggered function. */
export type TriggeredHandler<E, R> = (event: E, context: RemainingTime) => Promise<R>;

/**
 * Calls a handler, which can read how much time is left. @throws when the time is over; what the handler still does, it does
 * unobserved, for nothing can end it within this process
 */
export async function callFunction<E, R>(
  handler: TriggeredHandler<E, R>,
  event: E,
  seconds = triggeredFunctionSeconds,
): Promise<R> {
  const until = performance.now() + seconds * 1000;
  const expired = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => expired.reject(new Error(`Task timed out after ${seconds} seconds`)),
    seconds * 1000,
  );
  const context = { getRemainingTimeInMillis: () => Math.max(0, until - performance.now()) };
  try {
    return await Promise.race([handler(event, context), expired.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** A queue for each function and tenant: calls that wait for one of a tenant hold up no other tenant and no other function. */
export function createCallQueues(): (functionName: string, tenant: string) => WorkQueue {
  const queues = new Map<string, WorkQueue>();
  return (functionName, tenant) => {
    const name = `${functionName} ${tenant}`;
    const queue = queues.get(name) ?? createWorkQueue(CALLS_PER_TENANT);
    queues.set(name, queue);
    return queue;
  };
}
