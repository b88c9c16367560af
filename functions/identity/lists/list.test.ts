// Proves the cursors of area C's lists.
import { expect, it } from 'vitest';
import { packCursor } from '../../../shared/lists/cursor.ts';
import { buildPageRange, decodeCursor } from './list.ts';

it('a cursor is in base64url, and is decoded unchanged', () => {
  const cursor = packCursor(['ada#1', 'Ünï']);
  expect(cursor).toMatch(/^[A-Za-z0-9_-]+$/);
  expect(decodeCursor(cursor, 2)).toEqual(['ada#1', 'Ünï']);
});

it('a text that is not a cursor of the list is refused with 400', () => {
  const text = (json: string) => Buffer.from(json).toString('base64url');
  for (const bad of [
    '',
    'x',
    '!!',
    text('[]'),
    text('["a"]'),
    text('["a",2]'),
    text('{"length":2}'),
    text('["a",""]'),
  ])
    expect(() => decodeCursor(bad, 2), bad).toThrow(/nextCursor/);
});

it('a page without a cursor is the first page', () => {
  expect(buildPageRange({ pageSize: 5 }, 1, () => ({}))).toEqual({ limit: 5 });
  expect(buildPageRange({ pageSize: 5, cursor: packCursor(['a']) }, 1, ([sk = '']) => ({ sk }))).toEqual({
    limit: 5,
    after: { sk: 'a' },
  });
});
