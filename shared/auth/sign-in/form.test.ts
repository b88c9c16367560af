// Proves how OAuth forms are read (RFC 6749 3.1, 3.2).
import { expect, it } from 'vitest';
import * as z from 'zod';
import { formBody } from './form.ts';

const schema = formBody({ grant_type: z.string(), scope: z.string().optional() });
const read = (text: string) => schema.safeParse([...new URLSearchParams(text)]);

it('unknown parameters are ignored, even twice; empty ones count as absent', () => {
  expect(read('grant_type=a&x=1&x=2&scope=').data).toEqual({ grant_type: 'a' });
  expect(read('grant_type=a&__proto__=x').data).toEqual({ grant_type: 'a' });
});

it('a parameter sent twice is an error of its own, reported once however often it is repeated', () => {
  expect(read('grant_type=a&grant_type=a').error?.issues).toHaveLength(1);
  expect(read(`grant_type=a${'&grant_type=a'.repeat(1000)}`).error?.issues).toMatchObject([
    { path: ['grant_type'], params: { code: 'DUPLICATE_VALUE' } },
  ]);
});

it('a missing parameter is reported, and so is a body that is not a form', () => {
  expect(read('').error?.issues).toMatchObject([{ path: ['grant_type'] }]);
  for (const value of [undefined, null, {}, 'x', [1], [['a']]])
    expect(schema.safeParse(value).success).toBe(false);
});
