// Registrations for classes (docs/interface/training.md#class-registration).
import * as z from 'zod';
import { endpoint } from '../../../shared/http/endpoint.ts';
import { optionalOneOf } from '../../../shared/http/lenient.ts';
import { listHeaders, listQuery } from '../listing.ts';
import {
  AttendanceRequest,
  BulkAttendanceRequest,
  BulkRegistrationRequest,
  CancelRequest,
  ClassRegistrationRequest,
  PaymentRequest,
  reference,
  TransferRequest,
} from './registration-requests.ts';
import {
  AttendanceResult,
  BulkRegistrationResult,
  ClassRegistration,
  Eligibility,
  RegistrationResponse,
  statuses,
} from './registration-schemas.ts';
import { rosterSortFields } from './roster-sort.ts';

const path = '/api/v1/registration/ClassRegistration';
const byId = z.object({ id: reference.meta({ description: 'The id of the registration.' }) });
const shared = { area: 'training', tags: ['Registration'] } as const;
const ownReadAccess = {
  permission: 'own',
  others: 'training.registrations.read',
  token: 'required',
} as const;
const ownWriteAccess = {
  permission: 'own',
  others: 'training.registrations.write',
  token: 'tenant',
} as const;
const registerAccess = { permission: 'own', others: 'OverrideRegistration', token: 'tenant' } as const;
const writeAccess = { permission: 'training.registrations.write', token: 'tenant' } as const;
const registrationResponse = {
  description: 'The registration as it is now.',
  body: ClassRegistration,
} as const;

export const registerForClass = endpoint({
  ...shared,
  method: 'POST',
  path,
  summary: 'Register somebody for a class',
  description:
    'Decided in one transaction: registration not open, 422; no seat and no room on the waitlist, 422; no seat but room to wait, Waitlisted; approval needed, PendingApproval; else Confirmed.',
  body: ClassRegistrationRequest,
  responses: {
    201: {
      description: 'What came of it.',
      body: RegistrationResponse,
      headers: { Location: 'The address of the registration.' },
    },
  },
  refuses: ['ALREADY_REGISTERED', 'REGISTRATION_CLOSED', 'NOT_ELIGIBLE', 'CLASS_FULL'],
  access: registerAccess,
  budget: { roundTrips: 8, readUnits: 10, writeUnits: 32 },
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
  summary: 'Register up to 200 members for a class',
  description:
    'Each member is registered, or refused, on their own and in the order given, so that what came of one does not depend on those after them. Sent again with the same Idempotency-Key, a request that broke off goes on where it was.',
  body: BulkRegistrationRequest,
  responses: { 200: { description: 'What came of each.', body: BulkRegistrationResult } },
  access: registerAccess,
  budget: { roundTrips: 9, readUnits: 10, writeUnits: 32 },
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
  summary: 'Get one registration with its history',
  params: byId,
  responses: { 200: { description: 'The registration.', body: ClassRegistration } },
  refuses: ['RESOURCE_NOT_FOUND'],
  access: ownReadAccess,
  budget: { roundTrips: 3, readUnits: 4 },
  example: { params: { id: '{{registrationId}}' } },
});

export const listClassRegistrations = endpoint({
  ...shared,
  method: 'GET',
  path,
  summary: 'List the registrations of a class, or of a person',
  description:
    'With classId the roster of a class, for who teaches it or holds training.registrations.read; with memberId, or neither, those of a person. Any page of a roster by createdDate costs the same; for other orders all of the class or the person are read, two to four to a read unit.',
  query: z.object({
    classId: reference.optional(),
    memberId: reference.optional().meta({ description: 'The caller, unless told.' }),
    status: optionalOneOf(statuses).meta({
      description: 'Only those in this state, in any case; all of the class or the person are read for it.',
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
  summary: 'Tell every rule that stands in the way of a registration',
  query: z.object({ classId: reference, memberId: reference }),
  responses: { 200: { description: 'What a registration made now would come to.', body: Eligibility } },
  access: ownReadAccess,
  budget: { roundTrips: 8, readUnits: 10 },
  example: { query: { classId: '{{approvalClassId}}', memberId: '{{personId}}' } },
});

export const cancelRegistration = endpoint({
  ...shared,
  method: 'POST',
  path: `${path}/{id}/Cancel`,
  summary: 'Cancel a registration',
  description: 'The seat goes to the first on the waitlist for whom there is room, in the same transaction.',
  params: byId,
  body: CancelRequest,
  responses: { 200: registrationResponse },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  access: ownWriteAccess,
  budget: { roundTrips: 5, readUnits: 6, writeUnits: 32 },
  example: { params: { id: '{{registrationId}}' }, body: { reason: 'On duty that week' } },
});

export const transferRegistration = endpoint({
  ...shared,
  method: 'POST',
  path: `${path}/{id}/Transfer`,
  summary: 'Give a seat to another person, or move it to another class',
  description:
    'To another person it keeps the seat; to another class it needs one there, and the old one goes to the waitlist. The answer is the registration that follows.',
  params: byId,
  body: TransferRequest,
  responses: {
    201: { ...registrationResponse, headers: { Location: 'The address of the registration that follows.' } },
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
  budget: { roundTrips: 10, readUnits: 13, writeUnits: 32 },
  example: { params: { id: '{{registrationId}}' }, body: { memberId: '{{personId}}' } },
});

export const acceptOffer = endpoint({
  ...shared,
  method: 'POST',
  path: `${path}/{id}/Offer/Accept`,
  summary: 'Take a seat that is offered',
  params: byId,
  responses: { 200: registrationResponse },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT', 'REGISTRATION_CLOSED'],
  access: ownWriteAccess,
  budget: { roundTrips: 5, readUnits: 6, writeUnits: 28 },
  example: { params: { id: '{{offeredRegistrationId}}' } },
});

export const declineOffer = endpoint({
  ...shared,
  method: 'POST',
  path: `${path}/{id}/Offer/Decline`,
  summary: 'Decline a seat that is offered',
  description: 'The seat goes to the next on the waitlist.',
  params: byId,
  responses: { 200: registrationResponse },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  access: ownWriteAccess,
  budget: { roundTrips: 6, readUnits: 8, writeUnits: 32 },
  example: { params: { id: '{{offeredRegistrationId}}' } },
});

export const recordAttendance = endpoint({
  ...shared,
  method: 'POST',
  path: `${path}/{id}/Attendance`,
  summary: 'Note whether somebody attended',
  description:
    'Attending grants the credits of the course; taking it back voids them. By who teaches the class, or who may write registrations.',
  params: byId,
  body: AttendanceRequest,
  responses: { 200: registrationResponse },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  access: ownWriteAccess,
  budget: { roundTrips: 9, readUnits: 10, writeUnits: 24 },
  example: { params: { id: '{{pastRegistrationId}}' }, body: { attendance: 'Attended' } },
});

export const recordAttendanceInBulk = endpoint({
  ...shared,
  method: 'POST',
  path: `${path}/Attendance`,
  summary: 'Note the attendance of up to 100 registrations',
  description: 'Each is noted, or refused, on its own.',
  body: BulkAttendanceRequest,
  responses: { 200: { description: 'What came of each.', body: AttendanceResult } },
  access: ownWriteAccess,
  budget: { roundTrips: 10, readUnits: 10, writeUnits: 24 },
  example: {
    body: { attendances: [{ registrationId: '{{pastRegistrationId}}', attendance: 'Attended' }] },
  },
});

export const recordPayment = endpoint({
  ...shared,
  method: 'POST',
  path: `${path}/{id}/Payment`,
  summary: 'Note that a registration was paid or refunded',
  description: 'A record only: no money is moved, and card data is refused in any field.',
  params: byId,
  body: PaymentRequest,
  responses: { 200: registrationResponse },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  access: writeAccess,
  budget: { roundTrips: 4, readUnits: 4, writeUnits: 4 },
  example: { params: { id: '{{registrationId}}' }, body: { state: 'paid', reference: 'PO 2291' } },
});
