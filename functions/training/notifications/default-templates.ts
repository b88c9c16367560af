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

const mailText = (...paragraphs: readonly string[]): string =>
  ['Hello {{recipientFirstName}},', ...paragraphs, '{{associationName}}'].join('\n\n');

const joinLines = (...lines: readonly string[]): string => lines.join('\n');

const classLines = joinLines(
  'Class: {{className}}',
  'Begins: {{classStartsAt}}',
  'Ends: {{classEndsAt}}',
  'Place: {{classPlace}}',
);
const memberAndClassLines = joinLines('Member: {{memberName}}', classLines);
const awardLine = 'Certification: {{awardName}}';
const certificateLine = 'Certificate number: {{certificateNumber}}';
const confirmationLine = 'Confirmation number: {{confirmationNumber}}';

export const defaultTemplates: Readonly<Record<NotificationKind, TemplateWords>> = {
  registrationConfirmed: {
    subject: 'You have a seat: {{className}}',
    text: mailText(
      'Your registration is confirmed. There is nothing more to do; we will remind you before the class begins.',
      joinLines(
        memberAndClassLines,
        'Join online: {{onlineUrl}}',
        'Amount due: {{amountDue}}',
        confirmationLine,
      ),
      'If you can no longer take part, please cancel early so that somebody else can have the seat.',
    ),
    line: 'Your registration for {{className}} is confirmed.',
  },
  registrationPending: {
    subject: 'Waiting for approval: {{className}}',
    text: mailText(
      'We have your registration. It needs approval before it is confirmed, and the first to decide has been asked.',
      joinLines(memberAndClassLines, 'Decides now: {{stepName}}', confirmationLine),
      'You will hear from us as soon as it is decided. You need not do anything until then.',
    ),
    line: 'Your registration for {{className}} awaits approval.',
  },
  approvalAsked: {
    subject: 'Please decide: {{memberName}} for {{className}}',
    text: mailText(
      '{{memberName}} would like to take part in a class and needs your decision.',
      joinLines(
        memberAndClassLines,
        'Organization: {{organizationName}}',
        'Cost: {{amountDue}}',
        'Step: {{stepName}} ({{chainName}})',
        'Why: {{justification}}',
        confirmationLine,
      ),
      'You may approve, deny with a reason, or hand the decision to somebody else. It stands among your approvals.',
    ),
    line: '{{memberName}} asks for your approval to attend {{className}}.',
  },
  registrationApproved: {
    subject: 'Approved: {{className}}',
    text: mailText(
      'Good news: your registration was approved and is confirmed.',
      joinLines(
        memberAndClassLines,
        'Join online: {{onlineUrl}}',
        'Approved by: {{decidedByName}}',
        'Amount due: {{amountDue}}',
        confirmationLine,
      ),
      'There is nothing more to do; we will remind you before the class begins.',
    ),
    line: 'Your registration for {{className}} was approved.',
  },
  registrationDenied: {
    subject: 'Not approved: {{className}}',
    text: mailText(
      'We are sorry: your registration was not approved.',
      joinLines(memberAndClassLines, 'Decided by: {{decidedByName}}', 'Reason: {{reason}}', confirmationLine),
      'If you have questions, please speak with whoever decided. Other classes of the course may be open to you.',
    ),
    line: 'Your registration for {{className}} was not approved.',
  },
  registrationWaitlisted: {
    subject: 'On the waitlist: {{className}}',
    text: mailText(
      'The class is full at the moment, and you are on its waitlist.',
      joinLines(memberAndClassLines, 'Your place on the waitlist: {{waitlistPosition}}', confirmationLine),
      'Seats are given in the order of the waitlist. We will write to you when one is yours; until then you have no seat.',
    ),
    line: 'You are on the waitlist of {{className}}.',
  },
  registrationPromoted: {
    subject: 'A seat for you: {{className}}',
    text: mailText(
      'A seat has become free, and you are next on the waitlist.',
      joinLines(
        memberAndClassLines,
        'How it became free: {{promotionCause}}',
        'Amount due: {{amountDue}}',
        confirmationLine,
      ),
      'Please accept the seat by {{offerExpiresAt}}. After that it goes to the next on the waitlist.',
    ),
    line: 'A seat in {{className}} is there for you.',
  },
  offerExpiring: {
    subject: 'Still want it? Your seat in {{className}}',
    text: mailText(
      'You were offered a seat and have not accepted it yet.',
      joinLines(memberAndClassLines, confirmationLine),
      'Please accept it by {{offerExpiresAt}}, or decline it if you no longer need it. After that it goes to the next on the waitlist.',
    ),
    line: 'The seat you were offered in {{className}} is held until {{offerExpiresAt}}.',
  },
  offerExpired: {
    subject: 'The offer has ended: {{className}}',
    text: mailText(
      'The seat you were offered was not accepted in time and is no longer held for you.',
      joinLines(memberAndClassLines, 'It was held until: {{offerExpiresAt}}', confirmationLine),
      'If you would still like to take part, you are welcome to register again while registration is open.',
    ),
    line: 'The seat you were offered in {{className}} was not accepted in time.',
  },
  registrationCancelled: {
    subject: 'Cancelled: your registration for {{className}}',
    text: mailText(
      'Your registration is cancelled.',
      joinLines(memberAndClassLines, 'Reason: {{reason}}', confirmationLine),
      'If this was a mistake, register again while registration is open; your seat may have gone to somebody else.',
    ),
    line: 'Your registration for {{className}} is cancelled.',
  },
  registrationTransferred: {
    subject: 'Transferred: registration for {{className}}',
    text: mailText(
      'A registration was transferred.',
      joinLines(
        memberAndClassLines,
        'Now for: {{newMemberName}}',
        'Now in: {{newClassName}}',
        'Reason: {{reason}}',
        confirmationLine,
      ),
      'Whoever has the registration now need not do anything more.',
    ),
    line: 'The registration for {{className}} was transferred.',
  },
  classReminder: {
    subject: 'Coming up: {{className}}',
    text: mailText(
      'A reminder of your class:',
      joinLines(classLines, 'Join online: {{onlineUrl}}', 'Still due: {{amountDue}}', confirmationLine),
      'If you cannot come, please cancel now so that somebody else can have the seat. We look forward to seeing you.',
    ),
    line: '{{className}} begins {{classStartsAt}}.',
  },
  classChanged: {
    subject: 'Changed: {{className}}',
    text: mailText(
      'Something about your class has changed. This is how it stands now:',
      joinLines(classLines, 'Join online: {{onlineUrl}}', confirmationLine),
      'Your registration stays as it is. If the class no longer suits you, please cancel so that somebody else can have the seat.',
    ),
    line: '{{className}} has changed: it begins {{classStartsAt}}.',
  },
  classCancelled: {
    subject: 'Cancelled: {{className}}',
    text: mailText(
      'We are sorry: this class will not take place.',
      joinLines(classLines, 'Reason: {{reason}}', 'Refund due to you: {{refundDue}}', confirmationLine),
      'Your seat or place on the waitlist ends with it; you need not do anything. Another class of the course may be open to you.',
    ),
    line: '{{className}} is cancelled and will not take place.',
  },
  creditsGranted: {
    subject: 'You have earned credits: {{credits}}',
    text: mailText(
      'Credits were added to your training record.',
      joinLines('Credits: {{credits}}', 'For: {{courseName}}', 'Earned: {{earnedDate}}'),
      'They are on your transcript and count toward the awards that ask for them.',
    ),
    line: 'You have earned credits: {{credits}}.',
  },
  awardEarned: {
    subject: 'Everything is there: {{awardName}}',
    text: mailText(
      'Congratulations: you have everything that {{awardName}} asks for.',
      'The association awards it next. You will hear from us when your certificate is ready; there is nothing more to do.',
    ),
    line: 'You have everything that {{awardName}} asks for.',
  },
  certificationAwarded: {
    subject: 'Awarded to you: {{awardName}}',
    text: mailText(
      'Congratulations, {{recipientName}}! You have been awarded {{awardName}}.',
      joinLines('Awarded: {{awardedDate}}', 'Valid through: {{validThrough}}', certificateLine),
      'Your certificate is ready to download. Anybody can verify it by its number.',
    ),
    line: 'You have been awarded {{awardName}}.',
  },
  certificationExpiring: {
    subject: '{{daysLeft}} days left: {{awardName}}',
    text: mailText(
      'Your certification ends soon.',
      joinLines(
        awardLine,
        'Last valid day: {{validThrough}}',
        'Days left: {{daysLeft}}',
        'Still needed: {{creditsNeeded}}',
        certificateLine,
      ),
      'Renew it by then and it goes on without a gap.',
      'After that it can still be renewed through {{graceThrough}}.',
    ),
    line: '{{awardName}} is valid through {{validThrough}}: {{daysLeft}} days left.',
  },
  certificationExpired: {
    subject: 'Ended: {{awardName}}',
    text: mailText(
      'Your certification has ended and is no longer in force.',
      joinLines(
        awardLine,
        'Last valid day: {{validThrough}}',
        'Still needed: {{creditsNeeded}}',
        certificateLine,
      ),
      'You can still renew it through {{graceThrough}}.',
      'If you need help, please write to us.',
    ),
    line: '{{awardName}} has ended.',
  },
  certificationRevoked: {
    subject: 'Revoked: {{awardName}}',
    text: mailText(
      'Your certification was revoked and is no longer in force. Verifications of the certificate say so from now on.',
      joinLines(awardLine, 'Reason: {{reason}}', certificateLine),
      'If you believe this is a mistake, please write to the association.',
    ),
    line: '{{awardName}} was revoked.',
  },
};
