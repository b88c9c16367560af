// The platform's templates, used where an association has none of its own. A line with a field that has no value is
// left out of the mail, so "{{classPlace}}" can be on a line of its own.
import type { NotificationKind } from './notification-kinds.ts';

/** The texts of one kind of notification. */
export interface TemplateWords {
  /** The subject of the mail. */
  readonly subject: string;
  /** The mail, as plain text. */
  readonly text: string;
  /** One line for the list of notifications. */
  readonly line: string;
}

const mailText = (...paragraphs: readonly string[]): string =>
  ['Hello {{recipientFirstName}},', ...paragraphs, '{{associationName}}'].join('\n\n');

/** With the link by which the recipient acts. */
const textWithLink = (...paragraphs: readonly string[]): string => mailText(...paragraphs, '{{actionLink}}');
const joinLines = (...lines: readonly string[]): string => lines.join('\n');

const classLines = joinLines(
  'Class: {{className}}',
  'Begins: {{classStartsAt}}',
  'Ends: {{classEndsAt}}',
  'Place: {{classPlace}}',
);
const memberAndClassLines = joinLines('Member: {{memberName}}', classLines);
const awardLine = 'Certification: {{awardName}}';
const awardingLines = joinLines('Got it: {{awardedCount}}', 'Did not get it: {{refusedCount}}');
const certificateLine = 'Certificate number: {{certificateNumber}}';
const confirmationLine = 'Confirmation number: {{confirmationNumber}}';

const reportedLines = joinLines(
  'Credits: {{credits}}',
  'Activity: {{activity}}',
  'Offered by: {{provider}}',
  'Earned: {{earnedDate}}',
);

export const defaultTemplates: Readonly<Record<NotificationKind, TemplateWords>> = {
  registrationConfirmed: {
    subject: 'You have a seat: {{className}}',
    text: textWithLink(
      'Your registration is confirmed. We will remind you before the class begins.',
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
    text: textWithLink(
      'We have received your registration. It needs approval before it is confirmed. The first approver has been asked to decide.',
      joinLines(memberAndClassLines, 'Current approval step: {{stepName}}', confirmationLine),
      'We will write to you when there is a decision.',
    ),
    line: 'Your registration for {{className}} is waiting for approval.',
  },
  approvalAsked: {
    subject: 'Please decide: {{memberName}} for {{className}}',
    text: textWithLink(
      '{{memberName}} would like to take part in a class and needs your decision.',
      joinLines(
        memberAndClassLines,
        'Organization: {{organizationName}}',
        'Cost: {{amountDue}}',
        'Step: {{stepName}} ({{chainName}})',
        'Why: {{justification}}',
        confirmationLine,
      ),
      'You can approve, deny with a reason, or delegate the decision to somebody else. You find the request in your list of approvals.',
    ),
    line: '{{memberName}} asks for your approval to attend {{className}}.',
  },
  registrationApproved: {
    subject: 'Approved: {{className}}',
    text: textWithLink(
      'Good news: your registration was approved and is confirmed.',
      joinLines(
        memberAndClassLines,
        'Join online: {{onlineUrl}}',
        'Approved by: {{decidedByName}}',
        'Amount due: {{amountDue}}',
        confirmationLine,
      ),
      'We will remind you before the class begins.',
    ),
    line: 'Your registration for {{className}} was approved.',
  },
  registrationDenied: {
    subject: 'Not approved: {{className}}',
    text: textWithLink(
      'We are sorry: your registration was not approved.',
      joinLines(memberAndClassLines, 'Decided by: {{decidedByName}}', 'Reason: {{reason}}', confirmationLine),
      'If you have questions, please contact the person who decided. You may be able to register for another class of the course.',
    ),
    line: 'Your registration for {{className}} was not approved.',
  },
  registrationWaitlisted: {
    subject: 'On the waitlist: {{className}}',
    text: textWithLink(
      'The class is full at the moment, and you are on its waitlist.',
      joinLines(memberAndClassLines, 'Your position on the waitlist: {{waitlistPosition}}', confirmationLine),
      'Free seats are offered in the order of the waitlist. We will write to you when it is your turn; until then you have no seat.',
    ),
    line: 'You are on the waitlist of {{className}}.',
  },
  registrationPromoted: {
    subject: 'A seat is free for you: {{className}}',
    text: textWithLink(
      'A seat has become free, and you are next on the waitlist.',
      joinLines(
        memberAndClassLines,
        'How it became free: {{promotionCause}}',
        'Amount due: {{amountDue}}',
        confirmationLine,
      ),
      'Please accept the seat by {{offerExpiresAt}}. After that it goes to the next on the waitlist.',
    ),
    line: 'A seat in {{className}} is free for you.',
  },
  offerExpiring: {
    subject: 'Please accept soon: your seat in {{className}}',
    text: textWithLink(
      'You were offered a seat and have not accepted it yet.',
      joinLines(memberAndClassLines, confirmationLine),
      'Please accept it by {{offerExpiresAt}}, or decline it if you no longer need it. After that it goes to the next on the waitlist.',
    ),
    line: 'The seat you were offered in {{className}} is held until {{offerExpiresAt}}.',
  },
  offerExpired: {
    subject: 'Your offer has expired: {{className}}',
    text: textWithLink(
      'The seat you were offered was not accepted in time and is no longer held for you.',
      joinLines(memberAndClassLines, 'It was held until: {{offerExpiresAt}}', confirmationLine),
      'If you would still like to take part, you are welcome to register again while registration is open.',
    ),
    line: 'The seat you were offered in {{className}} was not accepted in time.',
  },
  registrationCancelled: {
    subject: 'Cancelled: your registration for {{className}}',
    text: textWithLink(
      'Your registration is cancelled.',
      joinLines(memberAndClassLines, 'Reason: {{reason}}', confirmationLine),
      'If this was a mistake, please register again while registration is open. Somebody else may have your seat by then.',
    ),
    line: 'Your registration for {{className}} is cancelled.',
  },
  registrationTransferred: {
    subject: 'Transferred: registration for {{className}}',
    text: textWithLink(
      'A registration was transferred.',
      joinLines(
        memberAndClassLines,
        'Now for: {{newMemberName}}',
        'Now in: {{newClassName}}',
        'Reason: {{reason}}',
        confirmationLine,
      ),
      'The registration stays as it is for the person who has it now, with the amount still due, if any.',
    ),
    line: 'The registration for {{className}} was transferred.',
  },
  classReminder: {
    subject: 'Coming up: {{className}}',
    text: textWithLink(
      'A reminder of your class:',
      joinLines(classLines, 'Join online: {{onlineUrl}}', 'Still due: {{amountDue}}', confirmationLine),
      'If you cannot come, please cancel now so that somebody else can have the seat. We look forward to seeing you.',
    ),
    line: '{{className}} begins {{classStartsAt}}.',
  },
  classChanged: {
    subject: 'Changed: {{className}}',
    text: textWithLink(
      'Your class has changed. These are the current details:',
      joinLines(classLines, 'Reason: {{reason}}', 'Join online: {{onlineUrl}}', confirmationLine),
      'Please note: {{lapseWarning}}',
      'Your registration is still valid. If you cannot attend any more, please cancel so that somebody else can have the seat.',
    ),
    line: '{{className}} has changed: it begins {{classStartsAt}}.',
  },
  classCancelled: {
    subject: 'Cancelled: {{className}}',
    text: textWithLink(
      'We are sorry: this class will not take place.',
      joinLines(classLines, 'Reason: {{reason}}', 'Refund due to you: {{refundDue}}', confirmationLine),
      'Your registration has been cancelled; you do not need to do anything. You may be able to register for another class of the course.',
    ),
    line: '{{className}} is cancelled and will not take place.',
  },
  evaluationOpened: {
    subject: 'How was it? {{className}}',
    text: textWithLink(
      'Thank you for taking part. Please answer a few questions about the class.',
      joinLines('Class: {{className}}', 'Answer until: {{answerBy}}', '{{waitingCredits}}'),
    ),
    line: 'Please evaluate {{className}}.',
  },
  evaluationReminder: {
    subject: 'Please evaluate {{className}}',
    text: textWithLink(
      'You have not answered the questions about the class yet.',
      joinLines('Class: {{className}}', 'Answer until: {{answerBy}}', '{{waitingCredits}}'),
    ),
    line: 'The evaluation of {{className}} closes soon.',
  },
  creditsGranted: {
    subject: 'You have earned credits: {{credits}}',
    text: mailText(
      'Credits were added to your training record.',
      joinLines('Credits: {{credits}}', 'For: {{courseName}}', 'Earned: {{earnedDate}}'),
      'They are on your transcript and count toward awards that require them.',
    ),
    line: 'You have earned credits: {{credits}}.',
  },
  creditsWithheld: {
    subject: 'Completed without credits: {{courseName}}',
    text: mailText(
      'Your attendance was recorded, and you have completed the course. It gives no credits this time.',
      joinLines('Course: {{courseName}}', 'Completed: {{earnedDate}}', 'Why: {{reason}}'),
      'The completion is on your transcript. If you have questions, please contact the training office.',
    ),
    line: 'You have completed {{courseName}}, which gives no credits this time.',
  },
  creditsReported: {
    subject: 'Please decide: {{memberName}} reports {{credits}}',
    text: mailText(
      '{{memberName}} reports credits that were earned elsewhere. They count once they are approved.',
      joinLines('Member: {{memberName}}', reportedLines),
      'You can approve them, return the report for changes, or reject it with a reason. You find it in the list of reported credits.',
    ),
    line: '{{memberName}} reports {{credits}} for {{activity}}.',
  },
  reportedCreditsApproved: {
    subject: 'Approved: {{credits}} for {{activity}}',
    text: mailText(
      'The credits that you reported were approved and added to your training record.',
      joinLines(reportedLines, 'Note: {{reason}}'),
      'They are on your transcript.',
    ),
    line: '{{credits}} for {{activity}} were approved.',
  },
  reportedCreditsReturned: {
    subject: 'Please complete your report: {{activity}}',
    text: mailText(
      'We can not decide about the credits that you reported yet. Please change your report and save it: it is then submitted again.',
      joinLines(reportedLines, 'What is missing: {{reason}}'),
    ),
    line: 'Your report for {{activity}} needs a change: {{reason}}',
  },
  reportedCreditsRejected: {
    subject: 'Not approved: {{activity}}',
    text: mailText(
      'We are sorry: the credits that you reported were not approved.',
      joinLines(reportedLines, 'Reason: {{reason}}'),
    ),
    line: '{{credits}} for {{activity}} were not approved: {{reason}}',
  },
  awardRegistrationPending: {
    subject: 'Your registration awaits approval: {{awardName}}',
    text: mailText(
      'We have received your registration. It needs approval before it is active.',
      joinLines(awardLine, 'Amount due: {{amountDue}}'),
      'We will write to you when there is a decision.',
    ),
    line: 'Your registration for {{awardName}} is waiting for approval.',
  },
  awardRegistrationAsked: {
    subject: 'Please decide about an award: {{memberName}}, {{awardName}}',
    text: mailText(
      '{{memberName}} would like to work toward an award. The registration needs approval by the office.',
      joinLines('Member: {{memberName}}', awardLine, 'Why: {{justification}}'),
      'You find it in the list of pending registrations.',
    ),
    line: '{{memberName}} asks to be registered for {{awardName}}.',
  },
  awardRegistrationActive: {
    subject: 'You are registered: {{awardName}}',
    text: mailText(
      'Your registration is active. Credits that you earn from now on count toward it.',
      joinLines(awardLine, 'Amount due: {{amountDue}}'),
      'You can follow your progress at any time.',
    ),
    line: 'You are registered for {{awardName}}.',
  },
  awardRegistrationBegun: {
    subject: 'Registered: {{memberName}} for {{awardName}}',
    text: mailText(
      '{{memberName}} has registered for an award. You do not need to do anything.',
      joinLines('Member: {{memberName}}', awardLine, 'Why: {{justification}}'),
    ),
    line: '{{memberName}} has registered for {{awardName}}.',
  },
  awardRegistrationDenied: {
    subject: 'Registration not approved: {{awardName}}',
    text: mailText(
      'We are sorry: your registration was not approved.',
      joinLines(awardLine, 'Reason: {{reason}}'),
      'If you have questions, please write to us.',
    ),
    line: 'Your registration for {{awardName}} was not approved.',
  },
  awardRegistrationWithdrawn: {
    subject: 'Withdrawn: {{awardName}}',
    text: mailText(
      'Your registration was withdrawn.',
      joinLines(awardLine, 'Reason: {{reason}}'),
      'If this was a mistake, please register again.',
    ),
    line: 'Your registration for {{awardName}} was withdrawn.',
  },
  awardRegistrationEnded: {
    subject: 'Withdrawal of {{memberName}}: {{awardName}}',
    text: mailText(
      'A registration for an award was withdrawn. You do not need to do anything.',
      joinLines('Member: {{memberName}}', awardLine, 'Reason: {{reason}}'),
    ),
    line: '{{memberName}} is no longer registered for {{awardName}}.',
  },
  awardEarned: {
    subject: 'Requirements complete: {{awardName}}',
    text: mailText(
      'Congratulations: you meet all requirements of {{awardName}}.',
      'The association will award it next. We will write to you when your certificate is ready; you do not need to do anything.',
    ),
    line: 'You meet all requirements of {{awardName}}.',
  },
  awardingDone: {
    subject: 'Done: {{awardName}} for everybody who is registered',
    text: mailText(
      'The run that you started is done.',
      joinLines(awardLine, awardingLines),
      'Its results say for everybody who did not get the award what is missing.',
    ),
    line: '{{awardName}} was awarded to {{awardedCount}} people and not to {{refusedCount}}.',
  },
  awardingPreviewed: {
    subject: 'Preview: {{awardName}} for everybody who is registered',
    text: mailText(
      'The preview that you started is done. Nobody has got anything by it.',
      joinLines(awardLine, 'Would get it: {{awardedCount}}', 'Would not get it: {{refusedCount}}'),
      'Its results say for everybody who would not get the award what is missing.',
    ),
    line: '{{awardName}} would be awarded to {{awardedCount}} people and not to {{refusedCount}}.',
  },
  awardingFailed: {
    subject: 'Not finished: {{awardName}} for everybody who is registered',
    text: mailText(
      'The run that you started could not go on. What it has decided stays.',
      joinLines(awardLine, awardingLines, 'Reason: {{reason}}'),
      'It can be resumed, also without the person about whom it failed.',
    ),
    line: 'The run that awards {{awardName}} could not go on: {{reason}}',
  },
  certificationAwarded: {
    subject: 'Awarded to you: {{awardName}}',
    text: textWithLink(
      'Congratulations, {{recipientName}}! You have been awarded {{awardName}}.',
      joinLines('Awarded: {{awardedDate}}', 'Valid through: {{validThrough}}', certificateLine),
      'Your certificate is ready to download. Anyone can verify it by its number.',
    ),
    line: 'You have been awarded {{awardName}}.',
  },
  certificationExpiring: {
    subject: 'Expires on {{validThrough}}: {{awardName}}',
    text: textWithLink(
      'Your certification expires soon.',
      joinLines(
        awardLine,
        'Last valid day: {{validThrough}}',
        'Days left: {{daysLeft}}',
        'Still needed: {{creditsNeeded}}',
        certificateLine,
      ),
      'Renew it by then to keep it without a gap.',
      'After that you can still renew it through {{graceThrough}}.',
    ),
    line: '{{awardName}} is valid through {{validThrough}}. Days left: {{daysLeft}}.',
  },
  certificationExpired: {
    subject: 'Expired: {{awardName}}',
    text: mailText(
      'Your certification has expired and is no longer valid.',
      joinLines(
        awardLine,
        'Last valid day: {{validThrough}}',
        'Still needed: {{creditsNeeded}}',
        certificateLine,
      ),
      'You can still renew it through {{graceThrough}}.',
      'If you need help, please write to us.',
    ),
    line: '{{awardName}} has expired.',
  },
  certificationReevaluated: {
    subject: 'Evaluated by changed rules: {{awardName}}',
    text: mailText(
      'The rules of your certification have changed, and yours was evaluated by them.',
      joinLines(
        awardLine,
        'Last valid day before: {{previousValidThrough}}',
        'Last valid day now: {{validThrough}}',
        'Needed for renewal in addition: {{missing}}',
        certificateLine,
      ),
      'You can renew it through {{graceThrough}}.',
      'Your certificate shows the new day when you download it again. If you have questions, please write to us.',
    ),
    line: '{{awardName}} was evaluated by changed rules.',
  },
  certificationRevoked: {
    subject: 'Revoked: {{awardName}}',
    text: mailText(
      'Your certification was revoked and is no longer valid. Verifications of the certificate now show this.',
      joinLines(awardLine, 'Reason: {{reason}}', certificateLine),
      'If you believe this is a mistake, please write to the association.',
    ),
    line: '{{awardName}} was revoked.',
  },
  invoiceOverdue: {
    subject: 'Please pay: invoice {{invoiceNumber}}',
    text: textWithLink(
      'An invoice was due and is not paid yet.',
      joinLines(
        'Invoice: {{invoiceNumber}}',
        'Issued: {{invoiceDate}}',
        'To: {{memberName}}',
        'Purchase order: {{purchaseOrder}}',
        'Was due: {{dueDate}}',
        'Open: {{amountOpen}}',
      ),
      'If you have paid it in the last days, thank you: you do not need to do anything. If something is wrong with the invoice, please write to us.',
    ),
    line: 'Invoice {{invoiceNumber}} was due on {{dueDate}}; {{amountOpen}} is open.',
  },
};
