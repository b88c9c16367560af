import { writeFile } from 'node:fs/promises';
import { it } from 'vitest';
import { startPlatform } from '../harness/platform.ts';
it('look', async () => {
  const platform = await startPlatform();
  const v = platform.demo.values;
  const token = await platform.tokenFor({ tenant: 'demo', permissions: ['training.reports.read'] });
  for (const [report, parameters] of Object.entries({
    ClassRoster: { classId: v.classId }, Attendance: {}, CreditsByPerson: {}, CreditsByCourse: {}, CreditsByOrganization: {}, AwardProgress: { awardId: v.workedForAwardId }, ExpiringCertifications: { from: '2020-01-01', to: '2035-01-01' }, RevenueByClass: {},
  })) for (const format of ['pdf', 'xlsx', 'csv']) {
    const r = await platform.call('POST', 'training', '/api/v1/Reports', { tenant: 'demo', token, body: { report, format, parameters } });
    console.log('LOOK', report, format, r.status, r.roundTrips, r.body?.progress, r.status >= 400 ? r.text : '');
    if (r.status === 201) await writeFile(`/tmp/look-${report}.${format}`, await (await fetch(r.body.reportLink)).bytes());
  }
  await platform.stop();
}, 200_000);
