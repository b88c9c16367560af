// People as training sees them: what they registered for and hold, who manages them, who teaches
// (docs/interface/training.md#people-and-organizations).
import * as z from 'zod';
import { endpoint } from '../../../shared/http/endpoint.ts';
import { listHeaders, listQuery } from '../listing.ts';
import { ClassRegistration } from '../registrations/registration-schemas.ts';
import { EffectiveManager, HeldCertification, ManagerRequest, reference, TrainingPerson } from './schemas.ts';

const TrainingPersonDetail = TrainingPerson.extend({
  manager: EffectiveManager.optional().meta({
    description: 'Who approves for them: their own manager, else that of their organization or one above it.',
  }),
  liveRegistrations: z.int().meta({
    description:
      'Registrations for classes in a live state: all but those denied, cancelled, expired or transferred.',
  }),
  credits: z
    .array(z.strictObject({ creditTypeId: z.uuid(), creditTypeName: z.string(), credits: z.number() }))
    .meta({ description: 'Of all time, by type.' }),
  completedCourses: z.int(),
  awardsInProgress: z.int().meta({ description: 'Awards they are registered for and do not hold yet.' }),
  certifications: z
    .array(HeldCertification)
    .meta({ description: 'Certifications in force, grace included.' }),
  classesTaught: z.int().meta({ description: 'Classes that name them as an instructor.' }),
}).meta({ id: 'TrainingPersonDetail' });

const Instructor = z
  .strictObject({
    id: z.uuid(),
    name: z.string(),
    title: z.string().optional(),
    organizationName: z.string().optional(),
    imageThumbUrl: z.string().optional(),
    certifications: z.array(HeldCertification),
    classesTaught: z.int().meta({ description: 'Classes that have ended.' }),
    classesAhead: z.int().meta({ description: 'Classes that go on or are to come.' }),
    courses: z
      .array(z.strictObject({ id: z.uuid(), name: z.string() }))
      .meta({ description: 'The courses of those classes.' }),
  })
  .meta({ id: 'Instructor' });

const Manager = z
  .strictObject({
    manager: EffectiveManager.optional().meta({ description: 'Absent when there is nobody.' }),
    managerId: z
      .uuid()
      .optional()
      .meta({ description: 'Who is set for this person; absent when nobody is.' }),
  })
  .meta({ id: 'PersonManager' });

const byId = z.object({ personId: reference.meta({ description: 'The id of the person.' }) });
const shared = { area: 'training', tags: ['People'] } as const;
// What concerns a person needs a token whatever the tenant lets be read without one: a tenant's code is no secret.
const readAccess = { permission: 'training.people.read', token: 'required' } as const;
const writeAccess = { permission: 'training.people.write', token: 'tenant' } as const;
/** The person themself may read too. */
const ownAccess = { permission: 'own', others: 'training.people.read', token: 'required' } as const;

const { page, pageSize, sortDirection } = listQuery(['name']);
const manager = { description: 'The manager.', body: Manager };

export const listTrainingPeople = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/v1/People/List',
  summary: 'List people by name',
  description: 'In the order of last name, first name and id, whatever the case and the accents.',
  query: z.object({ page, pageSize, sortDirection }),
  responses: {
    200: { description: 'A page of people.', body: z.array(TrainingPerson), headers: listHeaders },
  },
  access: readAccess,
  budget: { roundTrips: 4, readUnits: 6 },
  example: { query: { page: 1, pageSize: 5 } },
});

export const getTrainingPerson = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/v1/People/{personId}',
  summary: 'Get one person with their training',
  params: byId,
  responses: { 200: { description: 'The person.', body: TrainingPersonDetail } },
  refuses: ['RESOURCE_NOT_FOUND'],
  access: ownAccess,
  budget: { roundTrips: 9, readUnits: 10 },
  example: { params: { personId: '{{personId}}' } },
});

export const listPersonRegistrations = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/v1/People/{personId}/Registrations',
  summary: "List a person's registrations for classes, the newest first",
  params: byId,
  query: z.object({ page, pageSize }),
  responses: {
    200: { description: 'A page of registrations.', body: z.array(ClassRegistration), headers: listHeaders },
  },
  refuses: ['RESOURCE_NOT_FOUND'],
  access: ownAccess,
  budget: { roundTrips: 4, readUnits: 8 },
  example: { params: { personId: '{{personId}}' }, query: { page: 1, pageSize: 10 } },
});

export const listInstructors = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/v1/People/Instructors',
  summary: 'List those who teach, with their certifications and classes',
  query: z.object({ page, pageSize, sortDirection }),
  responses: {
    200: { description: 'A page of instructors.', body: z.array(Instructor), headers: listHeaders },
  },
  access: readAccess,
  budget: { roundTrips: 9, readUnits: 9 },
  example: { query: { page: 1, pageSize: 3 } },
});

export const getPersonManager = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/v1/People/{personId}/Manager',
  summary: 'Get who manages a person',
  params: byId,
  responses: { 200: manager },
  refuses: ['RESOURCE_NOT_FOUND'],
  access: ownAccess,
  budget: { roundTrips: 7, readUnits: 7 },
  example: { params: { personId: '{{personId}}' } },
});

export const setPersonManager = endpoint({
  ...shared,
  method: 'PUT',
  path: '/api/v1/People/{personId}/Manager',
  summary: 'Say who manages a person',
  description:
    'They are asked where an approval step says "manager". Registrations already under way keep theirs.',
  params: byId,
  body: ManagerRequest,
  responses: { 200: manager },
  refuses: ['RESOURCE_NOT_FOUND'],
  access: writeAccess,
  budget: { roundTrips: 5, readUnits: 5, writeUnits: 2 },
  example: { params: { personId: '{{personId}}' }, body: { managerId: '{{managerId}}' } },
});

export const removePersonManager = endpoint({
  ...shared,
  method: 'DELETE',
  path: '/api/v1/People/{personId}/Manager',
  summary: "Leave a person to their organization's manager",
  params: byId,
  responses: { 204: { description: 'No manager is set for the person.', body: null } },
  refuses: ['RESOURCE_NOT_FOUND'],
  access: writeAccess,
  budget: { roundTrips: 4, readUnits: 5, writeUnits: 1 },
  example: { params: { personId: '{{managedPersonId}}' } },
});
