// The rule of each kind of timer.
import type { TimerRule } from '../../../../shared/schedule/run-due-timers.ts';
import type { ClassTimerKind } from '../../classes/record/class-timers.ts';
import { inviteToEvaluate } from '../../evaluations/invite.ts';
import { releaseHolds } from '../../evaluations/release.ts';
import { remindOfOverdueInvoice } from '../../invoices/due/remind-of-overdue.ts';
import { renamePerson } from '../../people/rename-person.ts';
import { continueAwarding } from '../../records/awardings/continue-awarding.ts';
import { awardAutomatically } from '../../records/certifications/awarding/award-automatically.ts';
import {
  notifyCertificationExpired,
  remindOfCertificationExpiry,
} from '../../records/certifications/awarding/timers.ts';
import { escalateApproval, passOnApprovals } from '../../registrations/approvals/timers.ts';
import {
  closeWaitlist,
  expireOffer,
  notifyOfferExpiring,
  promoteWaitlist,
} from '../../registrations/timers.ts';
import { cancelClassRegistrations } from './cancel-class-registrations.ts';
import { notifyClassChange, remindRegistrants } from './class-notifications.ts';

const classRules: Readonly<Record<ClassTimerKind, TimerRule>> = {
  'class-reminder': remindRegistrants,
  'class-changed': notifyClassChange,
  'class-cancelled': cancelClassRegistrations,
};

export const rules: Readonly<Record<string, TimerRule>> = {
  ...classRules,
  'offer-expires': expireOffer,
  'offer-expiring': notifyOfferExpiring,
  'promote-waitlist': promoteWaitlist,
  'waitlist-closes': closeWaitlist,
  'evaluation-opens': inviteToEvaluate,
  'evaluation-released': releaseHolds,
  'approval-escalates': escalateApproval,
  'person-leaves': passOnApprovals,
  'person-renamed': renamePerson,
  'certification-expiring': remindOfCertificationExpiry,
  'certification-expires': notifyCertificationExpired,
  'award-complete': awardAutomatically,
  awarding: continueAwarding,
  'invoice-overdue': remindOfOverdueInvoice,
};
