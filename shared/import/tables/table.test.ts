// Proves which ways of writing a table are recognised (docs/interface/crm.md#imports).
import { describe, expect, it } from 'vitest';
import { openTable, readRecords } from './table.ts';
import type { TextFormat } from './table-format.ts';

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

describe('a table of any size', () => {
  const format: TextFormat = {
    ...{ type: 'text', encoding: 'utf-8', delimiter: ';', quote: '"', escape: '"', hasDelimiterLine: false },
  };
  const read = async (open: () => AsyncIterable<Uint8Array>) => {
    const widths: number[] = [];
    for await (const { cells } of readRecords({ name: 'a.csv', open }, format)) widths.push(cells.length);
    return widths;
  };

  it.each([
    ['cells without end', ';'],
    ['a text without end', 'x'],
    ['a quotation mark that is never closed', 'b\n', '"'],
    ['cells with line ends', ';"\n";'],
  ])('is refused where a row has %s, and no more of it is read', async (_, endless, before = '') => {
    const piece = utf8(endless.repeat(100_000));
    let sent = 0;
    const open = async function* () {
      yield utf8(`Name;Ort\n"a";${before}`);
      for (;;) {
        sent += piece.length;
        yield piece;
      }
    };
    await expect(read(open)).rejects.toThrow(
      'Row 2 of "a.csv" does not end within 4 MB. A quotation mark may be missing.',
    );
    expect(sent).toBeLessThan(6_000_000);
  });

  it('may have a row of 4 MB, and others have their turns while it is read', async () => {
    let turns = 0;
    let isOver = false;
    const takeTurn = (): void => {
      turns += 1;
      if (!isOver) setImmediate(takeTurn);
    };
    setImmediate(takeTurn);
    const row = utf8(`${';'.repeat(3_999_998)}x\n`);
    const widths = await read(async function* () {
      yield utf8('Name;Ort\n');
      yield row;
    });
    isOver = true;
    expect(widths).toEqual([2, 3_999_999]);
    expect(turns).toBeGreaterThan(50);
  });

  it('ends with the failure of what it is read from', async () => {
    const open = async function* () {
      yield utf8('Name;Ort\na;b\n');
      throw new Error('the database is away');
    };
    await expect(read(open)).rejects.toThrow('the database is away');
  });
});
