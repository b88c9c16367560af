// A refusal names both limits of a number ("pageSize must be between 1 and 200, but was 500").
import { expect, test } from 'vitest';
import * as z from 'zod';
import { boundsAt } from './bounds.ts';
import { integerOr } from './lenient.ts';

const schema = z.object({
  pageSize: integerOr(50, 1, 200),
  price: z.number().min(0).optional(),
  any: z.int(),
  lines: z.array(z.object({ count: z.int().min(2).max(4) })),
  name: z.string(),
});

test.each([
  [['pageSize'], 1, 200],
  [['price'], 0, undefined],
  [['any'], undefined, undefined],
  [['lines', 0, 'count'], 2, 4],
  [['name'], undefined, undefined],
  [['nothing', 'there'], undefined, undefined],
])('%j', (path, minimum, maximum) => {
  expect(boundsAt(schema, path)).toEqual({ minimum, maximum });
});
