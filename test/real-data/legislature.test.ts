// The real data of legislatures, imported and served: the built-in facts agree with it, and every row is accounted for.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import {
  billById,
  billIdsByNaturalKey,
  listActions,
  listRollCalls,
} from '../../functions/billtracking/bills/record/store.ts';
import { eventsByDay } from '../../functions/billtracking/events/record/store.ts';
import { committeesByState } from '../../shared/legislature/committee-numbers.ts';
import { sessionByIdentifier } from '../../shared/legislature/sessions/sessions.ts';
import { stateById, states } from '../../shared/legislature/states.ts';
import { formatUtcOffset } from '../../shared/time/local-time.ts';
import { startPlatform, type TestPlatform } from '../harness/platform.ts';
import { importInto } from '../import/import-into.ts';
import { sharedBundle } from './shared-bundle.ts';

const Published = z.array(
  z.object({
    id: z.int(),
    abbreviation: z.string(),
    name: z.string(),
    timezone: z.string(),
    unicameral: z.boolean(),
    chambers: z.array(z.object({ type: z.string(), seats: z.int() })),
  }),
);

it('the built-in states have the ids, names, letter codes and chambers of the published list', async () => {
  const published = Published.parse(JSON.parse(await readFile(`${sharedBundle}/states.json`, 'utf8')));
  // Without the four territories that the published list omits.
  const others = states.filter(({ id }) => !published.some((state) => state.id === id));
  expect(others.map(({ abbreviation }) => abbreviation)).toEqual(['AS', 'GU', 'MP', 'VI']);
  for (const { id, abbreviation, name, chambers } of published) {
    expect(stateById(id), name).toMatchObject({ abbreviation, name });
    expect(
      stateById(id)
        ?.chambers.map(({ type }) => type)
        .sort(),
      name,
    ).toEqual(chambers.map(({ type }) => type).sort());
  }
});

// openstates-core, openstates/metadata/data: capital_tz. Some zones have several names there, so the clocks are compared.
it('the clocks of each built-in state are those of its capital', async () => {
  const published = Published.parse(JSON.parse(await readFile(`${sharedBundle}/states.json`, 'utf8')));
  const moments = [
    '2025-01-15T12:00:00Z',
    '2025-03-09T10:30:00Z',
    '2025-07-15T12:00:00Z',
    '2025-11-02T07:30:00Z',
  ];
  for (const { id, name, timezone } of published)
    for (const moment of moments)
      expect(formatUtcOffset(moment, stateById(id)?.timeZone ?? ''), `${name} at ${moment}`).toBe(
        formatUtcOffset(moment, timezone),
      );
});

describe('an import of the Congress', () => {
  let platform: TestPlatform;
  beforeAll(async () => {
    platform = await startPlatform();
  });
  afterAll(() => platform.stop());
  const tenant = () => platform.store('demo');
  const unchanged = (count: number, refused = 0) => ({ created: 0, updated: 0, unchanged: count, refused });
  const created = (count: number, refused = 0) => ({ created: count, updated: 0, unchanged: 0, refused });

  it('imports members and committees with numbers; a second import changes nothing', async () => {
    const first = await importInto('congress', `${sharedBundle}/congress`);
    expect(first.counts).toEqual({
      people: created(537),
      committees: created(230),
      memberships: created(3879),
    });
    const numbered = await committeesByState(tenant(), 0);
    expect(numbered).toHaveLength(230);
    expect(numbered.every(({ number }) => number >= 1 && number <= 230)).toBe(true);
    const second = await importInto('congress', `${sharedBundle}/congress`);
    expect(second.counts).toEqual({
      people: unchanged(537),
      committees: unchanged(230),
      memberships: unchanged(3879),
    });
    expect(await committeesByState(tenant(), 0)).toEqual(numbered);
  });

  it('imports sessions; two ends that are not the end of a Congress are corrected and reported', async () => {
    const { counts, report } = await importInto('congress', `${sharedBundle}/sessions-us.json`);
    expect(counts).toEqual({ sessions: { created: 10, updated: 0, unchanged: 2, refused: 0 } });
    expect(report.leftOut).toBe(2);
    expect((await sessionByIdentifier(tenant(), 0, '110'))?.session).toMatchObject({
      startDate: '2007-01-04',
      endDate: '2009-01-03',
    });
    const again = await importInto('openstates', `${sharedBundle}/sessions-us.json`);
    expect(again.counts).toEqual({ sessions: unchanged(12) });
  });

  it('imports the 11 bills with their 377 actions and 14 roll calls, and returns them', async () => {
    const first = await importInto('congress', `${sharedBundle}/bills-sample.json`);
    expect(first.counts).toEqual({ bills: created(11) });
    const named = ['HR 3590', 'HR 3630', 'SRES 484'] as const;
    const [care, jobs, hunger] = await billIdsByNaturalKey(
      tenant(),
      named.map((billNumber) => ({
        stateId: 0,
        session: billNumber === 'HR 3590' ? '111' : '112',
        billNumber,
      })),
    );
    const bill = await billById(tenant(), care ?? '');
    expect(bill).toMatchObject({
      title: 'Patient Protection and Affordable Care Act',
      status: 'Enacted',
      billTypeAbbr: 'HR',
      billTypeId: 101,
      chamber: 'lower',
      sessionName: '111th Congress',
      introducedDate: '2009-09-17',
      actionCount: 76,
    });
    const rollCalls = await listRollCalls(tenant(), care ?? '');
    expect(rollCalls.map(({ yea, nay, passed }) => [yea, nay, passed])).toEqual([
      [416, 0, true],
      [60, 39, true],
      [219, 212, true],
    ]);
    expect((await billById(tenant(), jobs ?? ''))?.committees.map(({ name }) => name)).toContain(
      'House Committee on Energy and Commerce',
    );
    expect(await listActions(tenant(), hunger ?? '')).toHaveLength(1);
    let actions = 0;
    let votes = 0;
    for (let id = 1; id < 60; id += 1) {
      const found = await billById(tenant(), id);
      if (found?.stateId !== 0) continue;
      actions += (await listActions(tenant(), found.id)).length;
      votes += found.rollCallCount;
    }
    expect([actions, votes]).toEqual([377, 14]);
    const second = await importInto('congress', `${sharedBundle}/bills-sample.json`);
    expect(second.counts).toEqual({ bills: unchanged(11) });
  });

  it('imports the meetings of the House in Washington time, with documents and witnesses', async () => {
    const first = await importInto('congress', `${sharedBundle}/meetings`);
    expect(first.counts).toEqual({ events: created(1) });
    // The list of witnesses is of another meeting than the one in the folder.
    expect(first.lines.join('\n')).toContain('names no meeting of this tenant');
    const { items } = await tenant().query(eventsByDay(tenant(), 0).listing);
    expect(items).toMatchObject([
      {
        eventType: 'COMMITTEE_MEETING',
        sourceType: 'HMTG',
        // The file says S (scheduled), but the meeting is in the past.
        status: 'COMPLETED',
        startDate: '2014-05-19',
        startsAt: '2014-05-19T21:00:00.000Z',
        timeZone: 'America/New_York',
        location: 'H-313, CAPITOL',
        documents: [
          {
            title: 'H.R. 4435 (as introduced)',
            links: [{ format: 'PDF' }, { format: 'XML' }],
          },
        ],
        committees: [{ name: 'House Committee on Rules' }],
      },
    ]);
    expect((await importInto('congress', `${sharedBundle}/meetings`)).counts).toEqual({
      events: unchanged(1),
    });
    const folder = await mkdtemp(join(tmpdir(), 'meeting-'));
    try {
      const text = await readFile(`${sharedBundle}/meetings/house-sample_hearing.xml`, 'utf8');
      await writeFile(join(folder, 'moved.xml'), text.replace('<current-status>S', '<current-status>P'));
      expect((await importInto('congress', folder)).counts).toEqual({
        events: { created: 0, updated: 1, unchanged: 0, refused: 0 },
      });
      const witnesses = await readFile(`${sharedBundle}/meetings/house-sample_witness.xml`, 'utf8');
      await rm(join(folder, 'moved.xml'));
      await writeFile(join(folder, 'witnesses.xml'), witnesses.replace('"102266"', '"102252"'));
      const counts = { created: 0, updated: 0, unchanged: 0, refused: 0 };
      expect((await importInto('congress', folder)).counts).toEqual({ events: { ...counts, updated: 1 } });
      expect((await importInto('congress', folder)).counts).toEqual({ events: { ...counts, unchanged: 1 } });
      // The meeting itself, imported without its witnesses, keeps them.
      await rm(join(folder, 'witnesses.xml'));
      await writeFile(join(folder, 'moved.xml'), text);
      expect((await importInto('congress', folder)).counts).toEqual({ events: { ...counts, updated: 1 } });
      const { items: found } = await tenant().query(eventsByDay(tenant(), 0).listing);
      expect(found).toMatchObject([
        {
          status: 'COMPLETED',
          witnesses: [
            {
              name: 'Mr. James P. Cochrane',
              organization: 'U.S. Postal Service',
              documents: [{ title: 'Cochrane Bio', links: [{ format: 'PDF' }] }],
            },
          ],
        },
      ]);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
