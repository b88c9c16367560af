// How much time a triggered function has left.
import type { Context } from 'aws-lambda';

/** The remaining time of a function; unlimited without a Lambda context. */
export type RemainingTime = Pick<Context, 'getRemainingTimeInMillis'>;

/** A check whether at least this many milliseconds are left. */
export const createTimeCheck =
  (context: RemainingTime | undefined, milliseconds: number): (() => boolean) =>
  () =>
    context === undefined || context.getRemainingTimeInMillis() >= milliseconds;
