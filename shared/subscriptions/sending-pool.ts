// Sends side by side, a few at once to each subscription and to each host: a receiver that hangs takes its own places only, and
// what goes to others does not wait for it (docs/events.md#subscriptions).

/** How many deliveries are under way at once. */
export interface PoolLimits {
  readonly perSubscription: number;
  readonly perHost: number;
  readonly inAll: number;
}

export const sendingLimits: PoolLimits = { perSubscription: 5, perHost: 10, inAll: 100 };

/** Whom a delivery goes to. */
interface Receiver {
  readonly subscriptionId: string;
  readonly host: string;
}

export interface SendingPool {
  /** Does some work for a receiver as soon as there is room for it. */
  readonly run: (receiver: Receiver, work: () => Promise<void>) => Promise<void>;
}

/** A pool for one call of a function, which serves all tenants. */
export function createSendingPool(limits: PoolLimits = sendingLimits): SendingPool {
  const waiting: { readonly receiver: Receiver; readonly start: () => void }[] = [];
  const running = new Map<string, number>();
  const count = (name: string): number => running.get(name) ?? 0;
  const listLimits = ({ subscriptionId, host }: Receiver): readonly (readonly [string, number])[] => [
    [`subscription ${subscriptionId}`, limits.perSubscription],
    [`host ${host}`, limits.perHost],
    ['all', limits.inAll],
  ];
  const add = (receiver: Receiver, by: 1 | -1): void => {
    for (const [name] of listLimits(receiver))
      if (count(name) + by === 0) running.delete(name);
      else running.set(name, count(name) + by);
  };
  const startWaiting = (): void => {
    for (let index = 0; index < waiting.length && count('all') < limits.inAll; ) {
      const next = waiting[index];
      if (next && listLimits(next.receiver).every(([name, most]) => count(name) < most)) {
        waiting.splice(index, 1);
        add(next.receiver, 1);
        next.start();
      } else index += 1;
    }
  };
  return {
    async run(receiver, work) {
      await new Promise<void>((start) => {
        waiting.push({ receiver, start });
        startWaiting();
      });
      try {
        await work();
      } finally {
        add(receiver, -1);
        startWaiting();
      }
    },
  };
}
