// A refusal names the limits of a number ("pageSize must be between 1 and 200, but was 500").
import { expect, test } from 'vitest';
import * as z from 'zod';
import { integerWithDefault } from '../lenient.ts';
import { boundsAt } from './bounds.ts';

const schema = z.object({
  pageSize: integerWithDefault(50, 1, 200),
  price: z.number().min(0).optional(),
  any: z.int(),
  lines: z.array(z.object({ count: z.int().min(2).max(4) })),
  name: z.string(),
});

test.each([
  [['pageSize'], 1, 200, true],
  [['price'], 0, undefined, false],
  [['any'], undefined, undefined, true],
  [['lines', 0, 'count'], 2, 4, true],
  [['name'], undefined, undefined, false],
  [['nothing', 'there'], undefined, undefined, false],
])('%j', (path, minimum, maximum, isWhole) => {
  expect(boundsAt(schema, path)).toEqual({ minimum, maximum, isWhole });
});
