// Tells which recorded answer a request to DynamoDB gets: what in it changes with the clock does not count.

/** The operation with its input, hours, minutes and epoch times aside. */
export const fingerprint = (operation: string, body: string): string =>
  `${operation} ${body
    .replace(/\d{4}-\d\d-\d\dT\d\d(:\d\d:\d\d(\.\d+)?Z)?/g, 'moment')
    .replace(/minute\d+/g, 'minute')
    .replace(/"\d{9,}"/g, '"epoch"')}`;

/** The operation of a request, from its X-Amz-Target. */
export const parseOperation = (target: unknown): string => String(target ?? '').replace(/^.*\./, '');

/** Recorded answers by fingerprint. */
export type RecordedAnswers = Readonly<Record<string, string>>;
