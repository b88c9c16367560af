// People in training: registrations, certifications and instructors
// (docs/interface/training.md#people-and-organizations).
import * as z from 'zod';
import { endpoint } from '../../../shared/http/endpoint.ts';
import { listHeaders, listQuery } from '../listing/listing.ts';
import { ClassRegistration } from '../registrations/presentation/registration-schemas.ts';
import { EffectiveManager } from './managers/schemas.ts';
import { HeldCertification, reference, TrainingPerson } from './schemas.ts';

const TrainingPersonDetail = TrainingPerson.extend({
  manager: EffectiveManager.optional().meta({
    description: "The person's manager: their own, or else that of their organization or of one above it.",
  }),
  liveRegistrations: z.int().meta({
    description: 'Class registrations that are not denied, cancelled, expired or transferred.',
  }),
  credits: z
    .array(z.strictObject({ creditTypeId: z.uuid(), creditTypeName: z.string(), credits: z.number() }))
    .meta({ description: 'All credits, by type.' }),
  completedCourses: z.int(),
  awardsInProgress: z
    .int()
    .meta({ description: 'Awards that the person is registered for and does not hold yet.' }),
  certifications: z
    .array(HeldCertification)
    .meta({ description: 'Valid certifications, including those in their grace period.' }),
  classesTaught: z.int().meta({ description: 'Classes that the person taught: ended and not cancelled.' }),
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
    classesAhead: z.int().meta({ description: 'Current and future classes.' }),
    courses: z
      .array(z.strictObject({ id: z.uuid(), name: z.string() }))
      .meta({ description: 'The courses of these classes.' }),
  })
  .meta({ id: 'Instructor' });

const byId = z.object({ personId: reference.meta({ description: 'The id of the person.' }) });
const shared = { area: 'training', tags: ['People'] } as const;
// Data of people always requires a token, because a tenant's code is no secret.
const readAccess = { permission: 'training.people.read', token: 'required' } as const;
/** Also readable by the person. */
const ownAccess = { permission: 'own', others: 'training.people.read', token: 'required' } as const;

const { page, pageSize, sortDirection } = listQuery(['name']);

export const listTrainingPeople = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/v1/People/List',
  summary: 'List people by name',
  description: 'Ordered by last name, first name and id, regardless of case and accents.',
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
  summary: 'Get a person with their training',
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
  summary: "List a person's class registrations, newest first",
  params: byId,
  query: z.object({ page, pageSize }),
  responses: {
    200: { description: 'A page of registrations.', body: z.array(ClassRegistration), headers: listHeaders },
  },
  refuses: ['RESOURCE_NOT_FOUND'],
  access: ownAccess,
  budget: { roundTrips: 6, readUnits: 8 },
  example: { params: { personId: '{{personId}}' }, query: { page: 1, pageSize: 10 } },
});

export const listInstructors = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/v1/People/Instructors',
  summary: 'List instructors with their certifications and classes',
  query: z.object({ page, pageSize, sortDirection }),
  responses: {
    200: { description: 'A page of instructors.', body: z.array(Instructor), headers: listHeaders },
  },
  access: readAccess,
  budget: { roundTrips: 9, readUnits: 11 },
  example: { query: { page: 1, pageSize: 3 } },
});
