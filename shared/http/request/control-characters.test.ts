// Texts of requests are looked through for control characters; the bytes of files, which may be millions, are not.
import { expect, it } from 'vitest';
import { hasForbiddenCharacters } from './control-characters.ts';

it('a text has forbidden characters at any depth', () => {
  expect(hasForbiddenCharacters({ names: [{ first: 'Ada' }] })).toBe(false);
  expect(hasForbiddenCharacters({ names: [{ first: 'A\u0007da' }] })).toBe(true);
});

it('what is within the bytes of a file is not looked through', () => {
  const file = Object.assign(Buffer.from('GIF'), { note: 'A\u0007da' });
  expect(hasForbiddenCharacters({ content: file })).toBe(false);
});
