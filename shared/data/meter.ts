// Counts what one request costs in DynamoDB, from DynamoDB's own ConsumedCapacity.
import { AsyncLocalStorage } from 'node:async_hooks';

/** What was consumed so far: round trips to DynamoDB, read units and write units. */
export interface Meter {
  roundTrips: number;
  /** The round trips that followed each other: those that ran side by side count as one. */
  rounds: number;
  /** Round trips that are under way. */
  open: number;
  readUnits: number;
  writeUnits: number;
  /** Milliseconds spent waiting for DynamoDB, summed over the calls. */
  milliseconds: number;
}

const currentMeterStorage = new AsyncLocalStorage<Meter>();

/** A meter at zero. */
export const createMeter = (): Meter => ({
  ...{ roundTrips: 0, rounds: 0, open: 0 },
  ...{ readUnits: 0, writeUnits: 0, milliseconds: 0 },
});

/** Runs `work` and counts all of its database requests on `meter`. */
export const runWithMeter = <T>(meter: Meter, work: () => Promise<T>): Promise<T> =>
  currentMeterStorage.run(meter, work);

/** The meter of the running request, if any. */
export const currentMeter = (): Meter | undefined => currentMeterStorage.getStore();
