// Cursors are decoded as they were encoded, and only by the list that created them.
import { expect, test } from 'vitest';
import { Failure } from '../errors/failure.ts';
import { cursorPageLimit, cutCursorPage, decodeCursor, encodeCursor } from './cursor.ts';

test('a cursor contains the sort text of the entry before the page, with any characters, in base64url', () => {
  const cursor = encodeCursor('T#demo#PEOPLE', 'żółć#\u{1F600}#01');
  expect(cursor).toMatch(/^[A-Za-z0-9_-]+$/);
  expect(decodeCursor('T#demo#PEOPLE', cursor)).toBe('żółć#\u{1F600}#01');
});

test.each([
  ['one of another tenant', encodeCursor('T#harbor#PEOPLE', 'lee#1')],
  ['one of another list', encodeCursor('T#demo#ORGS', 'lee#1')],
  ['any text', 'abc'],
  ['an empty text', ''],
  ['other JSON', Buffer.from('{"gsi1pk":"T#harbor#PEOPLE"}').toString('base64url')],
])('%s is refused, naming the parameter', (_, cursor) => {
  expect(() => decodeCursor('T#demo#PEOPLE', cursor)).toThrow(
    expect.objectContaining({ name: 'Failure', code: 'VALIDATION_ERROR', target: 'cursor' }),
  );
  expect(() => decodeCursor('T#demo#PEOPLE', cursor)).toThrow(Failure);
});

test('following the cursors returns every row once, and the last page has none', () => {
  const rows = ['a', 'b', 'c', 'd', 'e'];
  const seen: string[][] = [];
  let after: string | undefined;
  do {
    const from = after === undefined ? 0 : rows.indexOf(after);
    const found = rows.slice(from, from + cursorPageLimit(2));
    const { items, next } = cutCursorPage('LIST', found, { pageSize: 2, after, sortOf: (row) => row });
    seen.push([...items]);
    after = next === undefined ? undefined : decodeCursor('LIST', next);
  } while (after !== undefined);
  expect(seen).toEqual([['a', 'b'], ['c', 'd'], ['e']]);
});

test('a page goes on after its cursor also when the row of the cursor was removed', () => {
  const page = cutCursorPage('LIST', ['c', 'd'], { pageSize: 2, after: 'b', sortOf: (row) => row });
  expect(page).toEqual({ items: ['c', 'd'], next: undefined });
});
