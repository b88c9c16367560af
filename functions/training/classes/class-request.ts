// What may be said of a class when it is created or changed.
import * as z from 'zod';
import { webAddress } from '../../../shared/directory/fields.ts';
import { parseClockTime } from '../../../shared/time/clock-time.ts';
import { day } from '../list-body.ts';
import { money } from '../money.ts';
import { firstClassDay, lastClassDay, locationTypes } from './class.ts';

const line = (longest: number) => z.string().trim().max(longest).nullish();
const reference = z.guid().toLowerCase();

/**
 * A class is shown with the number of its object type (docs/interface/training.md#types), so that is what comes back.
 */
const objectType = z.preprocess(
  (sent) => (sent === 0 || sent === '0' ? null : typeof sent === 'number' ? String(sent) : sent),
  z
    .string()
    .regex(
      /^(\d{1,10}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i,
      'the id of an object type, or its number',
    )
    .toLowerCase()
    .nullable(),
);

/** Times of day arrive as 13:00, 13:00:00 or 1:00 PM (docs/interface/training.md#class-times) and go on as 13:00. */
const time = z
  .string()
  .refine((sent) => parseClockTime(sent) !== undefined, {
    message: 'Must be a time of day as 13:00 or 1:00 PM.',
    params: { code: 'INVALID_FORMAT' },
  })
  .meta({ description: 'A time of day in the time zone of the class: 13:00 or 1:00 PM.', example: '13:00' })
  .transform((sent) => parseClockTime(sent) ?? sent);

/** Whether a date, or a date and time, is one that classes can have. */
const isClassDay = (sent: string): boolean =>
  sent.slice(0, 10) >= firstClassDay && sent.slice(0, 10) <= lastClassDay;
const dayOutOfRange = {
  message: `Must lie between ${firstClassDay} and ${lastClassDay}.`,
  params: { code: 'OUT_OF_RANGE' },
};

const iso = z.iso.datetime({ offset: true, local: true });
const moment = z
  .string()
  .refine((sent) => iso.safeParse(sent).success, {
    message: 'Must be a date and time as YYYY-MM-DDThh:mm, or with Z or an offset such as -05:00.',
    params: { code: 'INVALID_FORMAT' },
    abort: true,
  })
  .refine(isClassDay, dayOutOfRange)
  .nullish()
  .meta({
    description:
      'With Z or an offset an instant; without, a local time in the time zone of the class. A time that clocks skip means the moment after, one that comes twice the first.',
    example: '2027-03-01T12:00:00Z',
  });

const SessionRequest = z
  .object({
    id: reference.nullish().meta({ description: 'That of a session that is there; another one is new.' }),
    title: line(200),
    date: day()
      .refine(isClassDay, dayOutOfRange)
      .meta({ description: 'YYYY-MM-DD in the time zone of the class.', example: '2027-04-14' }),
    startTime: time,
    endTime: time,
  })
  .meta({ id: 'ClassSessionRequest' });

const InstructorRequest = z
  .object({
    personId: reference,
    isLead: z.boolean().nullish().meta({ description: 'The first instructor leads when nobody is said to.' }),
    isGuest: z.boolean().nullish(),
  })
  .meta({ id: 'ClassInstructorRequest' });

/** Seats of classes go up to here. */
const seats = z.int().min(0).max(100_000).nullish();
const fee = money.nullish();

const PhaseRequest = z
  .object({
    endsAt: moment,
    memberSeats: seats.meta({
      description: 'Most seats taken by members until the phase ends, all counted.',
    }),
    nonMemberSeats: seats,
    memberFee: fee.meta({ description: '0 unless told.', example: 125 }),
    nonMemberFee: fee,
  })
  .meta({ id: 'RegistrationPhaseRequest' });

const RegistrationRequest = z
  .object({
    isTurnedOn: z.boolean().nullish().meta({ description: 'True unless told.' }),
    opensAt: moment,
    closesAt: moment,
    nonMembersAllowed: z.boolean().nullish().meta({ description: 'False unless told.' }),
    capacity: z
      .int()
      .min(1)
      .max(100_000)
      .nullish()
      .meta({ description: 'Most seats; no limit when absent.' }),
    early: PhaseRequest.nullish().meta({
      description: 'Registration before the standard phase; null for none.',
    }),
    standard: PhaseRequest.nullish(),
    late: PhaseRequest.nullish().meta({
      description: 'Registration after the standard phase; null for none.',
    }),
    waitlistSize: z.int().min(0).max(10_000).nullish(),
    offerHours: z.int().min(0).max(8_760).nullish(),
    pendingHoldsSeat: z.boolean().nullish(),
    mayReapplyAfterDenial: z.boolean().nullish(),
    approvalChainId: reference
      .nullish()
      .meta({ description: 'An approval chain of Settings; null for none.' }),
  })
  .meta({
    id: 'RegistrationSettingsRequest',
    description: 'Where nothing is said, the settings of the tenant apply.',
  });

const LocationRequest = z.object({
  name: line(200),
  roomNumber: line(100),
  addressLine1: line(200),
  city: line(100),
  state: line(100),
  zipCode: line(20),
  country: line(100),
});

const sessions = z.array(SessionRequest).min(1).max(100);
const sectionName = z.string().trim().min(1).max(200).meta({ example: 'Budget Basics, spring' });

const fields = {
  description: line(2000),
  awardId: reference.nullish().meta({ description: 'The award it leads to.' }),
  objectTypeId: objectType.nullish().meta({
    description:
      'An object type of Settings, by its id or by the number that classes show for it; 0 for none.',
  }),
  timeZone: z.string().trim().max(100).nullish().meta({
    description: "An IANA or a Windows name; the tenant's unless told.",
    example: 'America/New_York',
  }),
  instructors: z.array(InstructorRequest).max(20).nullish(),
  locationType: z.enum(locationTypes).nullish().meta({ description: 'onlocation unless told.' }),
  location: LocationRequest.nullish(),
  onlineUrl: webAddress
    .nullish()
    .meta({ description: 'Where it is held online; shown to those with a seat, its instructors and staff.' }),
  locationAccessDetail: line(1000).meta({ description: 'How to get in; shown to the same.' }),
  registrationUrlOnLine: webAddress.nullish(),
  registrationUrlOnLocation: webAddress.nullish(),
  eventId: line(100).meta({ description: 'The event it belongs to, by its id in another service.' }),
  tags: z.array(z.string().trim().min(1).max(100)).max(50).nullish(),
  registration: RegistrationRequest.nullish(),
} as const;

export const ClassCreateRequest = z
  .object({
    sectionName,
    courseId: reference.meta({ description: 'The course that is taught, in its present edition.' }),
    sessions,
    ...fields,
  })
  .meta({ id: 'ClassCreateRequest' });
export const ClassUpdateRequest = z
  .object({ sectionName: sectionName.nullish(), sessions: sessions.nullish(), ...fields })
  .meta({
    id: 'ClassUpdateRequest',
    description: 'Only what is sent is changed; null clears. Sessions and instructors are replaced whole.',
  });
export const ClassCancelRequest = z
  .object({ reason: z.string().trim().min(1).max(1000).meta({ example: 'The instructor is ill.' }) })
  .meta({ id: 'ClassCancelRequest' });

export type CreateClassInput = z.output<typeof ClassCreateRequest>;
export type UpdateClassInput = z.output<typeof ClassUpdateRequest>;
export type RegistrationSettingsInput = z.output<typeof RegistrationRequest>;
export type PhaseInput = z.output<typeof PhaseRequest>;
