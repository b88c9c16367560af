// Meetings of committees of the House as the House publishes them.
import { expect, it } from 'vitest';
import { readHouseFile } from './congress-meetings.ts';
import { withFixtureFolder } from './fixture.ts';

const meeting = (parts: {
  status?: string;
  type?: string;
  time?: string;
  id?: string;
  date?: string;
}) => `<?xml version="1.0"?>
<committee-meeting congress-num="119" meeting-id="${parts.id ?? 'HHRG117001'}" meeting-type="${parts.type ?? 'HHRG'}">
  <current-status>${parts.status ?? 'S'}</current-status>
  <meeting-details>
    <committees><committee-name id="GO00">Oversight &amp; Government Reform</committee-name></committees>
    <subcommittees><committee-name id="GO25">Government Operations</committee-name></subcommittees>
    <meeting-date><calendar-date>${parts.date ?? '2026-03-08'}</calendar-date><start-time>${parts.time ?? '02:30:00'}</start-time></meeting-date>
    <meeting-location><capitol-complex><room>2154</room><building>RAYBURN</building></capitol-complex></meeting-location>
    <meeting-title>H.R. 12, to mend roads</meeting-title>
  </meeting-details>
  <meeting-documents>
    <meeting-document><legis-num>H.J. Res. 7</legis-num></meeting-document>
    <meeting-document><description>Witness list</description></meeting-document>
  </meeting-documents>
</committee-meeting>`;

const read = (text: string) =>
  withFixtureFolder(async (folder) => readHouseFile(await folder.file('m.xml', text), 'm.xml'));

it('keeps the source type, finds bills and committees, and moves a time that the clocks skip', async () => {
  expect(await read(meeting({}))).toMatchObject({
    meeting: {
      leftOut: [],
      record: {
        id: '117001',
        session: { identifier: '119' },
        content: {
          eventType: 'HEARING',
          sourceType: 'HHRG',
          sourceId: 'house-meeting:117001',
          startsAt: '2026-03-08T07:00:00.000Z',
          location: '2154, RAYBURN',
        },
        committees: [
          { name: 'Oversight & Government Reform', externalId: { identifier: 'GO' } },
          { name: 'Government Operations', externalId: { identifier: 'GO25' } },
        ],
        bills: ['HR 12', 'HJRES 7'],
      },
    },
  });
});

it.each([
  ['P', 'POSTPONED'],
  ['C', 'CANCELLED'],
  ['cancelled', 'CANCELLED'],
  ['postponed', 'POSTPONED'],
  ['R', 'SCHEDULED'],
])('status %s is %s', async (status, expected) => {
  expect(await read(meeting({ status }))).toMatchObject({
    meeting: { record: { content: { status: expected } } },
  });
});

it('reads a markup as a meeting, and reports an unknown status and time', async () => {
  expect(await read(meeting({ type: 'HMKP', status: 'Z', time: 'TBD' }))).toMatchObject({
    meeting: {
      record: { content: { eventType: 'COMMITTEE_MEETING', sourceType: 'HMKP', isAllDay: true } },
      leftOut: [{ field: 'start-time' }, { field: 'current-status', value: 'Z' }],
    },
  });
});

it('refuses, as rows, a meeting without number or day and a file that is not XML', async () => {
  expect(await read(meeting({ id: 'none', date: 'Monday' }))).toMatchObject({
    meeting: { problems: [{ field: 'meeting-id' }, { field: 'calendar-date', value: 'Monday' }] },
  });
  expect(await read('<committee-meeting>')).toMatchObject({ meeting: { problems: [{ field: '(file)' }] } });
  expect(await read('<roll-call/>')).toMatchObject({ remark: expect.stringContaining('<roll-call>') });
});

it('keeps the documents of a meeting that are still published, and reports a link that is none', async () => {
  const document = (more: string, inside: string) =>
    `<meeting-document ${more}><description>Text</description>${inside}</meeting-document>`;
  const files =
    '<files><file doc-url="https://docs.house.gov/a.pdf" doc-type="PDF"/><file doc-url="javascript:x"/></files>';
  const text = meeting({}).replace(
    '<meeting-documents>',
    `<meeting-documents>${document('remove-date=""', files)}${document('remove-date="2026-01-01"', files)}<meeting-document/>`,
  );
  expect(await read(text)).toMatchObject({
    meeting: {
      record: {
        content: {
          documents: [
            { title: 'Text', links: [{ url: 'https://docs.house.gov/a.pdf', format: 'PDF' }] },
            { title: 'H.J. Res. 7', links: [] },
            { title: 'Witness list', links: [] },
          ],
        },
      },
      leftOut: [{ field: 'meeting-document.0.doc-url' }, { field: 'meeting-document.1' }],
    },
  });
});

it('reads a list of witnesses, by panel', async () => {
  const witness = (name: string) =>
    `<witness remove-date=""><firstname>${name}</firstname><lastname>Day</lastname></witness>`;
  const list = `<witness-list meeting-id="117001">
    <panel sort-order="2">${witness('Cy')}</panel>
    <panel sort-order="1">${witness('Ann')}<witness/></panel>
  </witness-list>`;
  expect(await read(list)).toMatchObject({
    witnesses: {
      record: { sourceId: 'house-meeting:117001', witnesses: [{ name: 'Ann Day' }, { name: 'Cy Day' }] },
      leftOut: [{ field: 'witness.1' }],
    },
  });
  expect(await read('<witness-list/>')).toMatchObject({ witnesses: { problems: [{ field: 'meeting-id' }] } });
});
