// The occasions on which people are told something.
import type { fieldsByKind } from './merge-fields.ts';

/** Every occasion on which somebody is told something, with a sentence for those who edit its template. */
export const notificationKinds = {
  registrationConfirmed: 'A registration is confirmed.',
  registrationPending: 'A registration awaits approval.',
  approvalAsked: 'An approver is asked to decide.',
  registrationApproved: 'A registration was approved.',
  registrationDenied: 'A registration was denied.',
  registrationWaitlisted: 'A registration is on the waitlist.',
  registrationPromoted: 'A seat is offered, or given, to somebody from the waitlist.',
  offerExpiring: 'An offered seat will soon be given to the next.',
  offerExpired: 'An offered seat was not taken in time.',
  registrationCancelled: 'A registration was cancelled.',
  registrationTransferred: 'A registration was given to another person or moved to another class.',
  classReminder: 'A class begins soon.',
  classChanged: 'The time or the place of a class was changed.',
  classCancelled: 'A class was cancelled.',
  creditsGranted: 'Credits were granted.',
  awardEarned: 'Everything an award asks for is there.',
  certificationAwarded: 'A certification was awarded.',
  certificationExpiring: 'A certification ends soon.',
  certificationExpired: 'A certification has ended.',
  certificationRevoked: 'A certification was revoked.',
} as const satisfies Record<keyof typeof fieldsByKind, string>;

export type NotificationKind = keyof typeof notificationKinds;

/** Every occasion's name, in the order of a registration's life. */
export const notificationKindNames = Object.keys(notificationKinds).filter((name): name is NotificationKind =>
  Object.hasOwn(notificationKinds, name),
);
