// Chapter 10: a person reports credits that were earned elsewhere; the office returns, approves and rejects reports.
// Rules: docs/interface/training.md#self-reported-credits.
import { describe, expect, it } from 'vitest';
import type { Tour } from './association.ts';

export const reportCredits = (tour: () => Tour) =>
  describe('10. somebody reports credits', () => {
    const pdf = Buffer.from('%PDF-1.4\n%%EOF').toString('base64');
    const submit = async (activity: string): Promise<string> => {
      const { callOk } = tour();
      const types: { id: string; name: string }[] = await callOk('odette', 'GET', '/Settings/CreditTypes');
      const report = await callOk('wren', 'POST', '/ReportedCredits', {
        creditTypeId: types.find(({ name }) => name === 'General')?.id,
        credits: 3,
        earnedDate: '2031-05-12',
        activity,
      });
      return report.id;
    };

    it('the training office is notified, asks for the certificate, and approves a part', async () => {
      const { callOk, personId } = tour();
      await callOk('odette', 'PUT', '/Settings/SelfReportedCredits', { reviewerRole: 'training office' });
      const id = await submit('Webinar on public records');
      const waiting = await callOk('pavel', 'GET', '/ReportedCredits');
      expect(waiting.map((report: { id: string }) => report.id)).toEqual([id]);
      await callOk('pavel', 'POST', `/ReportedCredits/${id}/Return`, {
        reason: 'Please add the certificate.',
      });
      await callOk('wren', 'POST', `/ReportedCredits/${id}/Evidence`, {
        name: 'certificate.pdf',
        content: pdf,
      });
      await callOk('wren', 'PUT', `/ReportedCredits/${id}`, { notes: 'The certificate is attached.' });
      const changes = { credits: 2, reason: 'One hour of the three was a break.' };
      await callOk('pavel', 'POST', `/ReportedCredits/${id}/Approve`, { changes });
      expect(await callOk('pavel', 'GET', '/ReportedCredits')).toEqual([]);
      expect(await callOk('wren', 'GET', `/People/${personId('wren')}/Transcript`)).toMatchObject({
        allTime: { total: 2 },
        credits: [{ source: 'selfReported', credits: 2, earnedDate: '2031-05-12' }],
      });
    });

    it('what is rejected is not on the transcript', async () => {
      const { callOk, personId } = tour();
      const id = await submit('A walk in the town hall');
      await callOk('pavel', 'POST', `/ReportedCredits/${id}/Reject`, { reason: 'That is no training.' });
      expect((await callOk('wren', 'GET', `/People/${personId('wren')}/Transcript`)).allTime.total).toBe(2);
    });
  });
