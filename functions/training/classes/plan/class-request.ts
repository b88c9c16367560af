// The request bodies that create, change and cancel a class.
import * as z from 'zod';
import { webAddress } from '../../../../shared/directory/record/fields.ts';
import { fitsSchema } from '../../../../shared/http/request/fits-schema.ts';
import { money } from '../../../../shared/money/amount.ts';
import { momentOrLocalTime } from '../../../../shared/time/moment-schemas.ts';
import { CancellationTermsInput } from '../../prices/cancellation-schemas.ts';
import { locationTypes, maxSessions } from '../record/class.ts';
import { RecurrenceChangeRequest, RecurrenceRequest } from './recurrence-request.ts';
import { classDay, dayOutOfRange, endTime, isClassDay, time } from './session-fields.ts';

const line = (longest: number) => z.string().trim().max(longest).nullish();
const reference = z.guid().toLowerCase();

/**
 * Responses give the number of an object type (docs/interface/training.md#class-list-item), so requests may send it
 * back; 0 means none.
 */
const objectType = z.preprocess(
  (value) => (value === 0 || value === '0' ? null : typeof value === 'number' ? String(value) : value),
  z
    .string()
    .regex(
      /^(\d{1,10}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i,
      'the id of an object type, or its number',
    )
    .toLowerCase()
    .nullable(),
);

const moment = z
  .string()
  .refine(fitsSchema(momentOrLocalTime), {
    message: 'Must be a date and time as YYYY-MM-DDThh:mm, or with Z or an offset such as -05:00.',
    params: { code: 'INVALID_FORMAT' },
    abort: true,
  })
  .refine(isClassDay, dayOutOfRange)
  .nullish()
  .meta({
    description:
      'An instant when it has Z or an offset; otherwise a local time in the time zone of the class. A local time that is skipped when clocks go forward means the moment after; one that occurs twice means the first.',
    example: '2027-03-01T12:00:00Z',
  });

const SessionRequest = z
  .object({
    id: reference
      .nullish()
      .meta({ description: 'The id of an existing session; without it the session is new.' }),
    title: line(200),
    date: classDay(),
    startTime: time,
    endTime,
  })
  .meta({ id: 'ClassSessionRequest' });

const InstructorRequest = z
  .object({
    personId: reference,
    isLead: z.boolean().nullish().meta({ description: 'By default the first instructor leads.' }),
    isGuest: z.boolean().nullish(),
  })
  .meta({ id: 'ClassInstructorRequest' });

/** The most seats that a class can have is 100,000. */
const seats = z.int().min(0).max(100_000).nullish();
const fee = money.nullish();

const PhaseRequest = z
  .object({
    endsAt: moment,
    memberSeats: seats.meta({
      description: 'The most seats members may hold until the phase ends, including those of earlier phases.',
    }),
    nonMemberSeats: seats,
    memberFee: fee.meta({ description: '0 by default.', example: 125 }),
    nonMemberFee: fee,
  })
  .meta({ id: 'RegistrationPhaseRequest' });

const RegistrationRequest = z
  .object({
    isTurnedOn: z.boolean().nullish().meta({ description: 'True by default.' }),
    opensAt: moment,
    closesAt: moment,
    nonMembersAllowed: z.boolean().nullish().meta({ description: 'False by default.' }),
    capacity: z
      .int()
      .min(1)
      .max(100_000)
      .nullish()
      .meta({ description: 'The most seats; unlimited when absent.' }),
    early: PhaseRequest.nullish().meta({
      description: 'Registration before the standard phase; null for none.',
    }),
    standard: PhaseRequest.nullish(),
    late: PhaseRequest.nullish().meta({
      description: 'Registration after the standard phase; null for none.',
    }),
    separateSeats: z.object({ onSite: seats, online: seats }).nullish().meta({
      description:
        'The most seats on site and online, each unlimited when absent, for a class that takes place in both ways: registrations then choose how they attend. Null for seats that are counted together.',
    }),
    waitlistSize: z.int().min(0).max(10_000).nullish(),
    offerHours: z.int().min(0).max(8_760).nullish(),
    pendingHoldsSeat: z.boolean().nullish(),
    mayReapplyAfterDenial: z.boolean().nullish(),
    taxRateId: reference.nullish().meta({
      description: 'The rate of tax of the fees, of Settings/TaxRates; that of the tenant when absent.',
    }),
    cancellation: CancellationTermsInput.nullish().meta({
      description: 'What cancellations cost; as the course says when absent, or else Settings/Registration.',
    }),
    approvalChainId: reference
      .nullish()
      .meta({ description: 'The id of an approval chain in Settings; null for none.' }),
  })
  .meta({
    id: 'RegistrationSettingsRequest',
    description: 'Fields that are absent take the tenant’s settings.',
  });

const room = { roomNumber: line(100) } as const;
const address = {
  addressLine1: line(200),
  city: line(100),
  state: line(100),
  zipCode: line(20),
  country: line(100),
} as const;

const LocationRequest = z
  .object({
    name: line(200),
    ...room,
    ...address,
    classRoom: z.object(room).nullish(),
    address: z.object(address).nullish(),
  })
  .meta({ description: 'Room and address may also be nested, as class responses present them.' });

/** Responses present the location type as an object with a name, so requests may send it back. */
const locationType = z.preprocess(
  (value) => (typeof value === 'object' && value !== null && 'name' in value ? value.name : value),
  z.enum(locationTypes).nullish(),
);

const sessions = z.array(SessionRequest).min(1).max(maxSessions);
const sectionName = z.string().trim().min(1).max(200).meta({ example: 'Budget Basics, spring' });

const fields = {
  description: line(2000),
  awardId: reference.nullish().meta({ description: 'The award that the class leads to.' }),
  objectTypeId: objectType.nullish().meta({
    description:
      'An object type in Settings, by its id or by the number that class responses give; 0 for none.',
  }),
  timeZone: z.string().trim().max(100).nullish().meta({
    description: "An IANA or Windows name; the tenant's time zone by default.",
    example: 'America/New_York',
  }),
  instructors: z.array(InstructorRequest).max(20).nullish(),
  locationType: locationType.meta({ description: 'onlocation by default.' }),
  location: LocationRequest.nullish(),
  onlineUrl: webAddress
    .nullish()
    .meta({ description: 'The online meeting; visible to people with a seat, instructors and staff.' }),
  locationAccessDetail: line(1000).meta({ description: 'How to get in; visible to the same people.' }),
  registrationUrlOnLine: webAddress.nullish(),
  registrationUrlOnLocation: webAddress.nullish(),
  eventId: line(100).meta({ description: 'The id of its event in another service.' }),
  tags: z.array(z.string().trim().min(1).max(100)).max(50).nullish(),
  registration: RegistrationRequest.nullish(),
  allowDoubleBooking: z.boolean().nullish().meta({
    description:
      'Whether an instructor or the room may be booked for another class at the same time; false by default.',
  }),
} as const;

export const ClassCreateRequest = z
  .object({
    sectionName,
    courseId: reference.meta({ description: 'The course that is taught, in its current edition.' }),
    sessions: sessions.nullish(),
    recurrence: RecurrenceRequest.nullish().meta({
      description: 'A rule that gives the sessions; instead of sessions.',
    }),
    ...fields,
  })
  .refine(({ sessions: sent, recurrence }) => Boolean(sent) !== Boolean(recurrence), {
    message: 'A class needs either sessions, or a recurrence that gives them.',
    path: ['sessions'],
    params: { code: 'REQUIRED_FIELD' },
  })
  .meta({ id: 'ClassCreateRequest', description: 'Either sessions or recurrence is required.' });
export const ClassUpdateRequest = z
  .object({
    sectionName: sectionName.nullish(),
    sessions: sessions.nullish(),
    recurrence: RecurrenceChangeRequest.nullish().meta({
      description:
        'A rule that gives the sessions that have not begun; instead of sessions. Those that have begun stay.',
    }),
    ...fields,
  })
  .meta({
    id: 'ClassUpdateRequest',
    description:
      'Only fields that are sent change; null clears. Sessions and instructors are replaced as a whole.',
  });
export const ClassCancelRequest = z
  .object({ reason: z.string().trim().min(1).max(1000).meta({ example: 'The instructor is ill.' }) })
  .meta({ id: 'ClassCancelRequest' });

export type CreateClassInput = z.output<typeof ClassCreateRequest>;
export type UpdateClassInput = z.output<typeof ClassUpdateRequest>;
export type RegistrationSettingsInput = z.output<typeof RegistrationRequest>;
export type PhaseInput = z.output<typeof PhaseRequest>;
