// Registrations for classes (docs/interface/training.md#class-registration).
import * as z from 'zod';
import { endpoint } from '../../../shared/http/endpoint.ts';
import { callerByDefault, optionalOneOf } from '../../../shared/http/lenient.ts';
import { attendanceModes } from '../attendance-mode.ts';
import { listHeaders, listQuery } from '../listing/listing.ts';
import { byId, ownReadAccess, ownWriteAccess, path, shared } from './access.ts';
import {
  AttendanceResult,
  BulkRegistrationResult,
  CancellationPreview,
  ClassRegistration,
  Eligibility,
  RegistrationPricePreview,
  RegistrationResponse,
  statuses,
} from './presentation/registration-schemas.ts';
import { rosterSortFields } from './presentation/roster-sort.ts';
import {
  AttendanceRequest,
  BulkAttendanceRequest,
  BulkRegistrationRequest,
  CancelRequest,
  ClassRegistrationRequest,
  OverbookRequest,
  PriceRequest,
  reference,
  TransferRequest,
} from './registration-requests.ts';

const registerAccess = { permission: 'own', others: 'OverrideRegistration', token: 'tenant' } as const;
const registrationResponse = { description: 'The registration.', body: ClassRegistration } as const;

export const registerForClass = endpoint({
  ...shared,
  method: 'POST',
  path,
  summary: 'Register for a class',
  description:
    'Decided in one transaction. Registration that is not open is rejected with 422, and so is a class without a seat or a place on the waitlist. Without a seat the registration is Waitlisted; when approval is required, PendingApproval; otherwise Confirmed.',
  selfAs: 'memberId',
  body: ClassRegistrationRequest,
  responses: {
    201: {
      description: 'The outcome.',
      body: RegistrationResponse,
      headers: { Location: 'The address of the registration.' },
    },
  },
  refuses: [
    'ALREADY_REGISTERED',
    'REGISTRATION_CLOSED',
    'NOT_ELIGIBLE',
    'CLASS_FULL',
    'DISCOUNT_NOT_VALID',
    'RATE_LIMIT_EXCEEDED',
  ],
  access: registerAccess,
  also: ['RegisterMembersfromOwnOrganization', 'training.registrations.overbook'],
  budget: { roundTrips: 11, readUnits: 14, writeUnits: 40 },
  example: {
    body: {
      classId: '{{classId}}',
      memberId: '{{personId}}',
      registrationType: 'Admin',
      paymentMethod: 'Invoice',
      notes: 'Vegetarian lunch',
    },
  },
});

export const registerInBulk = endpoint({
  ...shared,
  method: 'POST',
  path: `${path}/Bulk`,
  summary: 'Register members in bulk',
  description:
    'Up to 200 members. Each one is registered or rejected separately, in the order of the request, so that no outcome depends on later members. With validateOnly the result says what would become of each, the seats of those before counted. When an interrupted request is sent again with the same Idempotency-Key, it continues where it stopped.',
  body: BulkRegistrationRequest,
  responses: { 200: { description: 'The outcome for each member.', body: BulkRegistrationResult } },
  refuses: ['DISCOUNT_NOT_VALID', 'RATE_LIMIT_EXCEEDED'],
  access: registerAccess,
  also: ['RegisterMembersfromOwnOrganization', 'training.registrations.overbook'],
  dryRun: 'verdicts',
  budget: { roundTrips: 12, readUnits: 16, writeUnits: 40 },
  example: {
    body: {
      classId: '{{classId}}',
      memberIds: ['{{personId}}'],
      registrationType: 'Admin',
      justification: 'New in the budget office',
    },
  },
});

export const getClassRegistration = endpoint({
  ...shared,
  method: 'GET',
  path: `${path}/{id}`,
  summary: 'Get a registration',
  description: 'With its history.',
  params: byId,
  responses: { 200: { description: 'The registration.', body: ClassRegistration } },
  refuses: ['RESOURCE_NOT_FOUND'],
  access: ownReadAccess,
  also: ['training.approvals.decide'],
  budget: { roundTrips: 4, readUnits: 6 },
  example: { params: { id: '{{registrationId}}' } },
});

export const listClassRegistrations = endpoint({
  ...shared,
  method: 'GET',
  path,
  summary: 'List registrations',
  description:
    'With classId, the roster of a class, for its instructors and holders of training.registrations.read. With memberId, the registrations of a person; with neither, those of the caller. Sorted by createdDate every page of a roster costs the same; other sort fields read all registrations of the class or the person, two to four per read unit.',
  query: z.object({
    classId: reference.optional(),
    memberId: reference.optional().meta({ description: 'The caller by default.' }),
    status: optionalOneOf(statuses).meta({
      description:
        'Only this state; letter case is ignored. Reads all registrations of the class or the person.',
    }),
    ...listQuery(rosterSortFields),
  }),
  responses: {
    200: { description: 'A page of registrations.', body: z.array(ClassRegistration), headers: listHeaders },
  },
  access: ownReadAccess,
  budget: { roundTrips: 5, readUnits: 6 },
  example: { query: { classId: '{{classId}}', page: 1, pageSize: 20 } },
});

export const checkEligibility = endpoint({
  ...shared,
  method: 'GET',
  path: `${path}/eligibility`,
  summary: 'Check eligibility',
  description: 'Returns every rule that prevents a registration, without making one.',
  selfAs: 'memberId',
  query: z.object({
    classId: reference,
    memberId: callerByDefault(reference).meta({ description: 'The caller by default.' }),
    attendanceMode: optionalOneOf(attendanceModes).meta({
      description: 'For a class with separate seats on site and online; on site by default.',
    }),
  }),
  responses: { 200: { description: 'What a registration would result in now.', body: Eligibility } },
  access: ownReadAccess,
  budget: { roundTrips: 10, readUnits: 14 },
  example: { query: { classId: '{{approvalClassId}}', memberId: '{{personId}}' } },
});

export const cancelRegistration = endpoint({
  ...shared,
  method: 'POST',
  path: `${path}/{id}/Cancel`,
  summary: 'Cancel a registration',
  description:
    'The seat goes to the first person on the waitlist for whom there is room, in the same transaction.',
  params: byId,
  body: CancelRequest,
  responses: { 200: registrationResponse },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  access: ownWriteAccess,
  budget: { roundTrips: 5, readUnits: 6, writeUnits: 22 },
  example: { params: { id: '{{registrationId}}' }, body: { reason: 'On duty that week' } },
});

export const getCancellation = endpoint({
  ...shared,
  method: 'GET',
  path: `${path}/{id}/Cancellation`,
  summary: 'Get what a cancellation would cost',
  description:
    'The deadline, the fee before and after it, and what would be due or refunded if the registration were cancelled now. Nothing is changed.',
  params: byId,
  responses: { 200: { description: 'What a cancellation would cost now.', body: CancellationPreview } },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  access: ownReadAccess,
  budget: { roundTrips: 4, readUnits: 6 },
  example: { params: { id: '{{registrationId}}' } },
});

export const getRegistrationPrice = endpoint({
  ...shared,
  method: 'POST',
  path: `${path}/Price`,
  summary: 'Get the price of a registration',
  description:
    'What a registration of this person for this class would cost now: the fee, the discount of a code, and tax. Nothing is redeemed. At most 10 codes may be tried in a minute, and 60 in an hour.',
  selfAs: 'memberId',
  body: PriceRequest,
  responses: { 200: { description: 'The price.', body: RegistrationPricePreview } },
  refuses: ['DISCOUNT_NOT_VALID', 'RATE_LIMIT_EXCEEDED'],
  access: ownReadAccess,
  repeatable: true,
  budget: { roundTrips: 10, readUnits: 14, writeUnits: 2 },
  example: { body: { classId: '{{classId}}', memberId: '{{personId}}' } },
});

export const overbookRegistration = endpoint({
  ...shared,
  method: 'POST',
  path: `${path}/{id}/Overbook`,
  summary: 'Give a seat beyond the limits',
  description:
    'To somebody on the waitlist, for a reason, which the registration keeps and the audit records. The seats that are taken count it.',
  params: byId,
  body: OverbookRequest,
  responses: { 200: registrationResponse },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT', 'NOT_ELIGIBLE'],
  access: { permission: 'training.registrations.overbook', token: 'required' },
  budget: { roundTrips: 7, readUnits: 9, writeUnits: 20 },
  example: { params: { id: '{{waitlistedRegistrationId}}' }, body: { reason: 'Speaker of the afternoon' } },
});

export const transferRegistration = endpoint({
  ...shared,
  method: 'POST',
  path: `${path}/{id}/Transfer`,
  summary: 'Transfer a registration',
  description:
    'To another person, who takes over the seat, or to another class, where a seat must be free; the old seat goes to the waitlist. Returns the new registration.',
  params: byId,
  body: TransferRequest,
  responses: {
    201: { ...registrationResponse, headers: { Location: 'The address of the new registration.' } },
  },
  refuses: [
    'RESOURCE_NOT_FOUND',
    'CONFLICT',
    'ALREADY_REGISTERED',
    'REGISTRATION_CLOSED',
    'NOT_ELIGIBLE',
    'CLASS_FULL',
  ],
  access: ownWriteAccess,
  budget: { roundTrips: 11, readUnits: 16, writeUnits: 32 },
  example: { params: { id: '{{registrationId}}' }, body: { memberId: '{{personId}}' } },
});

export const acceptOffer = endpoint({
  ...shared,
  method: 'POST',
  path: `${path}/{id}/Offer/Accept`,
  summary: 'Accept an offered seat',
  params: byId,
  responses: { 200: registrationResponse },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT', 'REGISTRATION_CLOSED', 'NOT_ELIGIBLE'],
  access: ownWriteAccess,
  budget: { roundTrips: 6, readUnits: 10, writeUnits: 28 },
  example: { params: { id: '{{offeredRegistrationId}}' } },
});

export const declineOffer = endpoint({
  ...shared,
  method: 'POST',
  path: `${path}/{id}/Offer/Decline`,
  summary: 'Decline an offered seat',
  description: 'The seat goes to the next person on the waitlist.',
  params: byId,
  responses: { 200: registrationResponse },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  access: ownWriteAccess,
  budget: { roundTrips: 7, readUnits: 12, writeUnits: 53 },
  example: { params: { id: '{{offeredRegistrationId}}' } },
});

export const recordAttendance = endpoint({
  ...shared,
  method: 'POST',
  path: `${path}/{id}/Attendance`,
  summary: 'Record attendance',
  description:
    'Attended grants the credits of the course; taking it back voids them. For instructors of the class and holders of training.registrations.write.',
  params: byId,
  body: AttendanceRequest,
  responses: { 200: registrationResponse },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  access: ownWriteAccess,
  budget: { roundTrips: 11, readUnits: 18, writeUnits: 46 },
  example: { params: { id: '{{pastRegistrationId}}' }, body: { attendance: 'Attended' } },
});

export const recordAttendanceInBulk = endpoint({
  ...shared,
  method: 'POST',
  path: `${path}/Attendance`,
  summary: 'Record attendance in bulk',
  description:
    'Up to 100 registrations. Each one is recorded or rejected separately; with validateOnly the result says what would become of each.',
  body: BulkAttendanceRequest,
  responses: { 200: { description: 'The outcome for each registration.', body: AttendanceResult } },
  access: ownWriteAccess,
  dryRun: 'verdicts',
  budget: { roundTrips: 11, readUnits: 18, writeUnits: 46 },
  example: {
    body: { attendances: [{ registrationId: '{{pastRegistrationId}}', attendance: 'Attended' }] },
  },
});
