// Why a person gets no further step of a series, in words.
import type { LeaveReason } from '../../../../../shared/mail-series-members/member.ts';

export const leaveExplanations = {
  'by-request': 'Staff took the person out of the series.',
  'no-longer-on-list': 'The person is no longer on the list by which they entered.',
  'series-ended': 'The series was ended.',
  inactive: 'The person is not active.',
  'no-email': 'The person has no email address.',
  'hard-bounce': 'The mailbox does not exist: a mail came back for good.',
  complaint: 'The person reported a mail as unwanted.',
  'soft-bounces': 'Several mails in a row came back for a while.',
  'suppressed-by-staff': 'Staff excluded the address.',
  'opted-out': 'The person wants no broadcasts.',
  'left-list': 'The person left the list by which they entered.',
  removed: 'The record of the person was removed.',
} as const satisfies Partial<Record<LeaveReason, string>>;
export type ShownReason = keyof typeof leaveExplanations;

export const leaveReasons = Object.keys(leaveExplanations) as [ShownReason, ...ShownReason[]];

export const isShown = (reason: string | undefined): reason is ShownReason =>
  reason !== undefined && Object.hasOwn(leaveExplanations, reason);
