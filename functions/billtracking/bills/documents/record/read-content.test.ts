import { expect, it } from 'vitest';
import { readContent } from './read-content.ts';

const page = (charset: string): string =>
  `<html><head><meta http-equiv="Content-Type" content="text/html; charset=${charset}"></head><body><p>Sec. 1. Über roads.</p></body></html>`;

it.each([
  ['UTF-8', Buffer.from(page('utf-8'))],
  ['windows-1252', Buffer.from(page('windows-1252'), 'latin1')],
  // HTML Standard, 13.2.3.2: what is read as ASCII is not in UTF-16, whatever the page says of itself.
  ['UTF-8 that says UTF-16', Buffer.from(page('utf-16'))],
  ['UTF-16 with a mark', Buffer.from(`\uFEFF${page('utf-16')}`, 'utf16le')],
  ['UTF-16 with a mark, the other way round', Buffer.from(`\uFEFF${page('utf-16')}`, 'utf16le').swap16()],
  ['a set that is unknown', Buffer.from(page('x-unknown'))],
])('reads a page in %s', async (_, bytes) => {
  expect(await readContent({ bytes, contentType: 'text/html' })).toEqual({
    text: expect.stringContaining('Sec. 1. Über roads.'),
  });
});
