// Values are read in the forms that existing callers send (docs/interface/requests.md#lenient-reading): numbers and
// booleans as strings, blanks as absent.
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import {
  integerWithDefault,
  optionalBoolean,
  optionalOneOf,
  optionalOrBlank,
  optionalText,
} from './lenient.ts';

describe('integerWithDefault(50, 1, 200)', () => {
  const schema = integerWithDefault(50, 1, 200);
  it.each([
    [undefined, 50],
    ['', 50],
    [null, 50],
    ['7', 7],
    [' 7 ', 7],
    [200, 200],
  ])('reads %j as %j', (input, expected) => {
    expect(schema.parse(input)).toBe(expected);
  });
  it.each([0, 201, '0', '201', 1.5, '1.5', 'x', '1e2', '0x10', true, [1], {}])('refuses %j', (input) => {
    expect(schema.safeParse(input).success).toBe(false);
  });
});

describe('optionalOrBlank(enum)', () => {
  const schema = z.object({ a: optionalOrBlank(z.enum(['x', 'y'])) });
  it('treats blanks as absent, and refuses other values', () => {
    for (const sent of [{}, { a: '' }, { a: null }]) expect(schema.parse(sent).a).toBeUndefined();
    expect(schema.parse({ a: 'y' })).toEqual({ a: 'y' });
    expect(schema.safeParse({ a: 'z' }).success).toBe(false);
  });
});

describe('optionalOneOf(words)', () => {
  const schema = optionalOneOf(['Upcoming', 'In Progress']);
  it.each([
    ['upcoming', 'Upcoming'],
    ['INPROGRESS', 'In Progress'],
    ['in-progress', 'In Progress'],
    [' In Progress ', 'In Progress'],
    ['', undefined],
    [null, undefined],
    [undefined, undefined],
  ])('reads %j as %j', (input, expected) => {
    expect(schema.parse(input)).toBe(expected);
  });
  it.each(['soon', 1, ['Upcoming'], 'constructor'])('refuses %j', (input) => {
    expect(schema.safeParse(input).success).toBe(false);
  });
});

describe('optionalBoolean()', () => {
  it.each([
    [undefined, undefined],
    ['', undefined],
    ['TRUE', true],
    [' false ', false],
    [true, true],
  ])('reads %j as %j', (input, expected) => {
    expect(optionalBoolean().parse(input)).toBe(expected);
  });
  it.each(['yes', '1', 1, 0, []])('refuses %j', (input) => {
    expect(optionalBoolean().safeParse(input).success).toBe(false);
  });
});

describe('optionalText(5)', () => {
  it.each([
    [undefined, undefined],
    ['', undefined],
    ['abcde', 'abcde'],
  ])('reads %j as %j', (input, expected) => {
    expect(optionalText(5).parse(input)).toBe(expected);
  });
  it.each(['abcdef', 1, {}])('refuses %j', (input) => {
    expect(optionalText(5).safeParse(input).success).toBe(false);
  });
});
