// Proves how workbooks are read (docs/imports.md).
import { writeXlsx } from 'hucre/xlsx';
import { expect, it } from 'vitest';
import { collectRows, describeRefusals, getRecords } from '../../../shared/import/rows/row-fixture.ts';
import { withFixtureFolder } from './fixture.ts';
import { readPeople } from './people.ts';

it('people are read from the first sheet of a workbook: days, numbers, saved values of formulas', async () => {
  const cells = new Map([['3,1', { formula: 'A3&"!"', formulaResult: 'Gale' }]]);
  const bytes = await writeXlsx({
    sheets: [
      {
        name: 'Members',
        rows: [
          ['First Name', 'Last Name', 'Title', 'Start Date', 'Zip'],
          ['Ada', 'Gale', 'Clerk', new Date('2024-02-29T00:00:00Z'), 21_201],
          [],
          ['Ben', null, 'Mayor', '2025-01-01', '00123'],
          [null, null, 'Nobody', null, null],
        ],
        cells,
      },
      { name: 'Notes', rows: [['First Name'], ['Not Read']] },
    ],
  });
  await withFixtureFolder(async (folder) => {
    const reading = await readPeople(await folder.file('people.xlsx', Buffer.from(bytes)), {
      tenantCode: 'demo',
    });
    const rows = await collectRows(reading);
    expect(reading.total).toBe(3);
    expect(getRecords(rows)).toMatchObject([
      {
        content: {
          lastName: 'Gale',
          positions: [{ startDate: '2024-02-29' }],
          addresses: [{ zipCode: '21201' }],
        },
      },
      { content: { firstName: 'Ben', lastName: 'Gale', addresses: [{ zipCode: '00123' }] } },
    ]);
    expect(describeRefusals(rows)).toEqual(['5 name: is missing: a first, last or full name is needed']);
  });
});
