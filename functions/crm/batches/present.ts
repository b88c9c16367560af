// Presents the results of a batch.
import type { ErrorDetail, Failure } from '../../../shared/errors/failure.ts';
import type { BatchRow, RowFault } from './schemas.ts';

/** How many rows have each result. */
export function countRows(rows: readonly Pick<BatchRow, 'status'>[]) {
  const count = (status: BatchRow['status']) => rows.filter((row) => row.status === status).length;
  return {
    created: count('Created'),
    updated: count('Updated'),
    deactivated: count('Deactivated'),
    unchanged: count('Unchanged'),
    refused: count('Refused'),
  };
}

const MAX_VALUE_LENGTH = 200;

/** What was sent at a place such as `positions[0].title`. */
function findValue(sent: unknown, target: string): string | null {
  let value = sent;
  for (const name of target.split(/[.[\]]+/).filter(Boolean))
    value =
      typeof value === 'object' && value !== null && Object.hasOwn(value, name)
        ? Object.getOwnPropertyDescriptor(value, name)?.value
        : undefined;
  if (value === undefined || value === null) return null;
  return (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, MAX_VALUE_LENGTH);
}

/** Everything that is wrong with a row, with the row, the field and the value. */
export function presentFaults(refusal: Failure, index: number, sent: unknown): RowFault[] {
  const row = `rows[${index}]`;
  const details: readonly Pick<ErrorDetail, 'message' | 'target'>[] =
    refusal.details.length > 0
      ? refusal.details
      : [{ message: refusal.message, target: refusal.target ?? '' }];
  return details.map((detail) => {
    const target = detail.target === row ? '' : detail.target;
    return {
      code: 'code' in detail ? String(detail.code) : refusal.code,
      message: detail.message,
      target: target === '' ? row : `${row}.${target}`,
      value: findValue(sent, target),
    };
  });
}
