// Chapter 8, October 2031: the office requests reports, and downloads the files from their links.

import { parse } from 'csv-parse/sync';
import readXlsxFile from 'read-excel-file/node';
import { describe, expect, it } from 'vitest';
import type { Tour } from './association.ts';
import type { Name } from './cast.ts';

export const readReports = (tour: () => Tour) =>
  describe('8. reports are made', () => {
    /** Requests a report and downloads it without a token, as anyone with the link can. */
    async function downloadReport(
      who: Name,
      report: string,
      format: string,
      parameters: object,
    ): Promise<Buffer> {
      const { callOk } = tour();
      const job = await callOk(who, 'POST', '/Reports', { report, format, parameters });
      expect(job).toMatchObject({ status: 'success', progress: { percent: 100 } });
      const response = await fetch(job.reportLink);
      expect(response.status).toBe(200);
      return Buffer.from(await response.arrayBuffer());
    }
    const csv = async (...[report, parameters]: [string, object]): Promise<Record<string, string>[]> =>
      parse(await downloadReport('pavel', report, 'csv', parameters), { bom: true, columns: true });
    const xlsx = async (...[report, parameters]: [string, object]) => {
      const [sheet] = await readXlsxFile(await downloadReport('pavel', report, 'xlsx', parameters));
      return sheet?.data ?? [];
    };

    it('a roster can include everyone who was ever on it', async () => {
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

    it('a spreadsheet lists the credits of a fiscal year by person, with totals', async () => {
      const rows = await xlsx('CreditsByPerson', { fiscalYear: 2031 });
      expect(rows.map((row) => [row[0], row[5], row[6]])).toEqual([
        ['Name', 'Credit type', 'Credits'],
        ['Halvorsen, Greta', 'Ethics', 2],
        ['Whitcomb, Silas', 'Ethics', 2],
        ['Total', null, 4],
      ]);
    });

    it('a CSV file lists the revenue of a fiscal year by class', async () => {
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

    it('a spreadsheet lists the certifications that expire in a future month', async () => {
      const rows = await xlsx('ExpiringCertifications', { from: '2032-07-01', to: '2032-07-31' });
      expect(rows.slice(1).map(([validThrough, , name]) => [validThrough, name])).toEqual([
        [new Date('2032-07-09T00:00:00Z'), 'Whitcomb, Silas'],
        [new Date('2032-07-14T00:00:00Z'), 'Halvorsen, Greta'],
      ]);
    });

    it('members can request the report of their own credits, but no other report', async () => {
      const { call, personId, recallId } = tour();
      const roster = { report: 'ClassRoster', format: 'pdf', parameters: { classId: recallId('spring') } };
      expect((await call('silas', 'POST', '/Reports', roster)).status).toBe(403);
      const own = await downloadReport('silas', 'CreditsByPerson', 'pdf', { personIds: [personId('silas')] });
      expect(own.subarray(0, 5).toString()).toBe('%PDF-');
      const another = {
        report: 'CreditsByPerson',
        format: 'pdf',
        parameters: { personIds: [personId('greta')] },
      };
      expect((await call('silas', 'POST', '/Reports', another)).status).toBe(403);
    });
  });
