// Triggers of functions that serve no HTTP requests: functions/<area>/jobs/<name>/trigger.ts exports one as `trigger`.

interface TriggerScope {
  /**
   * Whose items the function may access, which its role in AWS enforces. `'tenant'`: those of tenants only;
   * `'subscribers'`: also the platform's list of push subscribers; `'platform'`, the default: everything.
   */
  readonly scope?: 'tenant' | 'subscribers' | 'platform';
}

/**
 * A Lambda event filter pattern, as far as it is used: names down to a list of values, one of which must match.
 * `exists` matches any value, or the absence of one (Lambda Developer Guide, event filtering; `exists` at leaves only).
 *
 * ```ts
 * { eventName: ['INSERT'], dynamodb: { NewImage: { type: { S: ['mail'] } } } }
 * ```
 */
export interface StreamFilter {
  readonly [name: string]: StreamFilter | readonly StreamMatch[];
}

/** A value of a stream record, numbers as text, or whether there is one. */
export type StreamMatch = string | { readonly exists: boolean };

/**
 * The table's change stream, in batches, in order within an item. The handler returns its batch item failures.
 * A stream serves two readers at most (AWS Lambda Developer Guide, DynamoDB): one is the bus that calls the functions
 * with a `ChangeTrigger`, so this is for the one function that needs the order.
 */
export interface StreamTrigger extends TriggerScope {
  readonly kind: 'stream';
  /** The most records per call; 100 by default. */
  readonly batchSize?: number;
  /** The changes for which it is called: those that match one of these, at most five; every change by default. */
  readonly filters?: readonly StreamFilter[];
}

/** How often a batch of the stream that fails is retried, halved meanwhile, before it is discarded and the next one follows. */
export const streamRetries = 30;
/** The age at which a change is discarded in any case, in hours: the stream has it for as long again. */
export const streamMaxAgeHours = 12;

/**
 * Changes of some types of item, one call each, soon afterwards and in no particular order. The handler gets only the
 * keys and the type, no image (a change on the bus has to be small), and reads the item itself. A call that fails is
 * retried twice within minutes and then sent to the dead-letter queue; a scheduled function finds unfinished work.
 */
export interface ChangeTrigger extends TriggerScope {
  readonly kind: 'change';
  /** The types of item. */
  readonly of: readonly string[];
  readonly on: readonly ('INSERT' | 'MODIFY')[];
}

/** The event of a function with a `ChangeTrigger`: a stream event of one record, without its images. */
export interface ChangeEventInput {
  readonly Records: readonly {
    readonly eventName: 'INSERT' | 'MODIFY';
    readonly dynamodb: {
      readonly Keys: { readonly pk: { readonly S: string }; readonly sk: { readonly S: string } };
      readonly NewImage: { readonly type: { readonly S: string } };
    };
  }[];
}

/** A schedule: one call every so many whole minutes (a day has 1440). */
export interface ScheduleTrigger extends TriggerScope {
  readonly kind: 'schedule';
  readonly everyMinutes: number;
}

/**
 * The push channel's WebSocket: `$connect` is called before a connection opens and may refuse it, `$default` with each
 * message of a subscriber, `$disconnect` once the connection is closed, as far as API Gateway notices (API Gateway
 * Developer Guide, WebSocket APIs, routes). What `$default` returns is sent over the connection.
 */
export interface SocketTrigger extends TriggerScope {
  readonly kind: 'socket';
  readonly route: '$connect' | '$disconnect' | '$default';
}

/**
 * What Amazon SES reports about the mails of the platform: one call for each event, as EventBridge sends it. Locally the mail
 * catcher calls it.
 */
export interface MailTrigger extends TriggerScope {
  readonly kind: 'mail';
}

/** Batches of the stream that a function with a `StreamTrigger` did not take: messages of a queue, with their positions. */
export interface DiscardedTrigger extends TriggerScope {
  readonly kind: 'discarded';
}

/**
 * Declares what calls the function's `handler` (functions/<area>/<name>/handler.ts):
 *
 * ```ts
 * export const trigger = { kind: 'schedule', everyMinutes: 5 } satisfies Trigger;
 * ```
 */
export type Trigger =
  | StreamTrigger
  | ChangeTrigger
  | ScheduleTrigger
  | SocketTrigger
  | MailTrigger
  | DiscardedTrigger;

/** The filter for the changes of a trigger. */
export const buildStreamFilter = ({ of, on }: Pick<ChangeTrigger, 'of' | 'on'>): StreamFilter => ({
  eventName: on,
  dynamodb: { NewImage: { type: { S: of } } },
});
