// What people are told where their association has not put it in its own words. A line that names something which is not
// known is left out, so "{{classPlace}}" may stand on a line of its own.
import type { NotificationKind } from './notification-kinds.ts';

/** The words of one occasion. */
export interface TemplateWords {
  /** The subject of the mail. */
  readonly subject: string;
  /** The mail, as plain text. */
  readonly text: string;
  /** One line, as it stands among the notifications. */
  readonly line: string;
}

const mail = (...paragraphs: readonly string[]): string =>
  ['Hello {{recipientFirstName}},', ...paragraphs, '{{associationName}}'].join('\n\n');

const facts = (...lines: readonly string[]): string => lines.join('\n');

const theClass = facts(
  'Class: {{className}}',
  'Begins: {{classStartsAt}}',
  'Ends: {{classEndsAt}}',
  'Place: {{classPlace}}',
);
const whoAndClass = facts('Member: {{memberName}}', theClass);
const theAward = 'Certification: {{awardName}}';
const certificate = 'Certificate number: {{certificateNumber}}';
const confirmation = 'Confirmation number: {{confirmationNumber}}';

export const defaultTemplates: Readonly<Record<NotificationKind, TemplateWords>> = {
  registrationConfirmed: {
    subject: 'You have a seat: {{className}}',
    text: mail(
      'Your registration is confirmed. There is nothing more to do; we will remind you before the class begins.',
      facts(whoAndClass, 'Join online: {{onlineUrl}}', 'Amount due: {{amountDue}}', confirmation),
      'If you can no longer take part, please cancel early so that somebody else can have the seat.',
    ),
    line: 'Your registration for {{className}} is confirmed.',
  },
  registrationPending: {
    subject: 'Waiting for approval: {{className}}',
    text: mail(
      'We have your registration. It needs approval before it is confirmed, and the first to decide has been asked.',
      facts(whoAndClass, 'Decides now: {{stepName}}', confirmation),
      'You will hear from us as soon as it is decided. You need not do anything until then.',
    ),
    line: 'Your registration for {{className}} awaits approval.',
  },
  approvalAsked: {
    subject: 'Please decide: {{memberName}} for {{className}}',
    text: mail(
      '{{memberName}} would like to take part in a class and needs your decision.',
      facts(
        whoAndClass,
        'Organization: {{organizationName}}',
        'Cost: {{amountDue}}',
        'Step: {{stepName}} ({{chainName}})',
        'Why: {{justification}}',
        confirmation,
      ),
      'You may approve, deny with a reason, or hand the decision to somebody else. It stands among your approvals.',
    ),
    line: '{{memberName}} asks for your approval to attend {{className}}.',
  },
  registrationApproved: {
    subject: 'Approved: {{className}}',
    text: mail(
      'Good news: your registration was approved and is confirmed.',
      facts(
        whoAndClass,
        'Join online: {{onlineUrl}}',
        'Approved by: {{decidedByName}}',
        'Amount due: {{amountDue}}',
        confirmation,
      ),
      'There is nothing more to do; we will remind you before the class begins.',
    ),
    line: 'Your registration for {{className}} was approved.',
  },
  registrationDenied: {
    subject: 'Not approved: {{className}}',
    text: mail(
      'We are sorry: your registration was not approved.',
      facts(whoAndClass, 'Decided by: {{decidedByName}}', 'Reason: {{reason}}', confirmation),
      'If you have questions, please speak with whoever decided. Other classes of the course may be open to you.',
    ),
    line: 'Your registration for {{className}} was not approved.',
  },
  registrationWaitlisted: {
    subject: 'On the waitlist: {{className}}',
    text: mail(
      'The class is full at the moment, and you are on its waitlist.',
      facts(whoAndClass, 'Your place on the waitlist: {{waitlistPosition}}', confirmation),
      'Seats are given in the order of the waitlist. We will write to you when one is yours; until then you have no seat.',
    ),
    line: 'You are on the waitlist of {{className}}.',
  },
  registrationPromoted: {
    subject: 'A seat for you: {{className}}',
    text: mail(
      'A seat has become free, and you are next on the waitlist.',
      facts(whoAndClass, 'How it became free: {{promotionCause}}', 'Amount due: {{amountDue}}', confirmation),
      'Please accept the seat by {{offerExpiresAt}}. After that it goes to the next on the waitlist.',
    ),
    line: 'A seat in {{className}} is there for you.',
  },
  offerExpiring: {
    subject: 'Still want it? Your seat in {{className}}',
    text: mail(
      'You were offered a seat and have not accepted it yet.',
      facts(whoAndClass, confirmation),
      'Please accept it by {{offerExpiresAt}}, or decline it if you no longer need it. After that it goes to the next on the waitlist.',
    ),
    line: 'The seat you were offered in {{className}} is held until {{offerExpiresAt}}.',
  },
  offerExpired: {
    subject: 'The offer has ended: {{className}}',
    text: mail(
      'The seat you were offered was not accepted in time and is no longer held for you.',
      facts(whoAndClass, 'It was held until: {{offerExpiresAt}}', confirmation),
      'If you would still like to take part, you are welcome to register again while registration is open.',
    ),
    line: 'The seat you were offered in {{className}} was not accepted in time.',
  },
  registrationCancelled: {
    subject: 'Cancelled: your registration for {{className}}',
    text: mail(
      'Your registration is cancelled.',
      facts(whoAndClass, 'Reason: {{reason}}', confirmation),
      'If this was a mistake, register again while registration is open; your seat may have gone to somebody else.',
    ),
    line: 'Your registration for {{className}} is cancelled.',
  },
  registrationTransferred: {
    subject: 'Transferred: registration for {{className}}',
    text: mail(
      'A registration was transferred.',
      facts(
        whoAndClass,
        'Now for: {{newMemberName}}',
        'Now in: {{newClassName}}',
        'Reason: {{reason}}',
        confirmation,
      ),
      'Whoever has the registration now need not do anything more.',
    ),
    line: 'The registration for {{className}} was transferred.',
  },
  classReminder: {
    subject: 'Coming up: {{className}}',
    text: mail(
      'A reminder of your class:',
      facts(theClass, 'Join online: {{onlineUrl}}', 'Still due: {{amountDue}}', confirmation),
      'If you cannot come, please cancel now so that somebody else can have the seat. We look forward to seeing you.',
    ),
    line: '{{className}} begins {{classStartsAt}}.',
  },
  classChanged: {
    subject: 'Changed: {{className}}',
    text: mail(
      'Something about your class has changed. This is how it stands now:',
      facts(theClass, 'Join online: {{onlineUrl}}', confirmation),
      'Your registration stays as it is. If the class no longer suits you, please cancel so that somebody else can have the seat.',
    ),
    line: '{{className}} has changed: it begins {{classStartsAt}}.',
  },
  classCancelled: {
    subject: 'Cancelled: {{className}}',
    text: mail(
      'We are sorry: this class will not take place.',
      facts(theClass, 'Reason: {{reason}}', 'Refund due to you: {{refundDue}}', confirmation),
      'Your seat or place on the waitlist ends with it; you need not do anything. Another class of the course may be open to you.',
    ),
    line: '{{className}} is cancelled and will not take place.',
  },
  creditsGranted: {
    subject: 'You have earned credits: {{credits}}',
    text: mail(
      'Credits were added to your training record.',
      facts('Credits: {{credits}}', 'For: {{courseName}}', 'Earned: {{earnedDate}}'),
      'They are on your transcript and count toward the awards that ask for them.',
    ),
    line: 'You have earned credits: {{credits}}.',
  },
  awardEarned: {
    subject: 'Everything is there: {{awardName}}',
    text: mail(
      'Congratulations: you have everything that {{awardName}} asks for.',
      'The association awards it next. You will hear from us when your certificate is ready; there is nothing more to do.',
    ),
    line: 'You have everything that {{awardName}} asks for.',
  },
  certificationAwarded: {
    subject: 'Awarded to you: {{awardName}}',
    text: mail(
      'Congratulations, {{recipientName}}! You have been awarded {{awardName}}.',
      facts('Awarded: {{awardedDate}}', 'Valid through: {{validThrough}}', certificate),
      'Your certificate is ready to download. Anybody can verify it by its number.',
    ),
    line: 'You have been awarded {{awardName}}.',
  },
  certificationExpiring: {
    subject: '{{daysLeft}} days left: {{awardName}}',
    text: mail(
      'Your certification ends soon.',
      facts(
        theAward,
        'Last valid day: {{validThrough}}',
        'Days left: {{daysLeft}}',
        'Still needed: {{creditsNeeded}}',
        certificate,
      ),
      'Renew it by then and it goes on without a gap.',
      'After that it can still be renewed through {{graceThrough}}.',
    ),
    line: '{{awardName}} is valid through {{validThrough}}: {{daysLeft}} days left.',
  },
  certificationExpired: {
    subject: 'Ended: {{awardName}}',
    text: mail(
      'Your certification has ended and is no longer in force.',
      facts(theAward, 'Last valid day: {{validThrough}}', 'Still needed: {{creditsNeeded}}', certificate),
      'You can still renew it through {{graceThrough}}.',
      'If you need help, please write to us.',
    ),
    line: '{{awardName}} has ended.',
  },
  certificationRevoked: {
    subject: 'Revoked: {{awardName}}',
    text: mail(
      'Your certification was revoked and is no longer in force. Verifications of the certificate say so from now on.',
      facts(theAward, 'Reason: {{reason}}', certificate),
      'If you believe this is a mistake, please write to the association.',
    ),
    line: '{{awardName}} was revoked.',
  },
};
