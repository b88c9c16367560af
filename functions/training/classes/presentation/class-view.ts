// The response schemas of a class, with the field names of docs/interface/training.md#class-list-item, #class-detail,
// misspellings included.
import * as z from 'zod';
import { locationTypes } from '../record/class.ts';
import { RegistrationView } from './registration-view.ts';

const exampleText = (example: string) => z.string().meta({ example });
const localDateTime = exampleText('2027-04-14T09:00:00').meta({
  description: 'Local time in the time zone of the class, without an offset.',
});
const count = z.int().min(0);

const ParentCourse = z
  .strictObject({
    id: z.uuid(),
    name: z.string().meta({ description: 'Its name in the edition that the class teaches.' }),
    hex: z.string().nullable(),
    iconReference: z.string().nullable(),
    icon: z.strictObject({ iconReference: z.string().nullable() }),
    courseAwardCount: count,
    creditHours: z.number().nullable(),
    courseAwards: z.array(z.strictObject({ id: z.uuid(), name: z.string() })),
    courseCreditMapping: z.array(
      z.strictObject({ creditId: z.uuid(), creditName: z.string(), credits: z.string() }),
    ),
  })
  .meta({ id: 'ClassCourse' });

const CreditMapping = z
  .strictObject({
    id: z.string(),
    courseId: z.uuid(),
    courseName: z.string(),
    creditId: z.uuid(),
    creditName: z.string(),
    credits: exampleText('6'),
    isSingleCredittype: z.boolean(),
    pricePerHour: z.number().nullable(),
    isSystemGenerated: z.boolean(),
  })
  .meta({ id: 'ClassCredit' });

const Instructor = z
  .strictObject({
    id: z.uuid(),
    fullName: z.string(),
    thumbnailUrl: z.string().nullable(),
    isLead: z.boolean(),
    isGuest: z.boolean(),
    isActive: z.boolean(),
    isDeleted: z.boolean().meta({ description: 'The person is no longer in the directory.' }),
  })
  .meta({ id: 'ClassInstructor' });

const Session = z
  .strictObject({
    id: z.uuid(),
    timeZone: exampleText('Eastern Standard Time'),
    sessionStatus: exampleText('Upcoming Session'),
    sessionDate: exampleText('2027-04-14T00:00:00'),
    startTime: exampleText('1:00 PM'),
    endTime: exampleText('4:30 PM'),
  })
  .meta({ id: 'ClassSession' });

const Attendee = z
  .strictObject({
    id: z.uuid(),
    name: z.string(),
    email: z.string().nullable(),
    imageThumbUrl: z.string().nullable(),
    isFavorite: z.literal(false),
    isActive: z.boolean(),
    isDeleted: z.boolean().meta({ description: 'The person is no longer in the directory.' }),
  })
  .meta({ id: 'ClassAttendee' });

const Person = z.strictObject({ id: z.uuid(), name: z.string(), imageThumbUrl: z.string().nullable() });
const thumbnails = {
  instructor1ImageUrl: z.string().nullable(),
  instructor2ImageUrl: z.string().nullable(),
  instructor3ImageUrl: z.string().nullable(),
  attendee1ImageUrl: z.string().nullable(),
  attendee2ImageUrl: z.string().nullable(),
  attendee3ImageUrl: z.string().nullable(),
} as const;

const LocationTypeView = z
  .strictObject({ id: z.int(), name: z.enum(locationTypes) })
  .meta({ id: 'ClassLocationType' });

export const ClassView = z
  .strictObject({
    id: z.uuid(),
    sectionName: z.string(),
    parentCourse: ParentCourse,
    isFavorite: z.literal(false),
    sessionType: exampleText('Single Session'),
    multiSessionType: exampleText('').meta({ description: '`Custom` for a class with several sessions.' }),
    objectTypeId: count.meta({ description: 'The number of the object type; 0 for none.' }),
    objectType: z.string().nullable(),
    classDuration: count.meta({ description: 'The number of days with a session.' }),
    classDurationType: z.literal('Day'),
    timeZone: exampleText('Eastern Standard Time').meta({ description: 'The Windows name.' }),
    startDate: localDateTime,
    endDate: localDateTime,
    registrationState: exampleText('Standard Registration On'),
    classState: exampleText('Upcoming'),
    revenue: z.number().nullable().meta({
      description:
        'Payments less refunds. Only for a single class, with up to 200 registrations, and for callers who may read its roster.',
    }),
    locationType: LocationTypeView,
    classSessionSettings: z.array(
      z.strictObject({
        sequenceNumber: z.int(),
        sessionDay: exampleText('Wednesday'),
        sessionStartTime: exampleText('1:00 PM'),
        sessionEndTime: exampleText('4:30 PM'),
        hasEndTime: z.boolean(),
      }),
    ),
    classInstructorsCount: count,
    classAttendeesCount: count.meta({ description: 'The number of taken seats.' }),
    ...thumbnails,
    isCreditTypeSingle: z.boolean(),
    classAttendees: z.array(Attendee).meta({
      description:
        'The people with a seat, of the first 200 registrations. Only for a single class, and for callers who may read its roster, which lists all.',
    }),
    classInstructors: z.array(Instructor),
    classSessions: z.array(Session),
    classTag: z.array(z.strictObject({ tagName: z.string() })),
    courseCreditMapping: z.array(CreditMapping),
    createdOn: z.iso.datetime(),
    createdBy: Person.nullable(),
    modifiedOn: z.iso.datetime(),
    modifiedBy: Person.nullable(),
    onlineSeatAvailable: count.nullable().meta({ description: 'Null when seats are unlimited.' }),
    inPersonSeatAvailable: count.nullable(),
    isFreeClass: z.boolean(),
    currency: exampleText('USD').meta({ description: 'ISO 4217, of the fees and the revenue.' }),
    isAlreadyRegistered: z.boolean().meta({ description: 'Whether the caller has a live registration.' }),
    pastRejecttionCount: count.meta({ description: 'How often a registration of the caller was denied.' }),
    isClassRegistrationAllow: z.boolean(),
    registrationWorkFlowId: z.int(),
    approvalWorkFlowId: z.int().meta({ description: '1 when an approval chain must agree, else 0.' }),
    classRegistrationSetting: RegistrationView,
    event: z.array(z.strictObject({ id: z.string() })),
    creditStatus: z.null(),
    registeredPeople: z
      .string()
      .meta({ description: 'The id of the caller’s person when registered, else all zeros.' }),
    isSubmitted: z.boolean().meta({ description: 'Whether the caller’s registration awaits approval.' }),
    endorsements: z.array(z.never()),
    endorsementCount: z.literal(0),
    isLite: z.literal(false),
    registrationUrlOnLine: z.string().nullable(),
    registrationUrlOnLocation: z.string().nullable(),
    classLinkTypeId: z.null(),
    locationUrl: z.string().nullable().meta({
      description: 'The online meeting; null unless the caller has a seat, teaches the class or is staff.',
    }),
    locationUrlId: z.null(),
    isTLMSAccessCriteriaMet: z.literal(false),
    talentLMSNAReasons: z.array(z.never()),
  })
  .meta({ id: 'Class' });

const nullableText = z.string().nullable();

export const ClassDetailView = ClassView.extend({
  description: z.string().nullable(),
  classLocationType: z.strictObject({ name: z.enum(locationTypes) }),
  location: z.strictObject({
    name: nullableText,
    classRoom: z.strictObject({ roomNumber: nullableText }),
    address: z.strictObject({
      addressLine1: nullableText,
      city: nullableText,
      state: nullableText,
      zipCode: nullableText,
      country: nullableText,
    }),
  }),
  locationAccessDetail: z.string().nullable().meta({
    description: 'How to get in; null unless the caller has a seat, teaches the class or is staff.',
  }),
  objectTypeGuid: z.uuid().nullable().meta({ description: 'The id of the object type in Settings.' }),
  version: z.int().meta({ description: 'The value for If-Match, in quotes.' }),
  courseId: z.uuid(),
  courseEdition: z.int(),
  awardId: z.uuid().nullable(),
  approvalChain: z.strictObject({ id: z.uuid(), name: z.string().nullable() }).nullable(),
  ianaTimeZone: exampleText('America/New_York'),
  sessions: z.array(
    z.strictObject({
      id: z.uuid(),
      title: z.string().nullable(),
      date: z.iso.date(),
      startTime: exampleText('13:00'),
      endTime: exampleText('16:30'),
      startsAt: z.iso.datetime(),
      endsAt: z.iso.datetime(),
      notes: z
        .array(z.string())
        .meta({ description: 'Remarks on times that occur twice when clocks go back.' }),
    }),
  ),
  seats: z
    .strictObject({
      taken: count,
      waiting: count,
      left: z
        .strictObject({ member: count.nullable(), nonMember: count.nullable() })
        .meta({ description: 'In the current phase; null when seats are unlimited.' }),
    })
    .meta({ id: 'ClassSeats' }),
  registrationClosesAt: z.iso.datetime(),
  changeReason: z.string().nullable().meta({ description: 'Why sessions were last moved or cancelled.' }),
  cancelledDate: z.iso.datetime().nullable(),
  cancelReason: z.string().nullable(),
}).meta({ id: 'ClassDetail' });
