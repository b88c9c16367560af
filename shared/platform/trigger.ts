// What sets off a function that no HTTP request reaches: functions/platform/<name>/trigger.ts exports one as `trigger`.

/** The table's change stream, in batches, in order within an item. The handler answers with its batch item failures. */
export interface StreamTrigger {
  readonly kind: 'stream';
  /** Most records per call; 100 unless said. */
  readonly batchSize?: number;
}

/** The clock: one call every so many whole minutes (a day has 1440). */
export interface ScheduleTrigger {
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
