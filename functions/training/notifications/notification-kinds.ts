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
  evaluationOpened: 'A person who attended a class is asked to evaluate it.',
  evaluationReminder: 'The evaluation of a class closes soon.',
  creditsGranted: 'Credits were granted.',
  creditsWithheld: 'A course was completed and gave no credits, because it gave some before.',
  creditsReported: 'Somebody reports credits, which wait for a decision.',
  reportedCreditsApproved: 'Reported credits were approved.',
  reportedCreditsReturned: 'A report of credits was returned for changes.',
  reportedCreditsRejected: 'Reported credits were rejected.',
  awardRegistrationPending: 'A registration for an award is waiting for approval.',
  awardRegistrationAsked: 'The office is asked to decide about a registration for an award.',
  awardRegistrationActive: 'Somebody is registered for an award.',
  awardRegistrationBegun: 'The office is notified that somebody registered for an award.',
  awardRegistrationDenied: 'A registration for an award was denied.',
  awardRegistrationWithdrawn: 'A registration for an award was withdrawn.',
  awardRegistrationEnded: 'The office is notified that somebody withdrew from an award.',
  awardEarned: 'All requirements of an award are met.',
  awardingDone: 'Whoever started a run that awards many people is told of its end.',
  awardingPreviewed: 'Whoever started the preview of such a run is told of its end.',
  awardingFailed: 'Whoever started such a run is told that it could not go on.',
  certificationAwarded: 'A certification was awarded.',
  certificationExpiring: 'A certification expires soon.',
  certificationExpired: 'A certification has expired.',
  certificationReevaluated: 'A certification was evaluated by changed rules, with another outcome.',
  certificationRevoked: 'A certification was revoked.',
  invoiceOverdue: 'An invoice is not paid that was due.',
} as const satisfies Record<keyof typeof fieldsByKind, string>;

export type NotificationKind = keyof typeof notificationKinds;

/** The names of all kinds, in the order of a registration's life cycle. */
export const notificationKindNames = Object.keys(notificationKinds).filter((name): name is NotificationKind =>
  Object.hasOwn(notificationKinds, name),
);
