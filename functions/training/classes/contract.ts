// Classes: the scheduled teaching of courses, with sessions, seats and registration settings
// (docs/interface/training.md#classes, #registration-state, #class-list-item, #class-detail).
import * as z from 'zod';
import { endpoint } from '../../../shared/http/endpoint.ts';
import { optionalOneOf } from '../../../shared/http/lenient.ts';
import { listHeaders, listQuery } from '../listing/listing.ts';
import { classSortFields } from './find-classes.ts';
import { ClassCancelRequest, ClassCreateRequest, ClassUpdateRequest } from './plan/class-request.ts';
import { ClassDetailView, ClassView } from './presentation/class-view.ts';
import { classStates } from './record/registration-window.ts';

const reference = z.guid().toLowerCase();
const byId = z.object({ id: reference.meta({ description: 'The id of the class.' }) });
const shared = { area: 'training', tags: ['Classes'] } as const;
const readAccess = { permission: 'training.catalogue.read', token: 'tenant' } as const;
const writeAccess = { permission: 'training.classes.write', token: 'tenant' } as const;

export const listClasses = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/v1/Classes/List',
  summary: 'List classes',
  description:
    'Sorted by startDate every page costs the same. Filters and other sort fields read a short entry per class.',
  query: z.object({
    courseId: reference.optional().meta({ description: 'Only classes of this course.' }),
    state: optionalOneOf(classStates).meta({
      description: 'Only classes in this state; letter case is ignored.',
      example: 'Upcoming',
    }),
    ...listQuery(classSortFields),
  }),
  responses: { 200: { description: 'A page of classes.', body: z.array(ClassView), headers: listHeaders } },
  access: readAccess,
  also: ['training.classes.write', 'training.registrations.read'],
  budget: { roundTrips: 7, readUnits: 16 },
  example: { query: { page: 1, pageSize: 3 } },
});

export const getClass = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/v1/Classes/{id}',
  summary: 'Get a class',
  description:
    'With its sessions, seats and registration state. Attendees, revenue and access details are for staff and the instructors of the class; access details also for people with a seat. The response reads up to 200 registrations, about three per read unit, and the people on them.',
  params: byId,
  responses: { 200: { description: 'The class.', body: ClassDetailView } },
  refuses: ['RESOURCE_NOT_FOUND'],
  access: readAccess,
  also: ['training.classes.write', 'training.registrations.read'],
  budget: { roundTrips: 5, readUnits: 10 },
  example: { params: { id: '{{classId}}' } },
});

export const createClass = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/v1/Classes',
  summary: 'Create a class',
  description:
    'The class teaches the current edition of the course. A session at a local time that is skipped when clocks go forward is rejected. A time that occurs twice when clocks go back means the first, and the notes of the session say so. 409 when an instructor or the room is booked for another class at the same time, unless allowDoubleBooking is true.',
  body: ClassCreateRequest,
  responses: {
    201: { description: 'The class.', body: ClassDetailView, headers: { Location: 'Its address.' } },
  },
  refuses: ['CONFLICT'],
  access: writeAccess,
  budget: { roundTrips: 12, readUnits: 14, writeUnits: 40 },
  example: {
    body: {
      sectionName: 'Budget Basics for new finance staff',
      courseId: '{{courseId}}',
      timeZone: 'Pacific Standard Time',
      sessions: [
        { title: 'Reading a budget', date: '2035-04-11', startTime: '9:00 AM', endTime: '12:00 PM' },
        { title: 'Building one', date: '2035-04-12', startTime: '9:00 AM', endTime: '12:00 PM' },
      ],
      instructors: [{ personId: '{{personId}}' }],
      locationType: 'onlocation',
      location: { name: 'Birch County Annex', roomNumber: '204', city: 'Birch Falls', state: 'OR' },
      tags: ['finance'],
      registration: {
        capacity: 24,
        early: { endsAt: '2035-03-01T17:00', memberSeats: 12, memberFee: 95 },
        standard: { memberFee: 125, nonMemberFee: 175 },
        nonMembersAllowed: true,
        waitlistSize: 6,
      },
    },
  },
});

export const updateClass = endpoint({
  ...shared,
  method: 'PUT',
  path: '/api/v1/Classes/{id}',
  summary: 'Update a class',
  description:
    'Only fields that are sent change. Seats can’t be reduced below those taken. A class with registrations can’t be moved into the past. 409 when an instructor or the room is booked for another class at the same time, unless allowDoubleBooking is true. Registrants are notified when the time or place changes, and people on the waitlist are promoted when there is more room. To avoid overwriting another change, send the version of the class as If-Match, in quotes.',
  params: byId,
  body: ClassUpdateRequest,
  responses: { 200: { description: 'The class as it is now.', body: ClassDetailView } },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  access: writeAccess,
  budget: { roundTrips: 10, readUnits: 14, writeUnits: 24 },
  example: {
    params: { id: '{{classId}}' },
    body: { description: 'With a workbook of worked examples.', registration: { capacity: 60 } },
  },
});

export const cancelClass = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/v1/Classes/{id}/Cancel',
  summary: 'Cancel a class',
  description:
    'Closes registration at once. Within a minute every registration is cancelled too, with the reason in its history, and its member is notified once; nobody is promoted. Payments stay paid, with refundDue, until a refund is recorded. A registration with recorded attendance stays.',
  params: byId,
  body: ClassCancelRequest,
  responses: { 200: { description: 'The class as it is now.', body: ClassDetailView } },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  access: writeAccess,
  budget: { roundTrips: 6, readUnits: 11, writeUnits: 34 },
  example: { params: { id: '{{classId}}' }, body: { reason: 'The instructor is ill.' } },
});

export const deleteClass = endpoint({
  ...shared,
  method: 'DELETE',
  path: '/api/v1/Classes/{id}',
  summary: 'Delete a class',
  description:
    'The class must not have live registrations. A cancelled class can be deleted once its registrations are cancelled too, unless attendance was recorded.',
  params: byId,
  responses: { 204: { description: 'The class is deleted.', body: null } },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  access: writeAccess,
  budget: { roundTrips: 5, readUnits: 7, writeUnits: 43 },
  example: { params: { id: '{{emptyClassId}}' } },
});
