// Chapter 4, April 2031: reminders, payments, two mornings of class; only those who attended get credits.
// Rules: docs/interface/training.md#progress.
import { describe, expect, it } from 'vitest';
import type { Tour } from './association.ts';
import type { Name } from './cast.ts';

export const holdClass = (tour: () => Tour) =>
  describe('4. the class takes place', () => {
    const path = '/registration/ClassRegistration';
    const listKinds = async (name: Name): Promise<string[]> =>
      (await tour().notifications(name)).map(({ kind }) => kind);

    it('reminders are sent a week and a day before, to everyone with a seat', async () => {
      const { mails, until } = tour();
      const reminders = async (name: Name) =>
        (await listKinds(name)).filter((kind) => kind === 'classReminder').length;
      await until('2031-04-09T16:00:00Z');
      expect(await reminders('silas')).toBe(1);
      await until('2031-04-15T16:00:00Z');
      for (const name of ['silas', 'noor', 'greta'] as const) expect(await reminders(name)).toBe(2);
      for (const name of ['tomas', 'wren'] as const) expect(await reminders(name)).toBe(0);
      const text = (await mails('silas')).at(-1)?.text;
      expect(text).toContain('Begins: Wednesday, April 16, 2031 at 9:00 AM MDT\n');
      expect(text).toContain('Place: Larkspur Town Hall');
      expect(text).toContain('Still due: $90.00\n');
      const subjects = (await mails('noor')).map(({ subject }) => subject);
      expect(subjects.filter((subject) => subject.startsWith('Coming up'))).toEqual([]);
    });

    it('payments can be recorded, but no card data', async () => {
      const { call, callOk, recallId } = tour();
      const pay = (name: Name, body: object) =>
        call('pavel', 'POST', `${path}/${recallId(`${name} in spring`)}/Payment`, body);
      const card = await pay('silas', { state: 'paid', reference: '4111 1111 1111 1111' });
      expect(card.status).toBe(400);
      expect((await pay('silas', { state: 'paid', reference: 'check 118' })).body.payment).toMatchObject({
        state: 'paid',
        amountPaid: 90,
        paidDate: '2031-04-15',
      });
      await pay('greta', { state: 'paid' });
      const own = await call('silas', 'POST', `${path}/${recallId('silas in spring')}/Payment`, {
        state: 'refunded',
      });
      expect(own.status).toBe(403);
      expect((await callOk('noor', 'GET', `${path}/${recallId('noor in spring')}`)).payment.state).toBe(
        'unpaid',
      );
    });

    it('attendance is refused before the class, and recorded after it', async () => {
      const { callOk, recallId, until } = tour();
      const attendances = (['silas', 'greta', 'noor'] as const).map((name) => ({
        registrationId: recallId(`${name} in spring`),
        attendance: name === 'noor' ? 'NoShow' : 'Attended',
      }));
      const early = await callOk('pavel', 'POST', `${path}/Attendance`, { attendances });
      expect(early).toMatchObject({ noted: 0, refused: 3 });
      await until('2031-04-17T18:30:00Z');
      const noted = await callOk('pavel', 'POST', `${path}/Attendance`, { attendances });
      expect(noted).toMatchObject({ noted: 3, refused: 0 });
      expect(await callOk('public', 'GET', `/Classes/${recallId('spring')}`)).toMatchObject({
        classState: 'Completed',
        registrationState: 'Registration Closed',
      });
    });

    it('everyone who attended gets the credits of the course, once', async () => {
      const { callOk, personId, notifications } = tour();
      expect(await callOk('silas', 'GET', `/People/${personId('silas')}/Transcript`)).toMatchObject({
        allTime: { total: 6, byType: [{ creditType: 'General', credits: 6 }] },
        credits: [{ source: 'attendance', earnedDate: '2031-04-17', credits: 6 }],
        completions: [{ courseName: 'Municipal Records Management', completedDate: '2031-04-17' }],
      });
      expect((await callOk('noor', 'GET', `/People/${personId('noor')}/Transcript`)).credits).toEqual([]);
      const [granted] = (await notifications('greta')).filter(({ kind }) => kind === 'creditsGranted');
      expect(granted?.message).toContain('6 General');
      expect(await listKinds('noor')).not.toContain('creditsGranted');
    });

    it('the award is half complete: the course and the General credits are done, the elective and the Ethics credits are not', async () => {
      const { callOk, personId, recallId } = tour();
      const progress = await callOk(
        'silas',
        'GET',
        `/People/${personId('silas')}/Awards/${recallId('award')}`,
      );
      expect(progress).toMatchObject({ state: 'InProgress', statusCode: 2, percent: 50 });
      expect(progress.missing.inWords).toBe('1 more elective and 2 more Ethics credits');
    });
  });
