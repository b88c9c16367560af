// The batches of a shard whose changes were delivered side by side: a restart continues behind those that have ended.

interface DeliveredBatch {
  /** The sequence number of its last record. */
  readonly last: string;
  hasEnded: boolean;
}

/** The batches of a shard in their order, as far as they are not recorded as ended. */
export interface DeliveredBatches {
  /** Adds a batch; `calls` resolve to whether they have ended, or never began. */
  add(last: string, calls: readonly Promise<boolean>[]): void;
  /** The sequence number up to which all have ended, once; undefined where it is the same as before. */
  takeEnded(): string | undefined;
  isEmpty(): boolean;
  /** Resolves when no call is under way. */
  settle(): Promise<void>;
}

/** Creates the list; `wake` is called when all calls of a batch have ended. */
export function createDeliveredBatches(wake: () => void): DeliveredBatches {
  const batches: DeliveredBatch[] = [];
  const underWay = new Set<Promise<void>>();
  return {
    add(last, calls) {
      const batch: DeliveredBatch = { last, hasEnded: false };
      batches.push(batch);
      const ended = Promise.all(calls).then((ends) => {
        batch.hasEnded = ends.every(Boolean);
        underWay.delete(ended);
        wake();
      });
      underWay.add(ended);
    },
    takeEnded() {
      const open = batches.findIndex(({ hasEnded }) => !hasEnded);
      return batches.splice(0, open < 0 ? batches.length : open).at(-1)?.last;
    },
    isEmpty: () => batches.length === 0,
    settle: async () => void (await Promise.all(underWay)),
  };
}
