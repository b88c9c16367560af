// The downloads of Open States, as bulk_export.py of openstates.org makes them: archives as they come, unpacked, in both forms.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BillsPlatform, startBillsPlatform } from '../billtracking/bills/bills-platform.ts';
import {
  buildAction,
  buildOpenStatesBill,
  exportCsv,
  exportJson,
  packDownload,
} from '../billtracking/feeds/open-states-provider.ts';
import { packArchive } from '../billtracking/feeds/zip-archive.ts';
import { importInto, importText } from './import-into.ts';

let service: BillsPlatform;
let folder: string;
beforeAll(async () => {
  service = await startBillsPlatform();
  folder = await mkdtemp(join(tmpdir(), 'downloads-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await service?.platform.stop();
});

const bills = [
  buildOpenStatesBill('H 701', '2027-02-01T00:00:00+00:00', {
    documents: [
      {
        note: 'Fiscal note',
        date: '2027-01-20',
        links: [{ url: 'https://legislature.example.org/f.pdf', media_type: '' }],
      },
    ],
    actions: [buildAction('Read third time and passed', '2027-03-01', ['reading-3', 'passage'])],
  }),
  buildOpenStatesBill('H 702', '2027-02-01T00:00:00+00:00'),
];
const write = async (name: string, content: string | Buffer): Promise<string> => {
  const path = join(folder, name);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
  return path;
};
const writeAll = async (under: string, files: Readonly<Record<string, string>>): Promise<string> => {
  for (const [name, text] of Object.entries(files)) await write(join(under, name), text);
  return join(folder, under);
};

describe('a download of Open States', () => {
  it('in CSV is imported as it comes, unpacked, and by its table of bills, and each time it is the same', async () => {
    const zip = await write('one/VT_2027-2028_csv_2kVb.zip', packDownload({ bills }, 'csv'));
    const first = await importInto('openstates', zip);
    expect(first.counts.bills).toMatchObject({ created: 2, refused: 0 });
    const { body } = await service.post('/api/1.0/legislative/public-bills/list', {
      ...{ billNumber: 'H 701', stateIds: [50], trackingStatuses: ['NOT_TRACKED'] },
    });
    expect(body.collection).toMatchObject([{ status: 'Passed Chamber', title: 'An act relating to H 701' }]);
    const unpacked = await writeAll('two', exportCsv(bills));
    const sources = [dirname(zip), unpacked, join(unpacked, 'VT/2027-2028/VT_2027-2028_bills.csv')];
    for (const source of sources) {
      const again = await importInto('openstates', source);
      expect(again.counts, source).toMatchObject({
        bills: { created: 0, updated: 0, unchanged: 2, refused: 0 },
      });
      expect(Object.keys(again.counts)).toEqual(['bills']);
      expect(again.lines.join('\n')).not.toMatch(/(csv|zip)" was skipped/);
    }
  });

  it('in JSON names its jurisdiction by name, and is the same bill', async () => {
    const zip = await write('three/VT_2027-2028_json_2kVb.zip', packDownload({ bills }, 'json'));
    for (const source of [
      zip,
      await write('four/VT/2027-2028/VT_2027-2028_bills.json', JSON.stringify(exportJson(bills))),
    ])
      expect((await importInto('openstates', source)).counts.bills).toMatchObject({
        unchanged: 2,
        refused: 0,
      });
    expect((await importInto('openstates', join(folder, 'four'))).counts.bills).toMatchObject({
      unchanged: 2,
    });
    // The jurisdiction is not guessed.
    const strange = exportJson(bills).map((bill) => ({ ...bill, jurisdiction_name: 'Atlantis' }));
    const refused = await importText('openstates', JSON.stringify(strange), { name: 'bills.json' });
    expect(refused.counts.bills).toMatchObject({ refused: 2 });
    expect(refused.lines.join('\n')).toContain('jurisdiction: is no state');
  });

  it('without bills is no success, and one that is damaged or another archive is refused', async () => {
    const tables = exportCsv(bills);
    const name = 'VT/2027-2028/VT_2027-2028_bills.csv';
    const empty = await writeAll('five', { [name]: (tables[name] ?? '').split('\r\n')[0] ?? '' });
    await expect(importInto('openstates', empty)).rejects.toThrow('Nothing was imported');
    const { [name]: _, ...others } = tables;
    await expect(importInto('openstates', await writeAll('six', others))).rejects.toThrow(
      'have no "VT_2027-2028_bills.csv"',
    );
    const other = await write('seven/other.zip', packArchive({ 'README.txt': 'Other data' }));
    await expect(importInto('openstates', other)).rejects.toThrow('is no download of Open States');
    const damaged = await writeAll('eight', { [name]: 'id,identifier\r\n"x,y\r\n' });
    await expect(importInto('openstates', damaged)).rejects.toThrow("can't be read");
  });
});
