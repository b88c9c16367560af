// The real files imported twice, and a third time after a hearing moved, one was cancelled and a bill changed
// (docs/imports.md#hearings): only what changed changes, and keeps its identity.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BillsPlatform, publicBills, startBillsPlatform } from '../billtracking/bills/bills-platform.ts';
import { importInto } from '../import/import-into.ts';
import { sharedBundle } from './shared-bundle.ts';

let service: BillsPlatform;
let folder: string;
beforeAll(async () => {
  service = await startBillsPlatform();
  folder = await mkdtemp(join(tmpdir(), 'third-import-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await service.platform.stop();
});

interface Action {
  readonly kind: string;
  readonly datetime: string;
  readonly text: string;
}

/** The real meeting under another number and day; what is over is never changed, so the day lies ahead. */
async function writeMeeting(number: string, day: string, status: string): Promise<void> {
  const text = await readFile(`${sharedBundle}/meetings/house-sample_hearing.xml`, 'utf8');
  const changed = text
    .replaceAll('HMTG102252', `HMTG${number}`)
    .replace('<calendar-date>2014-05-19', `<calendar-date>${day}`)
    .replace('<current-status>S', `<current-status>${status}`);
  await writeFile(join(folder, `${number}.xml`), changed);
}

async function writeBills(change: (bill: { id: string; actions: Action[] }) => void = () => undefined) {
  const bills = JSON.parse(await readFile(`${sharedBundle}/bills-sample.json`, 'utf8'));
  for (const bill of bills) change(bill);
  await writeFile(join(folder, 'bills.json'), JSON.stringify(bills));
}

const countsOf = (created: number, updated: number, unchanged: number) => ({
  created,
  updated,
  unchanged,
  refused: 0,
});

async function readCalendar() {
  const { body } = await service.post('/api/1.0/bill/event/calendar', {
    stateIds: [0],
    startDate: '2040-01-01',
    endDate: '2040-12-31',
  });
  return body.collection.map(
    ({ id, startDate, status }: { id: string; startDate: string; status: string }) => ({
      id,
      startDate,
      status,
    }),
  );
}

async function readActions(billNumber: string): Promise<{ id: number; texts: string[] }> {
  const filter = { trackingStatuses: ['NOT_TRACKED'], stateIds: [0], billNumber };
  const { body: sessions } = await service.get('/api/1.0/dropdown/sessions?stateId=0');
  const sessionIds = sessions.data.map(({ id }: { id: number }) => id);
  const { body } = await service.post(`${publicBills}/list`, { ...filter, sessionIds });
  const [{ id }] = body.collection;
  const { body: history } = await service.get(`${publicBills}/${id}/actionhistory/`);
  return { id, texts: history.map(({ actionText }: { actionText: string }) => actionText) };
}

it('changes what changed, and nothing else', async () => {
  await importInto('congress', `${sharedBundle}/sessions-us.json`);
  await writeBills();
  await writeMeeting('900001', '2040-05-21', 'S');
  await writeMeeting('900002', '2040-05-22', 'S');
  expect((await importInto('congress', folder)).counts).toEqual({
    bills: countsOf(11, 0, 0),
    events: countsOf(2, 0, 0),
  });
  const before = await readCalendar();
  const billBefore = await readActions('HCONRES 74');
  expect((await importInto('congress', folder)).counts).toEqual({
    bills: countsOf(0, 0, 11),
    events: countsOf(0, 0, 2),
  });
  expect(await readCalendar()).toEqual(before);

  const added = {
    kind: 'action',
    datetime: '2011-09-09T10:00:00-04:00',
    text: 'Message on the action sent.',
  };
  await writeBills((bill) => {
    if (bill.id === 'hconres74-112') bill.actions.push(added);
  });
  await writeMeeting('900001', '2040-05-28', 'S');
  await writeMeeting('900002', '2040-05-22', 'C');
  expect((await importInto('congress', folder)).counts).toEqual({
    bills: countsOf(0, 1, 10),
    events: countsOf(0, 2, 0),
  });
  const [moved, cancelled] = before;
  expect(await readCalendar()).toEqual([
    { ...cancelled, status: 'CANCELLED' },
    { ...moved, startDate: '2040-05-28' },
  ]);
  const billAfter = await readActions('HCONRES 74');
  expect(billAfter.id).toBe(billBefore.id);
  expect(billAfter.texts.toSorted()).toEqual([...billBefore.texts, added.text].toSorted());
});
