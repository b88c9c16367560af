// Lets a limited number of pieces of work run at once, in the order of arrival.

/** Work that never began, because its turn did not come in time. */
export class WaitedTooLong extends Error {}

/** Runs work when its turn comes. @throws WaitedTooLong, or what the work throws */
export type WorkQueue = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * A queue for work of which at most `limit` pieces run at once.
 * @param maxWait the milliseconds after which work that still waits is given up; it waits without end by default
 */
export function createWorkQueue(limit: number, maxWait?: number): WorkQueue {
  let running = 0;
  const waiting = new Set<() => void>();
  const waitForTurn = () =>
    new Promise<void>((resolve, reject) => {
      const timer =
        maxWait === undefined
          ? undefined
          : setTimeout(() => {
              waiting.delete(begin);
              reject(new WaitedTooLong());
            }, maxWait);
      const begin = () => {
        clearTimeout(timer);
        waiting.delete(begin);
        resolve();
      };
      waiting.add(begin);
    });
  return async (work) => {
    if (running < limit) running += 1;
    else await waitForTurn();
    try {
      return await work();
    } finally {
      // The turn is handed on, so that nothing that arrives now can pass those who wait.
      const [next] = waiting;
      if (next) next();
      else running -= 1;
    }
  };
}
