// What each kind of timer does when it is due.
import type { TimerRule } from '../../../../shared/schedule/run-due-timers.ts';
import type { ClassTimerKind } from '../../classes/class-timers.ts';
import { notifyCertificationExpired, remindOfCertificationExpiry } from '../../records/certifications/timers.ts';
import { approvalEscalates } from '../../registrations/approvals/timers.ts';
import { offerExpires, notifyOfferExpiring, promoteWaitlist, waitlistCloses } from '../../registrations/timers.ts';
import { classCancelled } from './cancel-class-registrations.ts';
import { notifyClassChange, remindRegistrants } from './class-notifications.ts';

const ofClasses: Readonly<Record<ClassTimerKind, TimerRule>> = {
  'class-reminder': remindRegistrants,
  'class-changed': notifyClassChange,
  'class-cancelled': classCancelled,
};

export const rules: Readonly<Record<string, TimerRule>> = {
  ...ofClasses,
  'offer-expires': offerExpires,
  'offer-expiring': notifyOfferExpiring,
  'promote-waitlist': promoteWaitlist,
  'waitlist-closes': waitlistCloses,
  'approval-escalates': approvalEscalates,
  'certification-expiring': remindOfCertificationExpiry,
  'certification-expires': notifyCertificationExpired,
};
