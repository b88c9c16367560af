// Values that no schema expects: wrong types and lengths, broken unicode, huge numbers, deep nesting, prototype names.
import fc from 'fast-check';

/** A JSON text; not every one of these could be written by JSON.stringify. */
export type JsonText = string;

const nest = (open: string, close: string, depth: number): JsonText =>
  open.repeat(depth) + close.repeat(depth);

/** Single values as JSON text. */
export const badJson: fc.Arbitrary<JsonText> = fc.oneof(
  fc.constantFrom(
    'null',
    'true',
    '0',
    '-0',
    '1.5',
    '1e308',
    '1e999',
    '-1e999',
    '9007199254740993',
    '99999999999999999999',
    '""',
    '" "',
    '[]',
    '{}',
    '[null]',
    '[[]]',
    '"\\ud800"',
    '"a\\udfffb"',
    '"\\u0000"',
    '"\\u202e"',
    '"\\ufeff"',
    '"2026-02-30"',
    '"0000-00-00"',
    '"T"',
    '"true"',
    '"1"',
    '"-1"',
    '"1e3"',
    '"NaN"',
    '{"__proto__":{"isAdmin":true}}',
    '{"constructor":{"prototype":{}}}',
    '{"toString":1}',
    '{"a":1,"a":2}',
    '{"$ne":null}',
    '{"length":1e9}',
  ),
  fc.constantFrom(
    nest('[', ']', 200),
    nest('[', ']', 20_000),
    nest('{"a":', '}', 200).replace('}', '1}'),
    `"${'x'.repeat(5000)}"`,
    `[${'0,'.repeat(3000)}0]`,
  ),
  fc.string({ unit: 'binary', maxLength: 30 }).map((value) => JSON.stringify(value)),
  fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.stringify(value)),
  fc.double().map((value) => JSON.stringify(value) ?? '0'),
  fc.bigInt().map(String),
);

/** Whole bodies that are not JSON, or JSON of the wrong kind. */
export const badBody: fc.Arbitrary<string> = fc.oneof(
  badJson,
  fc.constantFrom(
    '',
    ' ',
    '\u0000',
    '{',
    '{"a":',
    '[1,]',
    "{'a':1}",
    'undefined',
    'NaN',
    '<x/>',
    'a=1&b=2',
    '\ufeff{}',
    '{}{}',
    '/* */{}',
    '{"a":1}\u0000',
    '"',
    '\\',
    `{"a":"${'\n'}"}`,
  ),
  fc.string({ unit: 'binary', maxLength: 60 }),
);

/** Names that exist on every object, and some that exist on none. */
export const badName: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    'hasOwnProperty',
    '',
    ' ',
    '$where',
    'a.b',
    'a[0]',
    'a[]',
    '\u0000',
  ),
  fc.string({ unit: 'binary', maxLength: 12 }),
);

/** A path segment or a query value as it is in the address: percent-encoded, correctly or not. */
export const badSegment: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '%',
    '%z',
    '%zz',
    '%00',
    '%0a',
    '%2f',
    '%2F..%2F..',
    '%ff',
    '%c0%ae',
    '%ED%A0%80',
    '%F0%9F%98%80',
    '+',
    '%20',
    '.',
    '..',
    '...',
    '~',
    '*',
    '$',
    '@',
    ';a=b',
    '-1',
    '0',
    'null',
    'undefined',
    '__proto__',
    'constructor',
    "'--",
    '%23',
    'T%23harbor%23TENANT',
    'x'.repeat(3000),
    '%41'.repeat(900),
  ),
  fc.string({ unit: 'binary', maxLength: 30 }).map((value) => encodeURIComponent(value.toWellFormed())),
);

/** A very long query. */
export const longQuery: fc.Arbitrary<string> = fc.constantFrom(
  Array.from({ length: 600 }, (_, index) => `p${index}=1`).join('&'),
  `x=${'y'.repeat(12_000)}`,
  'pageSize=1&'.repeat(400),
);
