// What callers send for a value that is not there.

/** Whether a value is absent: callers send empty strings and null for that. */
export const isBlank = (value: unknown): value is '' | null | undefined =>
  value === undefined || value === null || value === '';
