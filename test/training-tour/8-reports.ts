// Chapter 8, October 2031: the office asks for reports, and opens their files by the links they come with.
import { parse } from 'csv-parse/sync';
import readXlsxFile from 'read-excel-file/node';
import { describe, expect, it } from 'vitest';
import type { Name } from './cast.ts';
import type { Tour } from './tour-world.ts';

export const readReports = (tour: () => Tour) =>
  describe('8. reports are read', () => {
    /** Asks for a report and downloads it, as anybody who has the link can. */
    async function file(who: Name, report: string, format: string, parameters: object): Promise<Buffer> {
      const { callOk } = tour();
      const job = await callOk(who, 'POST', '/Reports', { report, format, parameters });
      expect(job).toMatchObject({ status: 'success', progress: { percent: 100 } });
      const response = await fetch(job.reportLink);
      expect(response.status).toBe(200);
      return Buffer.from(await response.arrayBuffer());
    }
    const csv = async (...asked: [string, object]): Promise<Record<string, string>[]> =>
      parse(await file('pavel', asked[0], 'csv', asked[1]), { bom: true, columns: true });
    const xlsx = async (...asked: [string, object]) => {
      const [sheet] = await readXlsxFile(await file('pavel', asked[0], 'xlsx', asked[1]));
      return sheet?.data ?? [];
    };

    it('a roster with everybody who ever was on it', async () => {
      const { recallId, until } = tour();
      await until('2031-10-01T15:00:00Z');
      const roster = await csv('ClassRoster', { classId: recallId('spring'), includeEnded: true });
      expect(Object.fromEntries(roster.map(({ Name, Status }) => [Name, Status]))).toEqual({
        'Whitcomb, Silas': 'Attended',
        'Benali, Noor': 'NoShow',
        'Halvorsen, Greta': 'Attended',
        'Abbott, Wren': 'Cancelled',
        'Villanueva, Tomás': 'Expired',
      });
    });

    it('credits of a fiscal year by person, as a spreadsheet with totals', async () => {
      const rows = await xlsx('CreditsByPerson', { fiscalYear: 2031 });
      expect(rows.map((row) => [row[0], row[5], row[6]])).toEqual([
        ['Name', 'Credit type', 'Credits'],
        ['Halvorsen, Greta', 'Ethics', 2],
        ['Whitcomb, Silas', 'Ethics', 2],
        ['Total', null, 4],
      ]);
    });

    it('what the classes of a fiscal year brought in', async () => {
      expect(await csv('RevenueByClass', { fiscalYear: 2030 })).toMatchObject([
        {
          Class: 'Municipal Records Management, spring',
          'Seats sold': '3',
          Due: '360.00',
          Paid: '240.00',
          Refunded: '0.00',
          Owed: '120.00',
        },
      ]);
    });

    it('certifications that end in a month to come', async () => {
      const rows = await xlsx('ExpiringCertifications', { from: '2032-07-01', to: '2032-07-31' });
      expect(rows.slice(1).map(([validThrough, , name]) => [validThrough, name])).toEqual([
        [new Date('2032-07-09T00:00:00Z'), 'Whitcomb, Silas'],
        [new Date('2032-07-14T00:00:00Z'), 'Halvorsen, Greta'],
      ]);
    });

    it('are for the office; a member has their own transcript, and no other', async () => {
      const { call, personId, recallId } = tour();
      const asked = { report: 'ClassRoster', format: 'pdf', parameters: { classId: recallId('spring') } };
      expect((await call('silas', 'POST', '/Reports', asked)).status).toBe(403);
      const own = await file('silas', 'CreditsByPerson', 'pdf', { personIds: [personId('silas')] });
      expect(own.subarray(0, 5).toString()).toBe('%PDF-');
      const another = {
        report: 'CreditsByPerson',
        format: 'pdf',
        parameters: { personIds: [personId('greta')] },
      };
      expect((await call('silas', 'POST', '/Reports', another)).status).toBe(403);
    });
  });
