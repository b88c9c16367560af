// Cursors are decoded as they were encoded, and only by the list that created them.
import { expect, test } from 'vitest';
import { Failure } from '../errors/failure.ts';
import { decodeCursor, encodeCursor, readCursorPage } from './cursor.ts';

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

const toSort = (row: string): string => row;

test('following the cursors returns every row once, and the last page has none', async () => {
  const rows = ['a', 'b', 'c', 'd', 'e'];
  const seen: string[][] = [];
  let cursor: string | undefined;
  do {
    const { items, next } = await readCursorPage(
      'LIST',
      { pageSize: 2, cursor },
      toSort,
      async (limit, after) => {
        const from = after === undefined ? 0 : rows.indexOf(after);
        return rows.slice(from, from + limit);
      },
    );
    seen.push([...items]);
    cursor = next;
  } while (cursor !== undefined);
  expect(seen).toEqual([['a', 'b'], ['c', 'd'], ['e']]);
});

test('a page goes on after its cursor also when the row of the cursor was removed', async () => {
  const cursor = encodeCursor('LIST', 'b');
  const page = await readCursorPage('LIST', { pageSize: 2, cursor }, toSort, async () => ['c', 'd']);
  expect(page).toEqual({ items: ['c', 'd'], next: undefined });
});
