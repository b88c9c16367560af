// Courses that take place elsewhere and report their results (docs/interface/training.md#courses-elsewhere).
import * as z from 'zod';
import { endpoint } from '../../../shared/http/endpoint.ts';
import { CourseLaunch, CourseLaunchRequest, ExternalCourse, ExternalCourseRequest } from './schemas.ts';

const params = z.object({
  id: z.guid().toLowerCase().meta({ description: 'The id of the course.' }),
});
const shared = {
  area: 'training',
  tags: ['Courses elsewhere'],
  params,
  refuses: ['RESOURCE_NOT_FOUND'],
} as const;
const path = '/api/v1/Courses/{id}/ExternalCourse';
const writeAccess = { permission: 'training.courses.write', token: 'required' } as const;
const response = {
  200: { description: 'How the course takes place elsewhere.', body: ExternalCourse },
} as const;

export const getExternalCourse = endpoint({
  ...shared,
  method: 'GET',
  path,
  summary: 'Get how a course takes place elsewhere',
  responses: response,
  access: writeAccess,
  budget: { roundTrips: 2, readUnits: 8 },
  example: { params: { id: '{{externalCourseId}}' } },
});

export const setExternalCourse = endpoint({
  ...shared,
  method: 'PUT',
  path,
  summary: 'Set how a course takes place elsewhere',
  description:
    'Launches that are under way keep the terms that they began with. The change is audited. A course that takes place elsewhere can’t be deleted.',
  body: ExternalCourseRequest,
  responses: response,
  access: writeAccess,
  budget: { roundTrips: 3, readUnits: 8, writeUnits: 14 },
  example: {
    params: { id: '{{externalCourseId}}' },
    body: {
      standard: 'cmi5',
      activityId: 'https://courses.example.com/open-records/au/1',
      launchUrl: 'https://courses.example.com/open-records/index.html',
      moveOn: 'CompletedAndPassed',
      masteryScore: 0.8,
    },
  },
});

export const deleteExternalCourse = endpoint({
  ...shared,
  method: 'DELETE',
  path,
  summary: 'End that a course takes place elsewhere',
  description: 'It can’t be launched any more, and launches under way report nothing more. Completions stay.',
  responses: { 204: { description: 'It is ended.', body: null } },
  access: writeAccess,
  budget: { roundTrips: 3, readUnits: 8, writeUnits: 14 },
  example: { params: { id: '{{externalCourseId}}' } },
});

export const launchCourse = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/v1/Courses/{id}/Launches',
  summary: 'Launch a course that takes place elsewhere',
  description:
    'For oneself alone: the address acts for the person in the course. A launch that is still under way ends. Where the launch alone completes the course, its completion is recorded.',
  body: CourseLaunchRequest,
  responses: { 200: { description: 'The launch.', body: CourseLaunch } },
  refuses: ['RESOURCE_NOT_FOUND', 'NOT_ELIGIBLE'],
  access: { permission: 'own', token: 'required' },
  ifMatch: 'ignored',
  budget: { roundTrips: 7, readUnits: 12, writeUnits: 16 },
  example: { params: { id: '{{externalCourseId}}' }, body: {} },
});
