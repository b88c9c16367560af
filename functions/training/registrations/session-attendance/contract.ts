// Attendance per session of a class: the rule by which it becomes credits, the roster of a session, check-in by code
// (docs/interface/training.md#attendance-per-session).
import * as z from 'zod';
import { endpoint } from '../../../../shared/http/endpoint.ts';
import { cursorQuery } from '../../listing/cursor-listing.ts';
import { listHeaders, pageQuery } from '../../listing/listing.ts';
import {
  AttendanceRuleRequest,
  AttendanceRuleView,
  CheckedIn,
  CheckInCode,
  CheckInRequest,
  CompleteAttendanceResult,
  reference,
  SessionAttendanceRequest,
  SessionAttendanceResult,
  SessionAttendanceView,
} from './schemas.ts';

const byId = z.object({ id: reference.meta({ description: 'The id of the class.' }) });
const bySession = byId.extend({ sessionId: reference.meta({ description: 'The id of the session.' }) });
const shared = { area: 'training', tags: ['Attendance'] } as const;
const teachingAccess = {
  permission: 'own',
  others: 'training.registrations.write',
  token: 'required',
} as const;
const rosterAccess = { permission: 'own', others: 'training.registrations.read', token: 'required' } as const;
const rule = {
  ...shared,
  path: '/api/v1/Classes/{id}/AttendanceRule',
  params: byId,
  refuses: ['RESOURCE_NOT_FOUND'],
} as const;
const ruleResponse = { 200: { description: 'The rule.', body: AttendanceRuleView } } as const;

export const getAttendanceRule = endpoint({
  ...rule,
  method: 'GET',
  summary: 'Get the attendance rule of a class',
  responses: ruleResponse,
  access: { permission: 'training.catalogue.read', token: 'tenant' },
  budget: { roundTrips: 2, readUnits: 6 },
  example: { params: { id: '{{pastClassId}}' } },
});

export const setAttendanceRule = endpoint({
  ...rule,
  method: 'PUT',
  summary: 'Set the attendance rule of a class',
  description:
    'By how much of the class somebody must attend, and which credits a part of it earns. Credits that were granted stay as they are until the attendance is corrected. The change is audited.',
  body: AttendanceRuleRequest,
  responses: ruleResponse,
  access: { permission: 'training.classes.write', token: 'required' },
  budget: { roundTrips: 3, readUnits: 6, writeUnits: 12 },
  example: {
    params: { id: '{{pastClassId}}' },
    body: { kind: 'proportional', minimumShare: 80, roundingStep: 0.5, roundingMode: 'down' },
  },
});

export const deleteAttendanceRule = endpoint({
  ...rule,
  method: 'DELETE',
  summary: 'Remove the attendance rule of a class',
  description: 'Attendance per session is then recorded only, and grants nothing.',
  responses: { 204: { description: 'The rule is removed.', body: null } },
  access: { permission: 'training.classes.write', token: 'required' },
  budget: { roundTrips: 3, readUnits: 6, writeUnits: 6 },
  example: { params: { id: '{{pastClassId}}' } },
});

export const listSessionAttendance = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/v1/Classes/{id}/Sessions/{sessionId}/Attendance',
  summary: 'List the roster of a session',
  description:
    'Every registration of the class in the order of registration, with its status and its attendance of the session. For instructors of the class and holders of training.registrations.read.',
  params: bySession,
  query: z.object(pageQuery),
  responses: {
    200: { description: 'A page of the roster.', body: z.array(SessionAttendanceView), headers: listHeaders },
  },
  refuses: ['RESOURCE_NOT_FOUND'],
  access: rosterAccess,
  budget: { roundTrips: 5, readUnits: 12 },
  example: { params: { id: '{{pastClassId}}', sessionId: '{{pastSessionId}}' } },
});

export const recordSessionAttendance = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/v1/Classes/{id}/Sessions/{sessionId}/Attendance',
  summary: 'Record the attendance of a session',
  description:
    'Up to 100 registrations, each recorded or refused separately. Another value for the same session is a correction, which is audited. Where the class has an attendance rule, a registration whose sessions are all recorded becomes Attended with its credits, or NoShow, once the last session has begun; a correction replaces the credits. With validateOnly the result says what would become of each.',
  params: bySession,
  body: SessionAttendanceRequest,
  responses: { 200: { description: 'The outcome for each registration.', body: SessionAttendanceResult } },
  refuses: ['RESOURCE_NOT_FOUND'],
  access: teachingAccess,
  dryRun: 'verdicts',
  ifMatch: 'ignored',
  budget: { roundTrips: 12, readUnits: 20, writeUnits: 34 },
  example: {
    params: { id: '{{pastClassId}}', sessionId: '{{pastSessionId}}' },
    body: { attendances: [{ registrationId: '{{pastRegistrationId}}', minutes: 60 }] },
  },
});

export const completeAttendance = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/v1/Classes/{id}/Attendance/Complete',
  summary: 'Complete the attendance of a class',
  description:
    'Settles the confirmed registrations by the attendance rule of the class, 100 at a time; a session without an entry counts as absent. Send the cursor that is returned until there is none.',
  params: byId,
  body: z.object({ cursor: cursorQuery.cursor }).meta({ id: 'CompleteAttendanceRequest' }),
  responses: { 200: { description: 'How many were settled.', body: CompleteAttendanceResult } },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  access: teachingAccess,
  dryRun: 'verdicts',
  ifMatch: 'ignored',
  budget: { roundTrips: 60, readUnits: 150, writeUnits: 10 },
  example: { params: { id: '{{pastClassId}}' }, body: {} },
});

export const issueCheckInCode = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/v1/registration/ClassRegistration/{id}/CheckInCode',
  summary: 'Issue a check-in code',
  description:
    'A code that the registered person shows at the door, as a QR code. It is signed and valid for five minutes; issue another one when it has expired.',
  params: z.object({ id: reference.meta({ description: 'The id of the registration.' }) }),
  responses: { 200: { description: 'The code.', body: CheckInCode } },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  access: teachingAccess,
  ifMatch: 'ignored',
  budget: { roundTrips: 4, readUnits: 6, writeUnits: 4 },
  example: { params: { id: '{{registrationId}}' } },
});

export const checkIn = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/v1/Classes/{id}/CheckIn',
  summary: 'Check somebody in by a code',
  description:
    'Records that the person who shows the code attends the session, from an hour before it begins. Without sessionId it is the session that takes place at that moment. A code that is shown again changes nothing. A scanner without a connection sends scannedAt. The detail of a 409 says why a code is refused. For instructors of the class and holders of training.registrations.write.',
  params: byId,
  body: CheckInRequest,
  responses: { 200: { description: 'The attendance.', body: CheckedIn } },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  access: teachingAccess,
  ifMatch: 'ignored',
  budget: { roundTrips: 12, readUnits: 20, writeUnits: 36 },
  example: {
    params: { id: '{{pastClassId}}' },
    body: { code: '{{checkInCode}}', sessionId: '{{pastSessionId}}' },
  },
});
