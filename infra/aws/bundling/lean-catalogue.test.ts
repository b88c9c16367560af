import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { errorCatalogue } from '../../../shared/errors/catalogue.ts';
import { isCatalogue, leanCatalogue } from './lean-catalogue.ts';

it('functions have the catalogue of errors without its advice, and with everything else', () => {
  const file = new URL('../../../shared/errors/catalogue.ts', import.meta.url);
  expect(isCatalogue(file.pathname)).toBe(true);
  const source = readFileSync(file, 'utf8');
  const lean = leanCatalogue(source);
  const count = Object.keys(errorCatalogue).length;
  const countLines = (text: string, name: string) =>
    text.match(new RegExp(`^ {4}${name}:`, 'gm'))?.length ?? 0;
  expect(countLines(source, 'next')).toBe(count);
  expect(['status', 'when', 'next', 'oauth'].map((name) => countLines(lean, name))).toEqual([
    count,
    count,
    0,
    count,
  ]);
});
