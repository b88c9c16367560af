// What sets off a function that no HTTP request reaches: functions/<area>/<name>/trigger.ts exports one as `trigger`.

interface Reach {
  /**
   * Whose items the function works with. `'tenant'`: those of tenants alone, and its role in AWS reaches no others;
   * the platform's too unless said.
   */
  readonly reach?: 'tenant' | 'platform';
}

/**
 * A Lambda event filter pattern, as far as it is used: names down to a list of values, one of which must be there.
 * `exists` stands for any value, or for none (Lambda Developer Guide, event filtering; `exists` at leaves only).
 *
 * ```ts
 * { eventName: ['INSERT'], dynamodb: { NewImage: { type: { S: ['mail'] } } } }
 * ```
 */
export interface StreamFilter {
  readonly [name: string]: StreamFilter | readonly StreamMatch[];
}

/** A value as a stream record has it, numbers as their text, or whether there is one. */
export type StreamMatch = string | { readonly exists: boolean };

/** The table's change stream, in batches, in order within an item. The handler answers with its batch item failures. */
export interface StreamTrigger extends Reach {
  readonly kind: 'stream';
  /** Most records per call; 100 unless said. */
  readonly batchSize?: number;
  /** Which changes it is called for: those that fit one of these, at most five; every change unless said. */
  readonly filters?: readonly StreamFilter[];
  /**
   * How often AWS calls it again for a change that fails before it goes on with the next; until the stream forgets the
   * change unless said.
   */
  readonly retries?: number;
}

/** The clock: one call every so many whole minutes (a day has 1440). */
export interface ScheduleTrigger extends Reach {
  readonly kind: 'schedule';
  readonly everyMinutes: number;
}

/**
 * Declares what calls the function's `handler` (functions/<area>/<name>/handler.ts):
 *
 * ```ts
 * export const trigger = { kind: 'schedule', everyMinutes: 5 } satisfies Trigger;
 * ```
 */
export type Trigger = StreamTrigger | ScheduleTrigger;
