// Chapter 12: the records at the end. Who changed which setting; and which notifications everybody got, each once.
import { describe, expect, it } from 'vitest';
import { defaultTemplates } from '../../functions/training/notifications/default-templates.ts';
import type { NotificationKind } from '../../functions/training/notifications/notification-kinds.ts';
import type { Tour } from './association.ts';
import { type Name, names } from './cast.ts';

const kindsInOrder = (...kinds: readonly NotificationKind[]): readonly NotificationKind[] => kinds;
const reminders = kindsInOrder('classReminder', 'classReminder');
const expiryNotifications = kindsInOrder(
  ...Array.from({ length: 4 }, () => 'certificationExpiring' as const),
  'certificationExpired',
);

/** The notifications that each person got in those twenty months. */
const expected: Readonly<Record<Name, readonly NotificationKind[]>> = {
  odette: kindsInOrder('approvalAsked'),
  pavel: [
    ...kindsInOrder('awardRegistrationAsked', 'awardRegistrationAsked', 'approvalAsked'),
    ...kindsInOrder('creditsReported', 'creditsReported', 'creditsReported', 'awardingPreviewed'),
  ],
  mara: kindsInOrder('approvalAsked'),
  silas: [
    ...kindsInOrder('awardRegistrationPending', 'awardRegistrationActive', 'certificationReevaluated'),
    ...kindsInOrder('registrationConfirmed', ...reminders, 'creditsGranted'),
    ...kindsInOrder('registrationPending', 'registrationApproved', ...reminders, 'creditsGranted'),
    ...kindsInOrder('awardEarned', 'certificationAwarded', ...expiryNotifications),
    ...kindsInOrder('certificationAwarded', 'certificationRevoked'),
    ...kindsInOrder('registrationConfirmed', ...reminders, 'creditsWithheld'),
  ],
  noor: kindsInOrder('registrationConfirmed', ...reminders, 'registrationConfirmed', 'classCancelled'),
  tomas: [
    ...kindsInOrder('registrationWaitlisted', 'registrationPromoted', 'offerExpiring', 'offerExpired'),
    ...kindsInOrder('registrationWaitlisted', 'classCancelled'),
  ],
  greta: [
    ...kindsInOrder('awardRegistrationPending', 'awardRegistrationActive', 'certificationReevaluated'),
    ...kindsInOrder('registrationWaitlisted', 'registrationPromoted', 'registrationConfirmed', ...reminders),
    ...kindsInOrder(
      'creditsGranted',
      'creditsGranted',
      'awardEarned',
      'certificationAwarded',
      ...expiryNotifications,
    ),
  ],
  wren: kindsInOrder(
    'registrationConfirmed',
    'registrationCancelled',
    'reportedCreditsReturned',
    'reportedCreditsApproved',
    'reportedCreditsRejected',
  ),
};
/** Whether a mail is of this kind: its subject contains the fixed text of the template, with any values in the fields. */
function isAbout(kind: NotificationKind, subject: string): boolean {
  const [beginning = '', ...others] = defaultTemplates[kind].subject.split(/\{\{\w+\}\}/);
  return subject.startsWith(beginning) && others.every((part) => subject.includes(part));
}

export const closeYear = (tour: () => Tour) =>
  describe('12. the year ends', () => {
    it('the audit has every change of a setting, with its author and the values before and after', async () => {
      const { call, callOk } = tour();
      const changes: Record<string, unknown>[] = await callOk('odette', 'GET', '/Settings/Audit?pageSize=50');
      const of = (setting: string) => changes.filter((change) => change.setting === setting);
      expect(of('Registration')).toMatchObject([
        {
          action: 'changed',
          at: expect.stringMatching(/^2031-01-06T16:/),
          byName: 'odette@tamarack.example',
          before: { offerHours: 48 },
          after: { offerHours: 24 },
        },
      ]);
      expect(of('Certification')).toMatchObject([{ before: { graceDays: 30 }, after: { graceDays: 60 } }]);
      expect(of('CreditTypes')).toHaveLength(2);
      expect(of('ApprovalChains')).toHaveLength(1);
      expect((await call('silas', 'GET', '/Settings/Audit')).status).toBe(403);
    });

    it.each(names)('%s got every notification in the app, each once', async (name) => {
      const kinds = (await tour().notifications(name)).map(({ kind }) => kind);
      expect(kinds.toSorted()).toEqual(expected[name].toSorted());
    });

    it('no mail is left to send', async () => {
      expect(await tour().listUnsentMails()).toEqual([]);
    });

    it.each(names)(
      '%s got the same notifications by mail, each once, except the kind that they turned off',
      async (name) => {
        const mails = await tour().mails(name);
        const expectedMails = expected[name].filter((kind) => !(name === 'noor' && kind === 'classReminder'));
        expect(mails).toHaveLength(expectedMails.length);
        for (const kind of new Set(expectedMails)) {
          const ofKind = mails.filter(({ subject }) => isAbout(kind, subject));
          expect(ofKind, kind).toHaveLength(
            expectedMails.filter((expectedMail) => expectedMail === kind).length,
          );
        }
        for (const { subject, text } of mails)
          expect(`${subject}\n${text}`).not.toMatch(/[{}]|undefined|null/);
      },
    );
  });
