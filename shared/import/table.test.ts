// Proves which ways of writing a table are recognised (docs/interface/crm.md#imports).
import { describe, expect, it } from 'vitest';
import { openTable } from './table.ts';

/** The table of these bytes, in pieces so small that characters are cut. */
const readTable = async (bytes: Uint8Array) => {
  const open = async function* () {
    for (let start = 0; start < bytes.length; start += 7) yield bytes.subarray(start, start + 7);
  };
  const table = await openTable({ name: 'a.csv', open });
  const rows: unknown[] = [];
  for await (const row of table.rows()) rows.push('cells' in row ? row.cells : row.problems);
  return { headings: table.headings, rows };
};
const utf8 = (text: string) => Buffer.from(text);
const swap = (text: string) => Buffer.from(text, 'utf16le').swap16();

const text = 'Name;Ort\r\nZoë Müller;Köln\r\n';
const expected = { headings: ['Name', 'Ort'], rows: [['Zoë Müller', 'Köln']] };

describe('a table is read', () => {
  it.each([
    ['UTF-8', utf8(text)],
    ['UTF-8 with a byte order mark', utf8(`\uFEFF${text}`)],
    ['UTF-16, little-endian, with a byte order mark', Buffer.from(`\uFEFF${text}`, 'utf16le')],
    ['UTF-16, little-endian, without one', Buffer.from(text, 'utf16le')],
    ['UTF-16, big-endian, with a byte order mark', swap(`\uFEFF${text}`)],
    ['UTF-16, big-endian, without one', swap(text)],
    ['Windows-1252', Buffer.from(text, 'latin1')],
  ])('in %s', async (_, bytes) => {
    expect(await readTable(bytes)).toEqual(expected);
  });

  it.each([
    ['commas', utf8(text.replaceAll(';', ','))],
    ['tabs', utf8(text.replaceAll(';', '\t'))],
    ['bars', utf8(text.replaceAll(';', '|'))],
    ['the delimiter of its first line', utf8(`sep=|\r\n${text.replaceAll(';', '|')}`)],
    ['lines that end with CR', utf8(text.replaceAll('\r\n', '\r'))],
    ['apostrophes as quotation marks', utf8("'Name';'Ort'\n'Zoë Müller';'Köln'\n")],
  ])('with %s', async (_, bytes) => {
    expect(await readTable(bytes)).toEqual(expected);
  });

  it.each([
    ['doubled', 'Name,Note\nA,"say ""hello"", twice"\n'],
    ['after a backslash', 'Name,Note\nA,"say \\"hello\\", twice"\n'],
  ])('with quotation marks within a text %s', async (_, csv) => {
    expect((await readTable(utf8(csv))).rows).toEqual([['A', 'say "hello", twice']]);
  });

  it('with line ends and delimiters in quoted cells, and apostrophes in names', async () => {
    const { rows } = await readTable(utf8('Name,Note\nO\'Neil,"one,\ntwo"\n'));
    expect(rows).toEqual([["O'Neil", 'one,\ntwo']]);
  });
});
