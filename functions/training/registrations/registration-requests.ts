// The request bodies of registrations (docs/interface/training.md#class-registration).
import * as z from 'zod';
import { callerByDefault, optionalOrBlank } from '../../../shared/http/lenient.ts';
import { rowOf } from '../../../shared/http/rows.ts';
import { money } from '../../../shared/money/amount.ts';
import { attendanceModes } from '../attendance-mode.ts';
import { ExperienceDeclarationText } from '../experience/experience-schemas.ts';
import { PaymentMethod, RegistrationType } from './presentation/registration-schemas.ts';

export const reference = z.guid().toLowerCase();
/** The longest texts of a registration (docs/interface/limits.md#fields). */
export const registrationLimits = { justification: 1000, notes: 500 } as const;
const noteText = (limit: number) => z.string().trim().max(limit);

const AttendanceModeInput = optionalOrBlank(z.enum(attendanceModes).nullable());

/** The fields of a registration for one or many members. */
const sharedFields = {
  registrationType: optionalOrBlank(RegistrationType.nullable()).meta({
    description:
      'Self by default. Manager registers members of the caller’s organization, which needs RegisterMembersfromOwnOrganization, and people whom the caller manages; Admin registers anyone and needs OverrideRegistration.',
  }),
  justification: noteText(registrationLimits.justification)
    .nullish()
    .meta({ description: 'The reason, for the approvers.' }),
  paymentMethod: optionalOrBlank(PaymentMethod.nullable()).meta({
    description: 'How the amount due will be paid. Free only when nothing is due.',
  }),
  notes: noteText(registrationLimits.notes).nullish(),
  experienceDeclaration: ExperienceDeclarationText,
  overrideRules: z.boolean().nullish().meta({
    description:
      'With registrationType Admin: ignores registration dates, prerequisites and approval. Seat limits apply unless overbookReason is sent.',
  }),
  attendanceMode: AttendanceModeInput.meta({
    description:
      'How the person attends a class with separate seats on site and online; on site by default. Not for other classes.',
  }),
  overbookReason: noteText(500).nullish().meta({
    description:
      'With registrationType Admin and the permission training.registrations.overbook: gives a seat although none is left, ahead of the waitlist, for this reason, which is audited.',
  }),
} as const;

const discountCode = noteText(40).nullish().meta({
  description: 'A discount code; case, spaces and hyphens don’t matter.',
});

export const PriceRequest = z
  .object({
    classId: reference,
    memberId: callerByDefault(reference).meta({ description: 'The caller by default.' }),
    discountCode,
  })
  .meta({ id: 'RegistrationPriceRequest' });

export const ClassRegistrationRequest = z
  .object({
    classId: reference.meta({ description: 'The class to register for.' }),
    memberId: callerByDefault(reference).meta({
      description: 'The person who is registered; the caller by default.',
    }),
    discountCode,
    ...sharedFields,
  })
  .meta({ id: 'ClassRegistrationRequest' });
export type ClassRegistrationInput = z.output<typeof ClassRegistrationRequest>;

export const BulkRegistrationRequest = z
  .object({
    classId: reference,
    memberIds: z
      .array(rowOf(reference))
      .min(1)
      .max(200)
      .meta({ description: 'The people to register, in the order in which they get seats.' }),
    discountCode: discountCode.meta({
      description:
        'A discount code for each of them, within its limits: a row beyond them is refused. An unknown code refuses the request.',
    }),
    ...sharedFields,
  })
  .meta({ id: 'BulkRegistrationRequest' });

const AttendanceState = z.enum(['Attended', 'NoShow', 'Confirmed']).meta({
  description: 'Attended or NoShow; Confirmed takes back what was recorded.',
});
const reason = noteText(500).nullish();

export const AttendanceRequest = z
  .object({ attendance: AttendanceState, reason })
  .meta({ id: 'AttendanceRequest' });
export const BulkAttendanceRequest = z
  .object({
    attendances: z
      .array(
        rowOf(
          z
            .object({ registrationId: reference, attendance: AttendanceState })
            .meta({ id: 'BulkAttendanceRow' }),
        ),
      )
      .min(1)
      .max(100),
    reason,
  })
  .meta({ id: 'BulkAttendanceRequest' });

export const CancelRequest = z
  .object({
    reason,
    waiveFee: z.boolean().nullish().meta({
      description: 'Nothing is charged for the cancellation; for holders of training.registrations.write.',
    }),
  })
  .meta({ id: 'CancelRegistrationRequest' });

export const OverbookRequest = z
  .object({ reason: noteText(500).min(1).meta({ example: 'Speaker of the afternoon' }) })
  .meta({ id: 'OverbookRegistrationRequest' });

export const TransferRequest = z
  .object({
    memberId: reference.nullish().meta({ description: 'The person who takes over the seat.' }),
    classId: reference.nullish().meta({ description: 'The class to move to.' }),
    reason,
    experienceDeclaration: ExperienceDeclarationText,
    attendanceMode: AttendanceModeInput.meta({
      description: 'With classId: how the person attends a class with separate seats; on site by default.',
    }),
  })
  .refine(({ memberId, classId }) => !memberId || !classId, {
    path: ['memberId'],
    message:
      'Both memberId and classId were sent, but a registration can go to another person or to another class, not both; send one of them.',
    params: { code: 'NOT_ALLOWED' },
  })
  .refine(({ memberId, classId }) => memberId || classId, {
    path: ['memberId'],
    message:
      'Send either memberId, to transfer the seat to another person, or classId, to move to another class.',
    params: { code: 'REQUIRED_FIELD' },
  })
  .meta({ id: 'TransferRegistrationRequest', description: 'To another person, or to another class.' });

export const PaymentRequest = z
  .object({
    state: z.enum(['paid', 'refunded']),
    amount: money.nullish().meta({ description: 'By default what is due, or what was paid.' }),
    date: z.iso.date().nullish().meta({ description: 'Today in the time zone of the tenant by default.' }),
    method: PaymentMethod.exclude(['Free']).nullish(),
    reference: noteText(100)
      .nullish()
      .meta({ description: 'The number of an order, an invoice or a cheque.' }),
  })
  .meta({ id: 'RegistrationPaymentRequest', description: 'Card data in any field is rejected.' });
