// Refusals as values (docs/interface/errors.md#area-a-envelope).
import { expect, test } from 'vitest';
import { type ErrorDetail, invalid } from './failure.ts';

const detail = (target: string): ErrorDetail => ({
  code: 'REQUIRED_FIELD',
  message: `${target} is required.`,
  target,
});

test('the message is the only error, or the number of errors and the first one', () => {
  expect(invalid([detail('name')]).message).toBe('name is required.');
  expect(invalid([detail('name'), detail('price')]).message).toBe(
    '2 values are invalid: name is required. (see details)',
  );
});

test('at most a hundred errors are listed', () => {
  const many = Array.from({ length: 5_000 }, (_, index) => detail(`roles[${index}]`));
  const failure = invalid([detail('name'), ...many]);
  expect(failure.details).toHaveLength(100);
  expect(failure.message).toBe('5001 values are invalid: name is required. (see the first 100 in details)');
});
