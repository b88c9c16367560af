// Chapter 5, May to July 2031: a registration needs approval; the manager does not decide, so the step escalates.
// Rules: docs/interface/training.md#approval, #progress.
import { describe, expect, it } from 'vitest';
import type { Tour } from './association.ts';
import type { Name } from './cast.ts';

export const requestApproval = (tour: () => Tour) =>
  describe('5. a registration needs approval', () => {
    const path = '/registration/ClassRegistration';
    const own = () => `${path}/${tour().recallId('silas in summer')}`;
    const listPendingApprovals = (name: Name) => tour().callOk(name, 'GET', '/registration/Approvals');
    const decide = (name: Name, verb: string, body: object = {}) =>
      tour().call(name, 'POST', `${own()}/${verb}`, body);

    it('the manager is the first approver, and registrants cannot approve their own registration', async () => {
      const { callOk, rememberId, recallId, personId, notifications, until } = tour();
      await until('2031-05-05T15:00:00Z');
      const reply = await callOk('silas', 'POST', path, {
        classId: recallId('summer'),
        memberId: personId('silas'),
        justification: 'The last credits I need for the award.',
      });
      expect(reply.status).toBe('PendingApproval');
      rememberId('silas in summer', reply.registrationId);
      expect(await listPendingApprovals('mara')).toMatchObject([
        { memberName: 'Silas Whitcomb', stepName: 'Manager', step: 1, steps: 2, mayDecide: true },
      ]);
      expect((await notifications('mara')).map(({ kind }) => kind)).toEqual(['approvalAsked']);
      expect(await listPendingApprovals('odette')).toEqual([]);
      expect((await decide('silas', 'Approve')).status).toBe(403);
    });

    it('a manager who does not decide within two days loses the step to the office (escalation by time)', async () => {
      const { notifications, until } = tour();
      await until('2031-05-07T14:00:00Z');
      expect(await listPendingApprovals('pavel')).toEqual([]);
      await until('2031-05-07T16:00:00Z');
      expect(await listPendingApprovals('mara')).toEqual([]);
      expect(await listPendingApprovals('pavel')).toMatchObject([{ stepName: 'Manager', isEscalated: true }]);
      expect((await notifications('pavel')).map(({ kind }) => kind)).toEqual([
        ...['awardRegistrationAsked', 'awardRegistrationAsked', 'approvalAsked'],
      ]);
      expect((await decide('mara', 'Approve')).status).toBe(409);
    });

    it('the steps are approved in order, and every event is recorded', async () => {
      const { callOk, notifications, latestLink } = tour();
      const first = await decide('pavel', 'Approve', { step: 1, note: 'Within the training budget.' });
      expect([first.status, first.body.status]).toEqual([200, 'PendingApproval']);
      expect(await listPendingApprovals('odette')).toMatchObject([{ stepName: 'Director', step: 2 }]);
      // The director decides by the link of the mail, without signing in.
      await notifications('odette');
      const link = await latestLink('odette');
      expect(await callOk('public', 'GET', link)).toContain('Silas Whitcomb asks for your decision');
      await callOk('public', 'POST', link, new URLSearchParams({ action: 'approve' }));
      expect(await callOk('public', 'GET', link)).toContain('You have approved this already');
      const { status, approval } = await callOk('silas', 'GET', own());
      expect(status).toBe('Confirmed');
      expect(
        approval.events.map(({ step, action }: { step: number; action: string }) => [step, action]),
      ).toEqual([
        [1, 'asked'],
        [1, 'escalated'],
        [1, 'approved'],
        [2, 'asked'],
        [2, 'approved'],
      ]);
      expect((await notifications('silas')).map(({ kind }) => kind).slice(-2)).toEqual([
        ...['registrationPending', 'registrationApproved'],
      ]);
    });

    it('the class takes place, and its credits belong to the next fiscal year', async () => {
      const { callOk, personId, until } = tour();
      await until('2031-07-09T18:30:00Z');
      await callOk('pavel', 'POST', `${own()}/Attendance`, { attendance: 'Attended' });
      const transcript = `/People/${personId('silas')}/Transcript`;
      expect(await callOk('silas', 'GET', `${transcript}?fiscalYear=2031`)).toMatchObject({
        period: { startDate: '2031-07-01', endDate: '2032-06-30', total: 2 },
        allTime: { total: 8 },
        fiscalYears: [
          { fiscalYear: 2031, total: 2, byType: [{ creditType: 'Ethics', credits: 2 }] },
          { fiscalYear: 2030, total: 6, byType: [{ creditType: 'General', credits: 6 }] },
        ],
        credits: [{ className: 'Ethics for Public Officials, online' }],
      });
      const body = {
        id: personId('silas'),
        fiscalYearDateRange: { startDate: '2031-07-01', endDate: '2032-06-30' },
      };
      await callOk('silas', 'POST', '/registration/GetCreditsByParticipantId', body);
    });

    it('with these credits the award is earned, but not awarded yet (4 Earned)', async () => {
      const { callOk, personId, recallId, notifications } = tour();
      const progress = await callOk(
        'silas',
        'GET',
        `/People/${personId('silas')}/Awards/${recallId('award')}`,
      );
      expect(progress).toMatchObject({
        state: 'Earned',
        statusCode: 4,
        percent: 100,
        missing: { inWords: '' },
      });
      // The credits and the award were written at once, so their notifications arrive in any order.
      const kinds = (await notifications('silas')).map(({ kind }) => kind);
      expect(kinds.slice(-2).sort()).toEqual(['awardEarned', 'creditsGranted']);
    });
  });
