// A table's cells stay within their columns, and its rows are as high as their lines.
import { beforeAll, expect, it } from 'vitest';
import { type OpenDocument, openDocument } from './document.ts';
import { beginTable } from './table.ts';
import { measureText } from './typesetting.ts';

const long =
  'An act relating to affordable housing near transit stations and amending chapters 36.70A and 43.21C RCW';
const columns = [
  { title: 'Bill', width: 1 },
  { title: 'Title', width: 3 },
  { title: 'Fee', width: 1, align: 'right' },
] as const;
const edges = { left: 50, width: 250 };

let document: OpenDocument;
let drawn: { readonly text: string; readonly x: number; readonly y: number }[];
beforeAll(async () => {
  const about = { title: 'Table', author: 'Test', createdAt: new Date(0), content: [long, '住房法案'] };
  document = await openDocument({ ...about, paper: 'A4', layout: 'portrait' });
  document.pdf.addPage();
  const { pdf } = document;
  const write = pdf.text.bind(pdf);
  pdf.text = ((text: string, x: number, y: number, options: object) => {
    drawn.push({ text, x, y });
    return write(text, x, y, options);
  }) as typeof pdf.text;
});

function draw(cells: readonly string[]) {
  drawn = [];
  const row = beginTable(document, columns, edges).row(cells);
  row.draw(100);
  return { height: row.height, drawn };
}

it('a long text is wrapped within its column, and makes its row higher by a line each', () => {
  const single = draw(['HB 1', 'short', '7.00']);
  const many = draw(['HB 1', long, '7.00']);
  const lines = many.drawn.filter(({ text }) => long.includes(text));
  expect(lines.length).toBeGreaterThan(2);
  expect(many.height - single.height).toBeCloseTo((lines.length - 1) * 12);
  for (const { text, x, y } of lines) {
    expect(x).toBeCloseTo(104);
    expect(x + measureText(document, text, { face: 'regular', size: 10, color: '' })).toBeLessThan(246.1);
    expect(y).toBeLessThan(100 + many.height);
  }
});

it('a word is not broken where a smaller size or a wider column holds it', () => {
  const narrow = [
    { title: 'Registrationstatus', width: 1 },
    { title: 'Note', width: 9 },
  ];
  drawn = [];
  const table = beginTable(document, narrow, edges);
  table.titles.draw(100);
  table.row(['Unterrichtsbescheinigung', long]).draw(120);
  const texts = drawn.map(({ text }) => text);
  expect(texts).toContain('Registrationstatus');
  expect(texts).toContain('Unterrichtsbescheinigung');
});

it('a word that no size holds is broken after a sign that joins its parts', () => {
  const address = 'registrar.of.the.association@certification-office.counties.example';
  const { drawn: lines } = draw([address, '', '']);
  expect(lines.length).toBeGreaterThan(2);
  expect(lines.map(({ text }) => text).join('')).toBe(address);
  for (const { text } of lines.slice(0, -1)) expect(text).toMatch(/[.@-]$/);
});

it('numbers end at the right edge of their column', () => {
  const ends = ['7.00', '1,100.50'].map((text) => {
    const [found] = draw(['', '', text]).drawn;
    return (found?.x ?? 0) + measureText(document, text, { face: 'regular', size: 10, color: '' });
  });
  for (const end of ends) expect(end).toBeCloseTo(296);
});

it('missing cells are empty, and a row has the height of a line at least', () => {
  expect(draw([])).toEqual({ height: 19, drawn: [] });
});
