// Chapter 10: what the books say at the end. Who changed which setting; and what everybody was told, each thing once.
import { describe, expect, it } from 'vitest';
import { defaultTemplates } from '../../functions/training/notifications/default-templates.ts';
import {
  type NotificationKind,
  notificationKindNames,
} from '../../functions/training/notifications/notification-kinds.ts';
import { type Name, names } from './cast.ts';
import type { Tour } from './tour-world.ts';

const kindsInOrder = (...kinds: readonly NotificationKind[]): readonly NotificationKind[] => kinds;
const reminders = kindsInOrder('classReminder', 'classReminder');
const expiryNotifications = kindsInOrder(
  ...Array.from({ length: 4 }, () => 'certificationExpiring' as const),
  'certificationExpired',
);

/** What each was told in those twenty months. */
const expected: Readonly<Record<Name, readonly NotificationKind[]>> = {
  odette: kindsInOrder('approvalAsked'),
  pavel: kindsInOrder('approvalAsked'),
  mara: kindsInOrder('approvalAsked'),
  silas: [
    ...kindsInOrder('registrationConfirmed', ...reminders, 'creditsGranted'),
    ...kindsInOrder('registrationPending', 'registrationApproved', ...reminders, 'creditsGranted'),
    ...kindsInOrder('awardEarned', 'certificationAwarded', ...expiryNotifications),
    ...kindsInOrder('certificationAwarded', 'certificationRevoked'),
  ],
  noor: kindsInOrder('registrationConfirmed', ...reminders, 'registrationConfirmed', 'classCancelled'),
  tomas: [
    ...kindsInOrder('registrationWaitlisted', 'registrationPromoted', 'offerExpiring', 'offerExpired'),
    ...kindsInOrder('registrationWaitlisted', 'classCancelled'),
  ],
  greta: [
    ...kindsInOrder('registrationWaitlisted', 'registrationPromoted', 'registrationConfirmed', ...reminders),
    ...kindsInOrder(
      'creditsGranted',
      'creditsGranted',
      'awardEarned',
      'certificationAwarded',
      ...expiryNotifications,
    ),
  ],
  wren: kindsInOrder('registrationConfirmed', 'registrationCancelled'),
};
/** Whether a mail is about an occasion: it says what its subject always says, whatever stands in its fields. */
function isAbout(kind: NotificationKind, subject: string): boolean {
  const [beginning = '', ...others] = defaultTemplates[kind].subject.split(/\{\{\w+\}\}/);
  return subject.startsWith(beginning) && others.every((part) => subject.includes(part));
}

export const closeYear = (tour: () => Tour) =>
  describe('10. the books are closed', () => {
    it('every change of a setting is there with who made it, from what to what', async () => {
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

    it.each(names)('%s was told of everything in the app, and once', async (name) => {
      const kinds = (await tour().notifications(name)).map(({ kind }) => kind);
      expect(kinds.toSorted()).toEqual(expected[name].toSorted());
    });

    it.each(names)(
      '%s was told of the same by mail, and once, but for what they did not want',
      async (name) => {
        const mails = await tour().mails(name);
        const wanted = expected[name].filter((kind) => !(name === 'noor' && kind === 'classReminder'));
        expect(mails).toHaveLength(wanted.length);
        for (const kind of new Set(wanted)) {
          const ofKind = mails.filter(({ subject }) => isAbout(kind, subject));
          expect(ofKind, kind).toHaveLength(wanted.filter((one) => one === kind).length);
        }
        for (const { subject, text } of mails)
          expect(`${subject}\n${text}`).not.toMatch(/[{}]|undefined|null/);
      },
    );

    it('the year had nearly every occasion of which somebody is told', () => {
      const told = new Set(Object.values(expected).flat());
      const untold = notificationKindNames.filter((kind) => !told.has(kind));
      expect(untold).toEqual(['registrationDenied', 'registrationTransferred', 'classChanged']);
    });
  });
