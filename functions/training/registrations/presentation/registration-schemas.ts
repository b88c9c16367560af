// The response schemas of registrations (docs/interface/training.md#class-registration).
import * as z from 'zod';
import { pendingCount, pendingMark } from '../../../../shared/http/rows.ts';
import { attendanceModes } from '../../attendance-mode.ts';
import { ExperienceDeclaration } from '../../experience/experience-schemas.ts';
import { PaymentBalance } from '../../payments/schemas.ts';
import { CancellationTermsView } from '../../prices/cancellation-schemas.ts';
import { PriceView } from '../../prices/schemas.ts';
import { ApprovalView } from '../approval/approval-schemas.ts';
import { paymentMethods } from '../record/payment.ts';
import { phases, type RegistrationStatus, transitions } from '../record/registration.ts';

const moment = z.iso.datetime();
const money = z.number().min(0);

export const statuses = Object.keys(transitions) as [RegistrationStatus, ...RegistrationStatus[]];
const RegistrationStatusName = z.enum(statuses);
export const RegistrationType = z.enum(['Self', 'Manager', 'Admin']);
export const PaymentMethod = z.enum(paymentMethods);

const RegistrationWarnings = z
  .array(
    z.strictObject({
      code: z.enum(['CLASHING_CLASS', 'NO_CREDITS']),
      message: z.string(),
      classId: z.uuid().optional().meta({ description: 'The other class, of CLASHING_CLASS.' }),
    }),
  )
  .optional()
  .meta({
    description:
      'What the person should know, although it does not prevent the registration: another class they are registered for is at the same time (CLASHING_CLASS), or the course gives them no credits again so soon (NO_CREDITS). Absent when there is nothing.',
  });

export const RegistrationResponse = z
  .strictObject({
    registrationId: z.uuid(),
    status: z.enum(['Confirmed', 'PendingApproval', 'Waitlisted']),
    confirmationNumber: z
      .string()
      .meta({ description: 'Unique; the last digit is a check digit.', example: '4821-9075' }),
    message: z.string().meta({ description: 'What happened and what comes next.' }),
    warnings: RegistrationWarnings,
  })
  .meta({ id: 'RegistrationResponse' });

const RegistrationPayment = z
  .strictObject({
    method: PaymentMethod.optional(),
    amountDue: money.meta({
      description: 'By the phase and kind of registrant at the time of registration.',
    }),
    state: z.enum(['free', 'unpaid', 'paid', 'refunded']).meta({
      description: 'balance.state tells also partial and waived, which are unpaid and free here.',
    }),
    paidDate: z.iso.date().optional(),
    amountPaid: money.optional().meta({ description: 'In total, also what was refunded.' }),
    refundedDate: z.iso.date().optional(),
    amountRefunded: money.optional().meta({ description: 'In total; at most amountPaid.' }),
    refundDue: money.optional().meta({
      description:
        'To be refunded: the class was cancelled, or more was paid than is due. Absent once it is refunded.',
    }),
    reference: z.string().optional(),
    currency: z.string().optional().meta({ description: 'ISO 4217, of all amounts.', example: 'USD' }),
    balance: PaymentBalance.optional().meta({
      description:
        'What follows from the ledger. Absent for a registration that was made before there was one, until a payment is recorded.',
    }),
  })
  .meta({ id: 'RegistrationPayment' });

const RegistrationPromotion = z
  .strictObject({
    at: moment,
    cause: z.enum(['Cancelled', 'Denied', 'OfferExpired', 'OfferDeclined', 'Transferred', 'RoomGrew']),
    freedBy: z
      .uuid()
      .optional()
      .meta({ description: 'The registration that had the seat; absent when the class got more room.' }),
  })
  .meta({ id: 'RegistrationPromotion', description: 'Why the registration was promoted from the waitlist.' });

export const ClassRegistration = z
  .strictObject({
    id: z.uuid(),
    classId: z.uuid(),
    sectionName: z.string(),
    classStartsAt: moment,
    courseId: z.uuid(),
    awardId: z.uuid().optional(),
    memberId: z.uuid(),
    memberName: z.string(),
    organizationId: z.uuid().optional(),
    organizationName: z.string().optional(),
    kind: z.enum(['member', 'nonMember']),
    phase: z.enum(phases),
    attendanceMode: z
      .enum(attendanceModes)
      .optional()
      .meta({ description: 'In a class with separate seats on site and online.' }),
    overbooking: z
      .strictObject({ at: moment, by: z.string(), byName: z.string().optional(), reason: z.string() })
      .optional()
      .meta({ description: 'An administrator gave the seat beyond the limits of the class.' }),
    registrationType: RegistrationType,
    registeredBy: z.string(),
    names: z.record(z.string(), z.string()).optional().meta({
      description:
        'The names of the users, clients and people whose ids registeredBy, history and approval say, by id, where they are known; not in replies to changes.',
    }),
    justification: z.string().optional(),
    notes: z.string().optional(),
    experienceDeclaration: ExperienceDeclaration.optional(),
    status: RegistrationStatusName,
    holdsSeat: z.boolean(),
    confirmationNumber: z.string(),
    payment: RegistrationPayment,
    price: PriceView.optional().meta({
      description: 'What payment was charged by, with discount and tax.',
    }),
    cancellation: CancellationTermsView.optional().meta({
      description:
        'What a cancellation costs, as it was when the registration was made; absent where it costs nothing.',
    }),
    cancellationDeadline: moment.optional(),
    waitlistedAt: moment.optional(),
    waitlistPosition: z
      .int()
      .min(1)
      .optional()
      .meta({ description: 'From 1, while it is on the waitlist; not in replies to changes.' }),
    offerExpiresAt: moment.optional(),
    promotion: RegistrationPromotion.optional(),
    approval: ApprovalView.optional(),
    transferredTo: z.uuid().optional(),
    transferredFrom: z.uuid().optional(),
    creditsWait: z
      .strictObject({
        reason: z.literal('Evaluation'),
        since: moment,
        answerBy: moment,
        message: z.string(),
      })
      .optional()
      .meta({
        description: 'Why the credits and the completion of an attended class are not granted yet.',
      }),
    history: z.array(
      z.strictObject({
        at: moment,
        from: RegistrationStatusName.optional(),
        to: RegistrationStatusName,
        by: z.string(),
        reason: z.string().optional(),
      }),
    ),
    version: z.int().min(1).meta({ description: 'The value for If-Match, in quotes: "3".' }),
    createdDate: moment,
    modifiedDate: moment,
  })
  .meta({ id: 'ClassRegistration' });

export const CancellationPreview = z
  .strictObject({
    registrationId: z.uuid(),
    deadline: moment
      .optional()
      .meta({ description: 'Absent where a cancellation costs nothing at any time.' }),
    isBeforeDeadline: z.boolean().optional(),
    feeBefore: money.optional().meta({ description: 'Of a cancellation until the deadline.' }),
    feeAfter: money.optional().meta({ description: 'Of one after it.' }),
    fee: money.meta({ description: 'Of a cancellation now.' }),
    currency: z.string().optional().meta({ description: 'ISO 4217, of all amounts.', example: 'USD' }),
    owed: money.meta({ description: 'What would still be to be paid.' }),
    refundDue: money.meta({ description: 'What would be to be refunded.' }),
    inWords: z.string(),
  })
  .meta({ id: 'CancellationPreview' });

export const RegistrationPricePreview = z
  .strictObject({
    classId: z.uuid(),
    memberId: z.uuid(),
    kind: z.enum(['member', 'nonMember']),
    phase: z.enum(phases),
    ...PriceView.shape,
  })
  .meta({ id: 'RegistrationPricePreview' });

export const Eligibility = z
  .strictObject({
    classId: z.uuid(),
    memberId: z.uuid(),
    isEligible: z.boolean().meta({
      description:
        'Whether a registration would succeed now, with a declaration where experienceToDeclare asks for one.',
    }),
    wouldBe: z.enum(['Confirmed', 'PendingApproval', 'Waitlisted']).optional(),
    wouldBeRefusedWith: z
      .string()
      .optional()
      .meta({ description: 'The error code it would be refused with.' }),
    reasons: z
      .array(
        z.strictObject({
          code: z.string(),
          rule: z.string().optional(),
          message: z.string(),
          remedy: z.string().meta({ description: 'What would be needed.' }),
          target: z.string(),
          id: z.uuid().optional().meta({ description: 'The missing course or award.' }),
        }),
      )
      .meta({ description: 'Every rule that is not met.' }),
    experienceToDeclare: z
      .array(z.strictObject({ id: z.uuid(), name: z.string() }))
      .optional()
      .meta({
        description:
          'Experience that the course requires: the registration has to send experienceDeclaration. Absent when there is none.',
      }),
    warnings: RegistrationWarnings,
    kind: z.enum(['member', 'nonMember']),
    phase: z.enum(phases),
    fee: money,
    currency: z.string().meta({ description: 'ISO 4217, of the fee.', example: 'USD' }),
    price: PriceView.meta({ description: 'The fee with tax; Price also takes a discount code.' }),
    cancellation: CancellationTermsView.optional().meta({
      description: 'What a cancellation would cost; absent where it costs nothing.',
    }),
    cancellationDeadline: moment.optional(),
    seatsLeft: z
      .int()
      .optional()
      .meta({ description: 'For this kind of registrant; absent when unlimited.' }),
    attendanceMode: z
      .enum(attendanceModes)
      .optional()
      .meta({ description: 'In a class with separate seats: the way to attend that this answer is about.' }),
    separateSeats: z
      .strictObject({
        onSite: z.int().nullable().meta({ description: 'Seats left; null when unlimited.' }),
        online: z.int().nullable(),
      })
      .optional()
      .meta({
        description: 'In a class with separate seats: those left of each, for this kind of registrant.',
      }),
    waitlistPlacesLeft: z.int(),
    needsApproval: z.boolean(),
  })
  .meta({ id: 'Eligibility' });

/** The rejection of one part of a bulk request. */
const Refusal = z.strictObject({
  code: z.string(),
  message: z.string(),
  target: z.string().optional(),
  details: z.array(z.strictObject({ code: z.string(), message: z.string(), target: z.string() })).optional(),
});

const row = z.int().meta({ description: 'The index of the entry in the request, from 0.' });
/** What an entry of a bulk request names, as it was sent. */
const sentId = z.string().optional();

export const BulkRegistrationResult = z
  .strictObject({
    classId: z.uuid(),
    confirmed: z.int(),
    pendingApproval: z.int(),
    waitlisted: z.int(),
    refused: z.int(),
    pending: pendingCount,
    results: z.array(
      z.strictObject({
        row,
        memberId: sentId,
        isPending: pendingMark,
        registration: RegistrationResponse.optional(),
        wouldBe: z
          .enum(['Confirmed', 'PendingApproval', 'Waitlisted'])
          .optional()
          .meta({ description: 'In a dry run, in place of the registration.' }),
        message: z.string().optional().meta({ description: 'In a dry run: what would happen.' }),
        warnings: RegistrationWarnings,
        error: Refusal.optional(),
      }),
    ),
  })
  .meta({
    id: 'BulkRegistrationResult',
    description: 'In the order of the request; an entry that comes twice counts once.',
  });

export const AttendanceResult = z
  .strictObject({
    noted: z.int(),
    refused: z.int(),
    pending: pendingCount,
    results: z.array(
      z.strictObject({
        row,
        registrationId: sentId,
        isPending: pendingMark,
        status: RegistrationStatusName.optional(),
        error: Refusal.optional(),
      }),
    ),
  })
  .meta({ id: 'AttendanceResult', description: 'In the order of the request.' });
