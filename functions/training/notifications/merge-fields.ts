// The fields that a template can contain in double braces, by kind of notification.

/** How a value is formatted: an instant with its time of day, a calendar day, an amount of money, or as it is. */
export type FieldFormat = 'moment' | 'day' | 'money' | 'text';

/** A field, with the example value for previews. */
interface MergeField {
  readonly description: string;
  /** As in a message: instants as ISO 8601 in UTC, days as YYYY-MM-DD, amounts as numbers. */
  readonly example: string | number;
  readonly format: FieldFormat;
}

/** Every field with its description. */
export const mergeFields = {
  recipientName: { description: 'The name of the recipient.', example: 'Esteban Núñez', format: 'text' },
  recipientFirstName: { description: 'The given name of the recipient.', example: 'Esteban', format: 'text' },
  associationName: {
    description: 'The name of the association.',
    example: 'Cascadia Association of Counties',
    format: 'text',
  },
  memberName: {
    description: 'The member whom the notification is about.',
    example: 'Grace Whitehorse',
    format: 'text',
  },
  organizationName: {
    description: "The member's organization.",
    example: 'Alder County Road Department',
    format: 'text',
  },
  className: { description: 'The class.', example: 'Budget Basics for Counties, Spring', format: 'text' },
  classStartsAt: {
    description: 'When the class begins, in the time zone of the class.',
    example: '2027-03-01T17:00:00.000Z',
    format: 'moment',
  },
  classEndsAt: {
    description: 'When the last session ends.',
    example: '2027-03-02T00:00:00.000Z',
    format: 'moment',
  },
  classPlace: {
    description: 'Where the class takes place.',
    example: 'Alder County Annex, Room 210',
    format: 'text',
  },
  onlineUrl: {
    description: 'The address for joining online.',
    example: 'https://meet.cascadia.example/budget',
    format: 'text',
  },
  daysLeft: { description: 'The number of days left.', example: 7, format: 'text' },
  confirmationNumber: {
    description: 'The number of the registration.',
    example: '8906-7336',
    format: 'text',
  },
  amountDue: { description: 'The amount due; empty when the class is free.', example: 120, format: 'money' },
  refundDue: {
    description: 'The amount to be refunded; empty when nothing was paid.',
    example: 120,
    format: 'money',
  },
  justification: {
    description: 'Why the member wants to take part, in their own words.',
    example: 'I take over the road budget in July.',
    format: 'text',
  },
  chainName: { description: 'The approval chain.', example: 'Manager, then training office', format: 'text' },
  stepName: { description: 'The step of approval.', example: 'Manager', format: 'text' },
  decidedByName: { description: 'Who decided.', example: 'Farah Haddad', format: 'text' },
  reason: {
    description: 'The reason.',
    example: 'The office is closed that week.',
    format: 'text',
  },
  lapseWarning: {
    description: 'That a certification lapses before the class ends; empty where none does.',
    example: 'Certified County Clerk lapses on 2027-02-28, before this class ends.',
    format: 'text',
  },
  waitlistPosition: { description: 'The position on the waitlist.', example: 2, format: 'text' },
  offerExpiresAt: {
    description: 'Until when an offered seat is held.',
    example: '2027-02-20T20:00:00.000Z',
    format: 'moment',
  },
  promotionCause: {
    description: 'Why the seat became free.',
    example: 'another registration was cancelled',
    format: 'text',
  },
  newMemberName: {
    description: 'The person who has the registration now.',
    example: 'Hiro Tanaka',
    format: 'text',
  },
  newClassName: {
    description: 'The class to which the registration was moved.',
    example: 'Budget Basics for Counties, Fall',
    format: 'text',
  },
  answerBy: {
    description: 'Until when the evaluation of the class can be answered.',
    example: '2027-03-16T00:00:00.000Z',
    format: 'moment',
  },
  waitingCredits: {
    description: 'That credits wait for the answers; empty where they do not.',
    example: 'Your credits are granted once you have answered.',
    format: 'text',
  },
  credits: { description: 'The credits, by type.', example: '6 General and 1.5 Ethics', format: 'text' },
  totalCredits: { description: 'The total of the credits of all types.', example: 7.5, format: 'text' },
  courseName: { description: 'The course.', example: 'Budget Basics', format: 'text' },
  earnedDate: {
    description: 'The day on which the credits were earned.',
    example: '2027-03-01',
    format: 'day',
  },
  activity: {
    description: 'What the member did to earn the credits.',
    example: 'Webinar on public records requests',
    format: 'text',
  },
  provider: { description: 'Who offered it.', example: 'Institute of Local Government', format: 'text' },
  awardName: { description: 'The award.', example: 'Certified County Commissioner', format: 'text' },
  invoiceNumber: { description: 'The number of the invoice.', example: 'INV-000042', format: 'text' },
  invoiceDate: { description: 'The day on which it was issued.', example: '2027-03-01', format: 'day' },
  dueDate: { description: 'Until when it was to be paid.', example: '2027-03-31', format: 'day' },
  daysLate: { description: 'For how many days it has been due.', example: 7, format: 'text' },
  amountOpen: { description: 'What of it is neither paid nor credited.', example: 120, format: 'money' },
  purchaseOrder: { description: 'The order that the invoice names.', example: 'PO 2291', format: 'text' },
  certificateNumber: {
    description: 'The number of the certificate.',
    example: '2503-3507-7602',
    format: 'text',
  },
  awardedDate: {
    description: 'The day on which the certification was awarded.',
    example: '2027-03-01',
    format: 'day',
  },
  validThrough: {
    description: 'The last valid day; empty when the certification never expires.',
    example: '2031-02-28',
    format: 'day',
  },
  previousValidThrough: {
    description: 'The last valid day before the change; empty when it did not expire.',
    example: '2031-12-31',
    format: 'day',
  },
  missing: {
    description: 'What the present rules require in addition.',
    example: 'the course Ethics in Office',
    format: 'text',
  },
  graceThrough: {
    description: 'The last day on which the certification can be renewed.',
    example: '2031-03-30',
    format: 'day',
  },
  creditsNeeded: {
    description: 'The credits still needed for renewal.',
    example: '4 General',
    format: 'text',
  },
  awardedCount: { description: 'How many people got the award.', example: '1840', format: 'text' },
  refusedCount: { description: 'How many people did not get the award.', example: '160', format: 'text' },
  actionLink: {
    description:
      'In the text only, on a line of its own: the button or the address of the page on which the recipient acts. A text without it ends with it.',
    example: 'See the registration:\nhttps://training.cascadia.example/Links/Registration/8906-7336',
    format: 'text',
  },
} as const satisfies Record<string, MergeField>;

export type MergeFieldName = keyof typeof mergeFields;

/** The values of a message's fields. Unknown values are absent or blank. */
export type NotificationValues = Readonly<
  Partial<Record<MergeFieldName, string | number>> & {
    /** The IANA time zone in which instants are formatted; by default the tenant's. */
    readonly timeZone?: string;
  }
>;

const recipientFields = ['recipientName', 'recipientFirstName', 'associationName', 'memberName'] as const;
const registrationFields = [
  ...recipientFields,
  'organizationName',
  'className',
  'classStartsAt',
  'classEndsAt',
  'classPlace',
  'confirmationNumber',
  'amountDue',
  'actionLink',
] as const;
const awardRegistrationFields = [...recipientFields, 'awardName', 'amountDue'] as const;

const certificationFields = [
  ...recipientFields,
  'awardName',
  'certificateNumber',
  'awardedDate',
  'validThrough',
  'graceThrough',
] as const;
const certificateFields = [...certificationFields, 'actionLink'] as const;

const awardingFields = [
  ...(['recipientName', 'recipientFirstName', 'associationName'] as const),
  ...(['awardName', 'awardedCount', 'refusedCount'] as const),
] as const;

const reportedFields = [...recipientFields, 'credits', 'activity', 'provider', 'earnedDate'] as const;

/** The fields of each kind of notification. */
export const fieldsByKind = {
  registrationConfirmed: [...registrationFields, 'onlineUrl'],
  registrationPending: [...registrationFields, 'chainName', 'stepName'],
  approvalAsked: [...registrationFields, 'chainName', 'stepName', 'justification'],
  registrationApproved: [...registrationFields, 'decidedByName', 'onlineUrl'],
  registrationDenied: [...registrationFields, 'decidedByName', 'stepName', 'reason'],
  registrationWaitlisted: [...registrationFields, 'waitlistPosition'],
  registrationPromoted: [...registrationFields, 'offerExpiresAt', 'promotionCause'],
  offerExpiring: [...registrationFields, 'offerExpiresAt'],
  offerExpired: [...registrationFields, 'offerExpiresAt'],
  registrationCancelled: [...registrationFields, 'reason'],
  registrationTransferred: [...registrationFields, 'newMemberName', 'newClassName', 'reason'],
  classReminder: [...registrationFields, 'onlineUrl', 'daysLeft'],
  classChanged: [...registrationFields, 'onlineUrl', 'reason', 'lapseWarning'],
  classCancelled: [...registrationFields, 'reason', 'refundDue'],
  evaluationOpened: [...registrationFields, 'answerBy', 'waitingCredits'],
  evaluationReminder: [...registrationFields, 'answerBy', 'waitingCredits'],
  creditsGranted: [...recipientFields, 'credits', 'totalCredits', 'courseName', 'earnedDate'],
  creditsWithheld: [...recipientFields, 'memberName', 'courseName', 'earnedDate', 'reason'],
  creditsReported: reportedFields,
  reportedCreditsApproved: [...reportedFields, 'reason'],
  reportedCreditsReturned: [...reportedFields, 'reason'],
  reportedCreditsRejected: [...reportedFields, 'reason'],
  awardRegistrationPending: awardRegistrationFields,
  awardRegistrationAsked: [...awardRegistrationFields, 'justification'],
  awardRegistrationActive: awardRegistrationFields,
  awardRegistrationBegun: [...awardRegistrationFields, 'justification'],
  awardRegistrationDenied: [...awardRegistrationFields, 'reason'],
  awardRegistrationWithdrawn: [...awardRegistrationFields, 'reason'],
  awardRegistrationEnded: [...awardRegistrationFields, 'reason'],
  awardEarned: [...recipientFields, 'awardName'],
  awardingDone: awardingFields,
  awardingPreviewed: awardingFields,
  awardingFailed: [...awardingFields, 'reason'],
  certificationAwarded: certificateFields,
  certificationExpiring: [...certificateFields, 'daysLeft', 'creditsNeeded'],
  certificationExpired: [...certificationFields, 'creditsNeeded'],
  certificationReevaluated: [...certificationFields, 'previousValidThrough', 'missing'],
  certificationRevoked: [...certificationFields, 'reason'],
  invoiceOverdue: [
    ...recipientFields,
    'invoiceNumber',
    'invoiceDate',
    'dueDate',
    'daysLate',
    'amountOpen',
    'purchaseOrder',
    'actionLink',
  ],
} as const satisfies Record<string, readonly MergeFieldName[]>;
