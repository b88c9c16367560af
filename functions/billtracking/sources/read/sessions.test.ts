// Sessions as public lists give them, with the defects that those have (SOURCES.md of the real data).
import { expect, it } from 'vitest';
import { collectRows, describeRefusals, getRecords } from '../../../../shared/import/rows/row-fixture.ts';
import { parseJurisdiction, parseSessions } from './sessions.ts';

it('reads a plain list, and jurisdictions with their sessions', async () => {
  const rows = await collectRows(
    parseSessions([
      { state: 'CO', identifier: '2025A', name: '2025 Regular Session', start_date: '2025-01-08' },
      {
        id: 'ocd-jurisdiction/country:us/state:ga/government',
        legislative_sessions: [
          { identifier: '2025_26', name: '2025-2026 Regular Session', classification: 'primary' },
          { identifier: '2021_ss', name: '2021 Special Session', classification: 'special' },
        ],
      },
    ]),
  );
  expect(getRecords(rows).map(({ content }) => content)).toEqual([
    {
      stateId: 8,
      identifier: '2025A',
      name: '2025 Regular Session',
      classification: 'primary',
      startDate: '2025-01-08',
    },
    { stateId: 13, identifier: '2025_26', name: '2025-2026 Regular Session', classification: 'primary' },
    { stateId: 13, identifier: '2021_ss', name: '2021 Special Session', classification: 'special' },
  ]);
});

it('refuses a session that ends before it starts, a duplicate, and one without a state', async () => {
  const rows = await collectRows(
    parseSessions([
      { state: 'CO', identifier: '2023B', name: 'Special', startDate: '2023-11-20', endDate: '2023-05-08' },
      { state: 'VA', identifier: '2018specialI', name: '2018 Special' },
      { state: 'VA', identifier: '2018specialI', name: '2018 Special, again' },
      { state: 'XX', identifier: '2025' },
      { state: 'VA', name: 'Nameless' },
    ]),
  );
  expect(describeRefusals(rows)).toEqual([
    '1 endDate: ends (2023-05-08) before it starts (2023-11-20); correct one of the two',
    '3 (row): is of the same record as row 2, which was taken',
    '4 state: is no state: two letters such as WA, US, or an Open Civic Data jurisdiction',
    '5 identifier: is missing',
  ]);
});

it('corrects the end of a Congress, whose terms the Constitution sets', async () => {
  const [row] = await collectRows(
    parseSessions([{ state: 'US', identifier: '110', name: '110th Congress', endDate: '2007-12-31' }]),
  );
  expect(row).toMatchObject({
    record: { content: { endDate: '2009-01-03' } },
    leftOut: [{ field: 'endDate' }],
  });
});

it.each([
  ['ocd-jurisdiction/country:us/state:wa/government', 53],
  ['ocd-jurisdiction/country:us/district:dc/government', 11],
  ['ocd-jurisdiction/country:us/territory:pr/government', 72],
  ['ocd-jurisdiction/country:us/government', 0],
  ['md', 24],
])('%s is state %i', (text, id) => {
  expect(parseJurisdiction(text)?.id).toBe(id);
});
