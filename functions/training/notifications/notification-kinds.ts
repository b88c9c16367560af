// The kinds of notifications.
import type { fieldsByKind } from './merge-fields.ts';

/** Every kind of notification, with a sentence for those who edit its template. */
export const notificationKinds = {
  registrationConfirmed: 'A registration is confirmed.',
  registrationPending: 'A registration is waiting for approval.',
  approvalAsked: 'An approver is asked to decide.',
  registrationApproved: 'A registration was approved.',
  registrationDenied: 'A registration was denied.',
  registrationWaitlisted: 'A registration is on the waitlist.',
  registrationPromoted: 'Somebody from the waitlist is offered, or gets, a seat.',
  offerExpiring: 'The offer of a seat expires soon.',
  offerExpired: 'The offer of a seat has expired.',
  registrationCancelled: 'A registration was cancelled.',
  registrationTransferred: 'A registration was transferred to another person or class.',
  classReminder: 'A class begins soon.',
  classChanged: 'The time or the place of a class was changed.',
  classCancelled: 'A class was cancelled.',
  creditsGranted: 'Credits were granted.',
  creditsReported: 'Somebody reports credits, which wait for a decision.',
  reportedCreditsApproved: 'Reported credits were approved.',
  reportedCreditsReturned: 'A report of credits was returned for changes.',
  reportedCreditsRejected: 'Reported credits were rejected.',
  awardEarned: 'All requirements of an award are met.',
  certificationAwarded: 'A certification was awarded.',
  certificationExpiring: 'A certification expires soon.',
  certificationExpired: 'A certification has expired.',
  certificationRevoked: 'A certification was revoked.',
} as const satisfies Record<keyof typeof fieldsByKind, string>;

export type NotificationKind = keyof typeof notificationKinds;

/** The names of all kinds, in the order of a registration's life cycle. */
export const notificationKindNames = Object.keys(notificationKinds).filter((name): name is NotificationKind =>
  Object.hasOwn(notificationKinds, name),
);
