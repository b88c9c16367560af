// Identifies the recorded reply for a request to DynamoDB, ignoring the parts that change with the clock.

/** The operation with its input, without hours, minutes and epoch times. */
export const fingerprint = (operation: string, body: string): string =>
  `${operation} ${body
    .replace(/\d{4}-\d\d-\d\dT\d\d(:\d\d:\d\d(\.\d+)?Z)?/g, 'moment')
    .replace(/minute\d+/g, 'minute')
    .replace(/"\d{9,}"/g, '"epoch"')}`;

/** The operation of a request, from its X-Amz-Target. */
export const parseOperation = (target: unknown): string => String(target ?? '').replace(/^.*\./, '');

/** Recorded replies by fingerprint. */
export type RecordedAnswers = Readonly<Record<string, string>>;
