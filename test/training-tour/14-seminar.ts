// Chapter 14, winter and spring 2033: a series of evenings that a town pays for, with an evaluation, a license and its board, and
// a course that takes place elsewhere.
// Rules: docs/interface/training.md#recurring-sessions, #consolidated-invoices, #due-dates, #accounting, #evaluations,
// #reports-to-boards, #courses-elsewhere.
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { notificationKindNames } from '../../functions/training/notifications/notification-kinds.ts';
import type { Tour } from './association.ts';
import { type Name, names } from './cast.ts';

export const holdSeminar = (tour: () => Tour) =>
  describe('14. a seminar of four evenings', () => {
    const path = '/registration/ClassRegistration';
    const countKind = async (name: Name, kind: string): Promise<number> =>
      (await tour().notifications(name)).filter((notification) => notification.kind === kind).length;
    const listCredits = async (name: Name) => {
      const { callOk, personId } = tour();
      const { credits } = await callOk(name, 'GET', `/People/${personId(name)}/Transcript`);
      return credits.map(({ courseName, credits: hours }: Record<string, unknown>) => [courseName, hours]);
    };
    const readReport = async (report: string, parameters: object): Promise<Record<string, unknown>[]> => {
      const { callOk } = tour();
      const job = await callOk('pavel', 'POST', '/Reports', { report, format: 'json', parameters });
      return ((await (await fetch(job.reportLink)).json()) as { rows: Record<string, unknown>[] }).rows;
    };

    it('a rule gives its evenings, without the one that is excepted, and a bad rule is refused with what is valid', async () => {
      const { call, callOk, rememberId, recallId, until } = tour();
      await until('2033-01-03T16:00:00Z');
      const course = await callOk('pavel', 'POST', '/Courses', {
        name: 'Budget Seminar',
        creditHours: 3,
        credits: [{ creditTypeId: recallId('General'), credits: 3 }],
      });
      rememberId('budget', course.id);
      const { questions } = await callOk('pavel', 'PUT', `/Courses/${course.id}/Evaluation`, {
        questions: [
          { kind: 'scale', text: 'How useful was it?' },
          { kind: 'text', text: 'What should we change?', isRequired: false },
        ],
        ...{ isAnonymous: false, isRequired: true, closesAfterDays: 14, reminderDays: 3 },
      });
      rememberId('how useful', questions[0].id);
      const recurrence = {
        rule: 'FREQ=WEEKLY;BYDAY=TU;COUNT=5',
        ...{ startDate: '2033-02-01', startTime: '18:00', endTime: '20:00', exceptDates: ['2033-02-15'] },
      };
      const seminar = {
        ...{ sectionName: 'Budget Seminar, evenings', courseId: course.id, recurrence },
        registration: { capacity: 10, standard: { memberFee: 100 } },
      };
      const endless = { ...seminar, recurrence: { ...recurrence, rule: 'FREQ=WEEKLY;BYDAY=TU' } };
      const refused = await call('pavel', 'POST', '/Classes', endless);
      expect([refused.status, refused.text]).toEqual([400, expect.stringMatching(/COUNT.*UNTIL/)]);
      const { id, sessions } = await callOk('pavel', 'POST', '/Classes', seminar);
      rememberId('seminar', id);
      expect(sessions.map(({ date }: { date: string }) => date)).toEqual([
        ...['2033-02-01', '2033-02-08', '2033-02-22', '2033-03-01'],
      ]);
    });

    it('the supervisor registers her people, and the town gets one invoice for them', async () => {
      const { callOk, rememberId, recallId, personId } = tour();
      const memberIds = [personId('silas'), personId('noor')];
      const { confirmed, results } = await callOk('mara', 'POST', `${path}/Bulk`, {
        ...{ classId: recallId('seminar'), memberIds, registrationType: 'Manager' },
      });
      expect(confirmed, JSON.stringify(results)).toBe(2);
      for (const [index, name] of (['silas', 'noor'] as const).entries())
        rememberId(`${name} in the seminar`, results[index].registration.registrationId);
      await callOk('odette', 'PUT', '/Settings/Invoices', { paymentDays: 30, reminderDays: [7] });
      const invoice = await callOk(
        'pavel',
        'POST',
        `/Organizations/${recallId('Town of Larkspur')}/Invoices`,
        {
          ...{ classId: recallId('seminar'), purchaseOrder: 'PO 77' },
        },
      );
      expect(invoice).toMatchObject({
        ...{ subtotal: 200, tax: { amount: 5.8 }, total: 205.8, dueDate: '2033-02-02' },
        ...{ recipient: { name: 'Town of Larkspur' }, balance: { due: 205.8 } },
      });
      rememberId('invoice of the town', invoice.id);
      expect(await callOk('mara', 'GET', `/Invoices/${invoice.id}`)).toEqual(invoice);
    });

    it('an evening moves because of snow, and the registrants are told why', async () => {
      const { callOk, mails, recallId, until } = tour();
      await until('2033-02-07T16:00:00Z');
      await callOk('pavel', 'POST', `/Classes/${recallId('seminar')}/Sessions/Move`, {
        ...{ date: '2033-02-08', toDate: '2033-02-09', scope: 'this', reason: 'Snow is forecast.' },
      });
      await until('2033-02-07T17:00:00Z');
      for (const name of ['silas', 'noor'] as const) {
        expect(await countKind(name, 'classChanged')).toBe(1);
        expect(
          (await mails(name)).filter(({ text }) => text.includes('Reason: Snow is forecast.')),
        ).toHaveLength(1);
      }
    });

    it('the manager of the town is reminded a week after the due date, at nine, and not again once it is paid', async () => {
      const { callOk, recallId, until } = tour();
      await until('2033-02-09T15:59:00Z');
      expect(await countKind('mara', 'invoiceOverdue')).toBe(0);
      await until('2033-02-09T16:01:00Z');
      expect(await countKind('mara', 'invoiceOverdue')).toBe(1);
      const id = recallId('invoice of the town');
      const paid = { amount: 205.8, reference: 'Cheque 9001' };
      const reply = await callOk('pavel', 'POST', `/Invoices/${id}/Payments`, paid);
      expect(reply).toMatchObject({ recorded: 205.8, open: 0 });
      // The same request again records nothing.
      expect(await callOk('pavel', 'POST', `/Invoices/${id}/Payments`, paid)).toEqual(reply);
      const { entries } = await callOk(
        'silas',
        'GET',
        `${path}/${recallId('silas in the seminar')}/Payments`,
      );
      expect(entries.filter(({ kind }: { kind: string }) => kind === 'payment')).toMatchObject([
        { amount: 102.9 },
      ]);
    });

    it('the journal of these months is in balance, entry by entry', async () => {
      const rows = await readReport('Journal', { from: '2033-01-01', to: '2033-02-28' });
      const sums = new Map<unknown, number>();
      for (const { entry, debit = 0, credit = 0 } of rows)
        sums.set(
          entry,
          (sums.get(entry) ?? 0) + Math.round(Number(debit) * 100) - Math.round(Number(credit) * 100),
        );
      expect([...sums.values()].filter((sum) => sum !== 0)).toEqual([]);
      const of = (account: string, side: 'debit' | 'credit') =>
        rows
          .filter((row) => row.account === account)
          .reduce((sum, row) => sum + Math.round(Number(row[side] ?? 0) * 100), 0);
      expect(of('Accounts Receivable', 'debit')).toBe(20_580);
      expect(of('Undeposited Funds', 'debit')).toBe(20_580);
    });

    it('after the last evening both are asked what they thought; credits wait for the answers', async () => {
      const { callOk, recallId, until } = tour();
      await until('2033-03-02T04:00:00Z');
      const attendances = (['silas', 'noor'] as const).map((name) => ({
        ...{ registrationId: recallId(`${name} in the seminar`), attendance: 'Attended' },
      }));
      expect(await callOk('pavel', 'POST', `${path}/Attendance`, { attendances })).toMatchObject({
        noted: 2,
      });
      await until('2033-03-02T16:00:00Z');
      for (const name of ['silas', 'noor'] as const) {
        expect(await countKind(name, 'evaluationOpened')).toBe(1);
        expect(await listCredits(name)).not.toContainEqual(['Budget Seminar', 3]);
      }
      await callOk('silas', 'POST', `/Classes/${recallId('seminar')}/Evaluation/Answers`, {
        answers: [{ questionId: recallId('how useful'), value: 5 }],
      });
      expect(await listCredits('silas')).toContainEqual(['Budget Seminar', 3]);
      await until('2033-03-14T16:00:00Z');
      expect(await countKind('silas', 'evaluationReminder')).toBe(0);
      expect(await countKind('noor', 'evaluationReminder')).toBe(1);
      const link = await tour().latestLink('noor');
      expect(link).toMatch(/^\/Links\/Evaluation\//);
      const form = new URLSearchParams({ answer1: '4' });
      expect(await callOk('public', 'POST', link, form)).toContain('your credits are granted');
      expect(await listCredits('noor')).toContainEqual(['Budget Seminar', 3]);
      const results = await callOk('pavel', 'GET', `/Classes/${recallId('seminar')}/Evaluation/Results`);
      expect(results).toMatchObject({ answered: 2, attendees: 2 });
    });

    it('the board that licenses a clerk gets the credits, each once', async () => {
      const { callOk, personId } = tour();
      const board = 'Colorado Board of Clerks';
      await callOk('odette', 'POST', `/People/${personId('silas')}/Licenses`, {
        ...{ board, jurisdiction: 'CO', profession: 'Clerk', number: 'CO-118', issuedDate: '2030-01-01' },
      });
      const months = { board, from: '2033-01-01', to: '2033-03-31' };
      const rows = JSON.stringify(
        await readReport('NASBACredits', { ...months, sponsorId: '109', mark: true }),
      );
      expect(rows).toContain('CO-118');
      expect(rows).toContain('Budget Seminar');
      expect(await readReport('NASBACredits', { ...months, sponsorId: '109' })).toEqual([]);
    });

    it('a course elsewhere reports its result, which grants credits with the statement as evidence', async () => {
      const { callOk, recallId, personId } = tour();
      const activityId = 'https://courses.tamarack.example/ethics';
      await callOk('pavel', 'PUT', `/Courses/${recallId('budget')}/ExternalCourse`, {
        ...{
          standard: 'xapi',
          activityId,
          launchUrl: `${activityId}/start`,
          moveOn: 'Passed',
          masteryScore: 0.8,
        },
        openTo: 'everyone',
      });
      const { launchUrl } = await callOk('tomas', 'POST', `/Courses/${recallId('budget')}/Launches`, {});
      const launch = new URL(launchUrl).searchParams;
      const send = (scaled: number) =>
        fetch(`${launch.get('endpoint')}statements`, {
          method: 'POST',
          headers: {
            Authorization: launch.get('auth') ?? '',
            'Content-Type': 'application/json',
            'X-Experience-API-Version': '1.0.3',
          },
          body: JSON.stringify({
            id: randomUUID(),
            actor: JSON.parse(launch.get('actor') ?? ''),
            verb: { id: 'http://adlnet.gov/expapi/verbs/passed' },
            object: { id: activityId },
            result: { score: { scaled }, success: true },
            context: { registration: launch.get('registration') },
          }),
        });
      expect((await send(0.79)).status).toBe(200);
      expect(await listCredits('tomas')).not.toContainEqual(['Budget Seminar', 3]);
      expect((await send(0.8)).status).toBe(200);
      expect(await listCredits('tomas')).toContainEqual(['Budget Seminar', 3]);
      const { completions } = await callOk('tomas', 'GET', `/People/${personId('tomas')}/Transcript`);
      expect(completions).toContainEqual(expect.objectContaining({ courseName: 'Budget Seminar' }));
    });

    it('the years had most kinds of notifications', async () => {
      const { notifications } = tour();
      const sent = new Set<string>();
      for (const name of names) for (const { kind } of await notifications(name)) sent.add(kind);
      expect(notificationKindNames.filter((kind) => !sent.has(kind))).toEqual([
        ...['registrationDenied', 'registrationTransferred'],
        ...['awardRegistrationBegun', 'awardRegistrationDenied', 'awardRegistrationWithdrawn'],
        ...['awardRegistrationEnded', 'awardingDone', 'awardingFailed'],
      ]);
    });
  });
