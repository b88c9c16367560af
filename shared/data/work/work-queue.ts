// Lets a limited number of pieces of work run at once, in the order of arrival.

/** Work that never began, because its turn did not come in time. */
export class WaitedTooLong extends Error {}

/**
 * Runs work when its turn comes. @throws WaitedTooLong, or what the work throws
 * @param party for whom it is, such as a tenant: of each, no more than a share runs at once
 */
export type WorkQueue = <T>(work: () => Promise<T>, party?: string) => Promise<T>;

/**
 * A queue for work of which at most `limit` pieces run at once.
 * @param maxWait the milliseconds after which work that still waits is given up; it waits without end by default
 * @param share how many pieces of one party run at once, so that others need not wait for it; all of them by default
 */
export function createWorkQueue(limit: number, maxWait?: number, share = limit): WorkQueue {
  let running = 0;
  const runningOf = new Map<string, number>();
  const waiting = new Set<{ readonly party: string; readonly begin: () => void }>();
  const countRunning = (party: string): number => runningOf.get(party) ?? 0;
  const change = (party: string, by: 1 | -1): void => {
    running += by;
    const count = countRunning(party) + by;
    if (count === 0) runningOf.delete(party);
    else runningOf.set(party, count);
  };
  const waitForTurn = (party: string) =>
    new Promise<void>((resolve, reject) => {
      const timer =
        maxWait === undefined
          ? undefined
          : setTimeout(() => {
              waiting.delete(turn);
              reject(new WaitedTooLong());
            }, maxWait);
      const turn = {
        party,
        begin: () => {
          clearTimeout(timer);
          waiting.delete(turn);
          // The turn is taken here, so that nothing that arrives now can pass those who wait.
          change(party, 1);
          resolve();
        },
      };
      waiting.add(turn);
    });
  /** Of those that wait, the party with the least work under way is next. */
  const beginNext = (): void => {
    let next: { readonly party: string; readonly begin: () => void } | undefined;
    for (const turn of waiting) {
      if (countRunning(turn.party) < (next ? countRunning(next.party) : share)) next = turn;
      if (next && countRunning(next.party) === 0) break;
    }
    next?.begin();
  };
  return async (work, party = '') => {
    if (running < limit && countRunning(party) < share) change(party, 1);
    else await waitForTurn(party);
    try {
      return await work();
    } finally {
      change(party, -1);
      beginNext();
    }
  };
}
