// Error details: what is wrong, where, and what is valid (docs/interface/requests.md#validation).
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { Failure } from '../../errors/failure.ts';
import type { Request } from './request.ts';
import { validateRequest } from './validate.ts';

const shared = { area: 'training', method: 'POST' } as const;
const request: Request = {
  method: 'POST',
  path: '/x/1',
  requestId: 'r',
  headers: {},
  query: {},
  params: {},
  rawBody: '',
  address: '',
};

/** The error details of a body under a schema, as `[code, target, message]`. */
function validateBody(body: z.ZodType, value: unknown): string[][] {
  try {
    validateRequest({ ...shared, body }, request, value);
    return [];
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return error.details.map(({ code, target, message }) => [code, target, message]);
  }
}
const validateField = (schema: z.ZodType, value: unknown) =>
  validateBody(z.object({ a: schema }), { a: value })[0];

describe('a lone surrogate', () => {
  it.each(['\ud83d', 'a\udc00b'])('is refused in any text (%j)', (text) => {
    const [code, target, message] =
      validateBody(z.object({ a: z.array(z.string()) }), { a: ['ok', text] })[0] ?? [];
    expect([code, target]).toEqual(['INVALID_FORMAT', 'a[1]']);
    expect(message).toMatch(/^a\[1\] must be well-formed Unicode, but has U\+D/);
  });

  it('is not part of a pair', () => {
    expect(validateBody(z.object({ a: z.string() }), { a: '\ud83d\ude00' })).toEqual([]);
  });
});

describe('an error detail', () => {
  it.each([
    [z.string(), undefined, 'REQUIRED_FIELD', 'a is required.'],
    [z.string(), null, 'REQUIRED_FIELD', 'a is required.'],
    [z.string(), 1, 'INVALID_TYPE', 'a must be a text, but was 1.'],
    [z.number(), '12.5', 'INVALID_TYPE', 'a must be a number, but was the text "12.5".'],
    [z.number(), '', 'INVALID_TYPE', 'a must be a number, but was empty.'],
    [z.int(), '1.5', 'INVALID_TYPE', 'a must be a whole number, but was the text "1.5".'],
    [z.int().min(1).nullish(), true, 'INVALID_TYPE', 'a must be a whole number, but was true.'],
    [z.string(), { deep: [] }, 'INVALID_TYPE', 'a must be a text, but was an object.'],
    [z.int(), 1.5, 'INVALID_TYPE', 'a must be a whole number, but was 1.5.'],
    [z.string().min(1), '', 'REQUIRED_FIELD', 'a must not be empty.'],
    [z.string().trim().min(1), '  ', 'REQUIRED_FIELD', 'a must not be empty.'],
    [z.string().min(3), 'ab', 'OUT_OF_RANGE', 'a must have at least 3 characters, but has 2.'],
    [z.string().max(2), '   ', 'OUT_OF_RANGE', 'a must have at most 2 characters, but has 3.'],
    [z.array(z.string()).max(1), ['x', 'y'], 'OUT_OF_RANGE', 'a must have at most 1 entry, but has 2.'],
    [z.number().min(0), -1, 'OUT_OF_RANGE', 'a must be at least 0, but was -1.'],
    [z.int().max(200), 500, 'OUT_OF_RANGE', 'a must be at most 200, but was 500.'],
    [
      z.uuid(),
      'x',
      'INVALID_FORMAT',
      'a must be a UUID such as 3f2504e0-4f89-41d3-9a0c-0305e82c3301, but was x.',
    ],
    [
      z.union([z.number(), z.boolean(), z.literal(['on', 'off'])]),
      'x',
      'INVALID_FORMAT',
      'a must be a number, or true or false, or one of on, off, but was the text "x".',
    ],
    [z.union([z.string(), z.array(z.string())]), ['x', 1], 'INVALID_TYPE', 'a[1] must be a text, but was 1.'],
    [
      z.string().regex(/^[a-c]$/),
      'x',
      'INVALID_FORMAT',
      'a must be a text that matches /^[a-c]$/, but was x.',
    ],
    [z.iso.date('a day'), 'x', 'INVALID_FORMAT', 'a must be a day, but was x.'],
    [z.iso.date(), '2026-02-30', 'INVALID_FORMAT', 'a must be a date of the calendar, but was 2026-02-30.'],
    [z.iso.date(), '30.2.2026', 'INVALID_FORMAT', 'a must be a date as YYYY-MM-DD, but was 30.2.2026.'],
    [
      z.string().regex(/^\d+$/, 'a number in digits'),
      'x',
      'INVALID_FORMAT',
      'a must be a number in digits, but was x.',
    ],
    [z.enum(['asc', 'desc']), 'up', 'UNKNOWN_VALUE', 'a must be one of asc, desc, but was up.'],
    [z.enum(['asc', 'desc']), '', 'UNKNOWN_VALUE', 'a must be one of asc, desc, but was empty.'],
    [z.enum(['asc', 'desc']), undefined, 'REQUIRED_FIELD', 'a is required.'],
    [z.number().multipleOf(5), 7, 'INVALID_FORMAT', 'a must be a multiple of 5, but was 7.'],
    [
      z.string().refine(() => false, { message: 'a must rhyme.', params: { code: 'NOT_ALLOWED' } }),
      'x',
      'NOT_ALLOWED',
      'a must rhyme.',
    ],
  ])('%# %o', (schema, value, code, message) => {
    expect(validateField(schema, value)).toEqual([code, 'a', message]);
  });

  it.each([
    [z.string().regex(/^[A-Z]{2}$/, 'must be two letters'), 'a must be two letters, but was x.'],
    [z.string().refine(() => false, 'must be two letters'), 'a must be two letters, but was x.'],
    [z.string().refine(() => false, 'must have a verb'), 'a must have a verb.'],
    [
      z.union([z.literal('y'), z.guid().transform(String)], 'must be y or an id'),
      'a must be y or an id, but was x.',
    ],
  ])('%# makes a sentence of a requirement, once and with the name', (schema, message) => {
    expect(validateField(schema, 'x')).toEqual(['INVALID_FORMAT', 'a', message]);
  });

  it('names unknown members of a strict object', () => {
    expect(validateBody(z.strictObject({}), { b: 1, c: 2 })).toEqual([
      ['UNKNOWN_FIELD', 'body', 'b, c are not part of this request.'],
    ]);
  });
});

it('a number outside two ranges at once is one error', () => {
  expect(validateBody(z.object({ a: z.int().max(50) }), { a: 1e20 })).toHaveLength(1);
});

it('a text in the place of a list is one error: it is not too long, too', () => {
  const schema = z.object({ a: z.array(z.string()).max(3) });
  expect(validateBody(schema, { a: 'abcdef' })).toEqual([
    ['INVALID_TYPE', 'a', 'a must be a list, but was the text "abcdef".'],
  ]);
});

describe('targets', () => {
  it('are dotted when nested, with positions in lists', () => {
    const schema = z.object({ list: z.array(z.object({ city: z.string() })) });
    expect(validateBody(schema, { list: [{ city: 'x' }, {}] })[0]?.[1]).toBe('list[1].city');
    expect(validateBody(z.array(z.string()), ['a', 1])[0]?.[1]).toBe('[1]');
  });
  it('name the part when it is wrong as a whole', () => {
    const schema = z.object({ name: z.string() });
    expect(validateBody(schema, undefined)).toEqual([['REQUIRED_FIELD', 'body', 'body is required.']]);
  });
});

it('a POST without a body in which every field may be absent is read as one with an empty body', () => {
  const body = z.object({ name: z.string().optional(), size: z.int().default(10) });
  expect(validateRequest({ ...shared, body }, request, undefined).body).toEqual({ size: 10 });
  expect(validateBody(body, null)).toEqual([['REQUIRED_FIELD', 'body', 'body is required.']]);
  expect(() => validateRequest({ ...shared, method: 'PUT', body }, request, undefined)).toThrow(Failure);
});

describe('validate', () => {
  const contract = {
    ...shared,
    params: z.object({ id: z.guid() }),
    query: z.object({
      pageSize: z.coerce.number().max(9),
      tags: z.union([z.string(), z.array(z.string())]).optional(),
    }),
    headers: z.object({ 'api-version': z.literal('1.0') }),
    body: z.object({ name: z.string() }),
  };

  it('collects the errors of every part at once', () => {
    const sent = {
      ...request,
      params: { id: 'x' },
      query: { PAGEsize: ['10'] },
      headers: { 'api-version': '2' },
    };
    expect(() => validateRequest(contract, sent, {})).toThrow(
      expect.objectContaining({
        status: 400,
        target: 'id',
        details: [
          expect.objectContaining({ target: 'id' }),
          expect.objectContaining({ target: 'pageSize', code: 'OUT_OF_RANGE' }),
          expect.objectContaining({ target: 'api-version', code: 'UNKNOWN_VALUE' }),
          expect.objectContaining({ target: 'name', code: 'REQUIRED_FIELD' }),
        ],
      }),
    );
  });

  it('returns a single value as it is and several as a list, and omits undeclared ones', () => {
    const id = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';
    const query = { pagesize: ['3'], TAGS: ['a', 'b'], other: ['1'], __proto__x: ['1'] };
    const sent = { ...request, params: { id }, query, headers: { 'api-version': '1.0', cookie: 'x' } };
    expect(validateRequest(contract, sent, { name: 'n', more: 1 })).toEqual({
      params: { id },
      query: { pageSize: 3, tags: ['a', 'b'] },
      headers: { 'api-version': '1.0' },
      body: { name: 'n' },
    });
  });
});

describe('characters', () => {
  it('are counted as code points: an emoji is one', () => {
    expect(validateField(z.string().max(3), '🎓🎓🎓')).toBeUndefined();
    expect(validateField(z.string().max(3), '🎓🎓🎓🎓')?.[2]).toBe(
      'a must have at most 3 characters, but has 4.',
    );
    expect(validateField(z.string().min(3), '🎓🎓')?.[2]).toBe(
      'a must have at least 3 characters, but has 2.',
    );
  });

  const line = z.string().trim().max(200).nullish();
  const lines = z.string().max(2000).optional();
  it.each([
    [line, 'a\u0000b', 'a must have no control characters, but has U+0000 at character 2.'],
    [line, '🎓\u007f', 'a must have no control characters, but has U+007F at character 2.'],
    [line, 'a\nb', 'a must be one line without tabs, but has U+000A at character 2.'],
    [line, 'a\tb', 'a must be one line without tabs, but has U+0009 at character 2.'],
    [lines, 'a\r\n\tb\u001b[0m', 'a must have no control characters, but has U+001B at character 6.'],
    [
      z.unknown(),
      { deep: ['x', 'a\u0007'] },
      'a.deep[1] must have no control characters, but has U+0007 at character 2.',
    ],
  ])('that are invisible are refused: %#', (schema, value, message) => {
    expect(validateField(schema, value)?.[2]).toBe(message);
  });

  it.each([
    [line, ' a b\n'],
    [lines, 'a\r\n\tb'],
    [z.string(), 'Zoë, \u200f ﷽ 👩‍🎓'],
  ])('that are visible, or part of a longer text, are accepted: %#', (schema, value) => {
    expect(validateField(schema, value)).toBeUndefined();
  });

  it('may be any in a password, and in a search text', () => {
    expect(validateBody(z.object({ password: z.string().max(100) }), { password: '\u0007' })).toEqual([]);
    const readOnly = { ...shared, body: z.object({ a: line }), repeatable: true };
    expect(validateRequest(readOnly, request, { a: 'x\u0000' }).body).toEqual({ a: 'x\u0000' });
  });

  it('are checked at any depth', () => {
    const deep = JSON.parse(`{"a":${'['.repeat(50_000)}"\\u0000"${']'.repeat(50_000)}}`);
    expect(validateBody(z.object({ a: z.unknown() }), deep)).toHaveLength(1);
  });
});

describe('empty strings for absent values', () => {
  const schema = z.object({
    id: z.guid().nullish(),
    price: z.number().min(0).nullish(),
    tags: z.array(z.string().min(1)).optional(),
    isActive: z.boolean().default(true),
    period: z.object({ years: z.int().nullish() }).nullish(),
    name: z.string().min(1).nullish(),
    needed: z.enum(['x']),
  });
  const read = (body: unknown, area: 'training' | 'identity' = 'training') =>
    validateRequest({ ...shared, area, body: schema }, request, body).body;

  it('are taken as absent where the value may be absent: as null, which clears, where null may be sent', () => {
    const blank = { id: '', price: '', tags: '', isActive: '', period: { years: '' }, needed: 'x' };
    expect(read(blank)).toEqual({
      id: null,
      price: null,
      tags: undefined,
      isActive: true,
      period: { years: null },
      needed: 'x',
    });
    expect(read({ period: '', needed: 'x' })).toEqual({ period: null, isActive: true, needed: 'x' });
  });

  it.each([
    [{ needed: '' }, 'needed'],
    [{ needed: 'x', name: '' }, 'name'],
    [{ needed: 'x', tags: [''] }, 'tags[0]'],
  ])('stay refused where a value is needed: %j', (body, target) => {
    expect(validateBody(schema, body).map(([, path]) => path)).toEqual([target]);
  });

  it('are not taken as absent in the body of a sign-in', () => {
    expect(() => read({ needed: 'x', price: '' }, 'identity')).toThrow();
  });

  it('are taken as absent in a query too', () => {
    const query = z.object({ courseId: z.guid().optional(), year: z.coerce.number().min(1900).optional() });
    const contract = { ...shared, query };
    const blank = { ...request, query: { courseId: [''], year: [''] } };
    expect(validateRequest(contract, blank, undefined).query).toEqual({});
  });
});
