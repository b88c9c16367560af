// Classes: the scheduled teaching of courses, their sessions, seats and how one registers
// (docs/interface/training.md#classes, #registration-state, #class-list-item, #class-detail).
import * as z from 'zod';
import { endpoint } from '../../../shared/http/endpoint.ts';
import { optionalOneOf } from '../../../shared/http/lenient.ts';
import { listHeaders, listQuery } from '../listing.ts';
import { ClassCancelRequest, ClassCreateRequest, ClassUpdateRequest } from './class-request.ts';
import { ClassDetailView, ClassView } from './class-view.ts';
import { classSortFields } from './find-classes.ts';
import { classStates } from './registration-window.ts';

const reference = z.guid().toLowerCase();
const byId = z.object({ id: reference.meta({ description: 'The id of the class.' }) });
const shared = { area: 'training', tags: ['Classes'] } as const;
const readAccess = { permission: 'training.catalogue.read', token: 'tenant' } as const;
const writeAccess = { permission: 'training.classes.write', token: 'tenant' } as const;

export const listClasses = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/v1/Classes/List',
  summary: 'List classes by their beginning',
  description: 'Any page by startDate costs the same. Filters and other orders read a short entry per class.',
  query: z.object({
    courseId: reference.optional().meta({ description: 'Only classes of this course.' }),
    state: optionalOneOf(classStates).meta({
      description: 'Only classes in this state, in any case.',
      example: 'Upcoming',
    }),
    ...listQuery(classSortFields),
  }),
  responses: { 200: { description: 'A page of classes.', body: z.array(ClassView), headers: listHeaders } },
  access: readAccess,
  budget: { roundTrips: 7, readUnits: 13 },
  example: { query: { page: 1, pageSize: 3 } },
});

export const getClass = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/v1/Classes/{id}',
  summary: 'Get one class with its sessions, seats and state of registration',
  description:
    'Who has a seat, what was paid and how to get in are told to staff and to who teaches it; how to get in also to who has a seat. A roster of up to 200 registrations is read for it, some three to a read unit, and the people on it.',
  params: byId,
  responses: { 200: { description: 'The class.', body: ClassDetailView } },
  refuses: ['RESOURCE_NOT_FOUND'],
  access: readAccess,
  budget: { roundTrips: 5, readUnits: 8 },
  example: { params: { id: '{{classId}}' } },
});

export const createClass = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/v1/Classes',
  summary: 'Schedule a class of a course',
  description:
    'The class teaches the present edition of the course. A session at a time that clocks skip is refused; of a time that comes twice the first is meant, and its notes say so.',
  body: ClassCreateRequest,
  responses: {
    201: { description: 'The class.', body: ClassDetailView, headers: { Location: 'Its address.' } },
  },
  access: writeAccess,
  budget: { roundTrips: 9, readUnits: 10, writeUnits: 16 },
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
  summary: 'Change a class',
  description:
    'Only what is sent is changed. Seats can’t be lowered below those taken. Who is registered is told of another time or place; who waits moves up when there is more room. Send the version of the class as If-Match, in quotes, so that nobody is overwritten.',
  params: byId,
  body: ClassUpdateRequest,
  responses: { 200: { description: 'The class as it is now.', body: ClassDetailView } },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  access: writeAccess,
  budget: { roundTrips: 7, readUnits: 10, writeUnits: 16 },
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
    'It closes registration at once. Within a minute every registration is cancelled too, with the reason in its history, and its member is told once; nobody is promoted. What was paid stays noted as paid, with refundDue, until a refund is noted. A registration whose attendance was noted stays.',
  params: byId,
  body: ClassCancelRequest,
  responses: { 200: { description: 'The class as it is now.', body: ClassDetailView } },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  access: writeAccess,
  budget: { roundTrips: 6, readUnits: 9, writeUnits: 16 },
  example: { params: { id: '{{classId}}' }, body: { reason: 'The instructor is ill.' } },
});

export const deleteClass = endpoint({
  ...shared,
  method: 'DELETE',
  path: '/api/v1/Classes/{id}',
  summary: 'Remove a class without live registrations',
  description:
    'Once a class is cancelled and its registrations with it, it can be removed; not if attendance was noted.',
  params: byId,
  responses: { 204: { description: 'It is removed.', body: null } },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  access: writeAccess,
  budget: { roundTrips: 5, readUnits: 7, writeUnits: 16 },
  example: { params: { id: '{{emptyClassId}}' } },
});
