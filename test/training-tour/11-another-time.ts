// Chapter 11, October 2032: somebody takes a course again. The mail has the sessions for the calendar, the door checks a code,
// and the course gives no credits a second time within two years.
// Rules: docs/interface/training.md#taking-a-course-again, #attendance-per-session, #calendar-entries-in-mails.
import { describe, expect, it } from 'vitest';
import type { Tour } from './association.ts';

export const takeCourseAgain = (tour: () => Tour) =>
  describe('11. somebody takes a course again', () => {
    const path = '/registration/ClassRegistration';
    const sessions = [
      { date: '2032-10-06', startTime: '09:00', endTime: '12:00' },
      { date: '2032-10-07', startTime: '09:00', endTime: '12:00' },
    ];

    it('they may register, and the reply says that the course gives no credits so soon', async () => {
      const { callOk, personId, rememberId, recallId } = tour();
      await callOk('pavel', 'PUT', `/Courses/${recallId('records')}`, { retakeMonths: 24 });
      const body = { sectionName: 'Municipal Records Management, again', courseId: recallId('records') };
      const registration = { isTurnedOn: true, standard: { memberFee: 0 } };
      const again = await callOk('pavel', 'POST', '/Classes', { ...body, sessions, registration });
      rememberId('again', again.id);
      await callOk('pavel', 'PUT', `/Classes/${again.id}/AttendanceRule`, {
        ...{ kind: 'proportional', minimumShare: 50 },
      });
      const input = { classId: again.id, memberId: personId('silas') };
      const reply = await callOk('silas', 'POST', path, input);
      expect(reply).toMatchObject({
        status: 'Confirmed',
        warnings: [{ code: 'NO_CREDITS', message: expect.stringContaining('until 2033-04-17') }],
      });
      rememberId('silas again', reply.registrationId);
    });

    it('the mail has both sessions for the calendar, and its link shows the registration', async () => {
      const { call, latestLink, mails, notifications } = tour();
      await notifications('silas');
      const mail = (await mails('silas')).at(-1);
      expect(mail?.attachments.map(({ name, type }) => [name, type])).toEqual([
        ['session-1-of-2.ics', 'text/calendar; method=REQUEST'],
        ['session-2-of-2.ics', 'text/calendar; method=REQUEST'],
      ]);
      const page = await call('public', 'GET', await latestLink('silas'));
      expect(page.text).toContain('Municipal Records Management, again');
    });

    it('a code at the door and the list of the second day make up the attendance, which completes the course without credits', async () => {
      const { callOk, personId, notifications, recallId, until } = tour();
      const [registrationId, classId] = [recallId('silas again'), recallId('again')];
      await until('2032-10-06T14:45:00Z');
      const { code } = await callOk('silas', 'POST', `${path}/${registrationId}/CheckInCode`);
      await callOk('pavel', 'POST', `/Classes/${classId}/CheckIn`, { code });
      await until('2032-10-07T18:30:00Z');
      const { sessions: held } = await callOk('pavel', 'GET', `/Classes/${classId}/Definition`);
      const attendances = [{ registrationId, minutes: 90 }];
      await callOk('pavel', 'POST', `/Classes/${classId}/Sessions/${held[1].id}/Attendance`, { attendances });
      expect((await callOk('silas', 'GET', `${path}/${registrationId}`)).status).toBe('Attended');
      const { credits, completions } = await callOk(
        'silas',
        'GET',
        `/People/${personId('silas')}/Transcript`,
      );
      expect(credits.filter((credit: { classId?: string }) => credit.classId === classId)).toEqual([]);
      expect(completions[0]).toMatchObject({
        classId,
        creditsWithheld: expect.stringContaining('gives none again'),
      });
      expect((await notifications('silas')).map(({ kind }) => kind)).toContain('creditsWithheld');
    });

    it('a run previews whom the award would go to, in the background, and tells who started it', async () => {
      const { callOk, recallId, until, notifications } = tour();
      const run = await callOk('pavel', 'POST', `/Awards/${recallId('award')}/Awardings`, { preview: true });
      await until('2032-10-07T18:45:00Z');
      expect(await callOk('pavel', 'GET', `/Awardings/${run.id}`)).toMatchObject({
        ...{ status: 'Done', awarded: 0 },
      });
      expect((await notifications('pavel')).at(-1)?.kind).toBe('awardingPreviewed');
    });
  });
