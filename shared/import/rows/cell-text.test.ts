// Proves that formulas are recognised in cells (docs/interface/crm.md#imports).
import { expect, it } from 'vitest';
import { readCellText } from './cell-text.ts';

it.each([
  ['="00123"', '00123'],
  ['="say ""x"""', 'say "x"'],
  ["'+1 410 555 0100", '+1 410 555 0100'],
  ["'=SUM(A1)", '=SUM(A1)'],
  ["'t Hooft", "'t Hooft"],
  ['-', '-'],
  ['@handle', '@handle'],
])('%s is the text %s', (value, text) => {
  expect(readCellText({ field: 'Code', value })).toEqual({ value: text });
});

it.each(['=A1&" "&B1', '=HYPERLINK("https://a.example","x")', '＝1+1'])('%s is a formula', (value) => {
  expect(readCellText({ field: 'Code', value })).toMatchObject({ problem: { field: 'Code', value } });
});
