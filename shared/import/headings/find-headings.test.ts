// Headings below the title of a table (docs/interface/crm.md#files).
import { expect, it } from 'vitest';
import { openTable } from '../tables/table.ts';
import { findHeadingRow } from './find-headings.ts';

const rows = (...lines: readonly string[]) => lines.map((line) => line.split(','));

it.each([
  [0, ['Name,Email', 'Ann,a@x.example']],
  [1, ['Members 2026', 'Name,Email', 'Ann,a@x.example']],
  [2, ['Members,of 2026', 'Printed on 1 May', 'First name,Last name,Email', 'Ann,Bee,a@x.example']],
  // Nothing here is a usual heading: a title has one cell.
  [1, ['Roster', 'Alpha,Beta,Gamma', '1,2,3']],
  [0, ['Alpha,Beta,Gamma', '1,2,3']],
  // A table with fewer headings than cells has no title.
  [0, ['Name,Colour', 'Email,Phone,Title,x']],
  [0, ['Name', 'Ann,Bee,Cee', '1,2,3']],
  [0, ['Title', 'Name,Email', 'x,y']],
  [0, ['Only a line']],
])('row %i of %j has the headings', (index, lines) => {
  expect(findHeadingRow(rows(...lines))).toBe(index);
});

it('a file with a title is read by the delimiter and the quotation marks of its headings', async () => {
  const text = "Members, as of today: all, of them\n\n'Name';'Email'\n'O, Ann';'a@x.example'\n";
  const table = await openTable({
    name: 'a.csv',
    open: async function* () {
      yield Buffer.from(text);
    },
  });
  const found = [];
  for await (const row of table.rows()) found.push(row);
  expect(table).toMatchObject({ headings: ['Name', 'Email'], total: 1 });
  expect(table.remarks).toEqual([
    '"a.csv": 1 row above the headings left out: "Members, as of today: all, of them".',
  ]);
  expect(found).toEqual([{ row: 4, cells: ['O, Ann', 'a@x.example'] }]);
});
