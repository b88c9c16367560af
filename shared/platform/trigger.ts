// What sets off a function that no HTTP request reaches: functions/platform/<name>/trigger.ts exports one as `trigger`.

interface Reach {
  /**
   * Whose items the function works with. `'tenant'`: those of tenants alone, and its role in AWS reaches no others;
   * the platform's too unless said.
   */
  readonly reach?: 'tenant' | 'platform';
}

/** The table's change stream, in batches, in order within an item. The handler answers with its batch item failures. */
export interface StreamTrigger extends Reach {
  readonly kind: 'stream';
  /** Most records per call; 100 unless said. */
  readonly batchSize?: number;
}

/** The clock: one call every so many whole minutes (a day has 1440). */
export interface ScheduleTrigger extends Reach {
  readonly kind: 'schedule';
  readonly everyMinutes: number;
}

/**
 * Declares what calls the function's `handler` (functions/platform/<name>/handler.ts):
 *
 * ```ts
 * export const trigger = { kind: 'schedule', everyMinutes: 5 } satisfies Trigger;
 * ```
 */
export type Trigger = StreamTrigger | ScheduleTrigger;
