// The public catalogue of classes, on the paths that existing callers use
// (docs/interface/training.md#catalogue-of-classes, #registration-state, #class-list-item, #class-detail).

import * as z from 'zod';
import { endpoint } from '../../../../shared/http/endpoint.ts';
import { optionalOrBlank } from '../../../../shared/http/lenient.ts';
import { listPage } from '../../../../shared/lists/list-body.ts';
import { ClassDetailView, ClassView } from '../../classes/presentation/class-view.ts';
import { catalogueConfigs, countResponse, DayExtent } from '../catalogue-contract.ts';
import { InstructorName } from '../courses/schemas.ts';
import {
  ClassCountRequest,
  ClassListRequest,
  EventCountRequest,
  EventListRequest,
  pageBody,
} from './filters.ts';
import { CourseOption, EventOrClass, HoursRange, TypeOption } from './views.ts';

const reference = z.guid().toLowerCase();
const optionalReference = optionalOrBlank(reference);
const configs = catalogueConfigs('Classes', 'training.catalogue.read');
const classPage = {
  200: { description: 'A page of classes.', body: listPage(ClassView).meta({ id: 'ClassList' }) },
} as const;
const entryBudget = { roundTrips: 2, readUnits: 4 } as const;

export const listCatalogueClasses = endpoint({
  ...configs.search,
  also: ['training.classes.write', 'training.registrations.read'],
  path: '/api/v1/Public/ClassPagingList',
  summary: 'List catalogue classes',
  description:
    'Sorted by startDate without filters every page costs the same, about a read unit per class; filters and other sort fields also read a short entry per class. A page of 1,000 takes about 1,100 read units in 30 round trips and is 4.5 MB. A page that is too large for a response is rejected, with a page size that fits.',
  body: ClassListRequest,
  responses: classPage,
  budget: { roundTrips: 6, readUnits: 16 },
  example: {
    body: {
      itemCount: 3,
      pageNumber: 1,
      sortBy: 'startDate',
      sortDirection: 'asc',
      filterBody: { searchText: '', classStates: ['Upcoming'], courses: [] },
    },
  },
});

export const countCatalogueClasses = endpoint({
  ...configs.count,
  path: '/api/v1/Public/Class/FilteredRecordCount',
  summary: 'Count catalogue classes',
  body: ClassCountRequest,
  responses: countResponse('classes'),
  budget: entryBudget,
  example: { body: { searchText: 'budget', classStates: [], filterBody: { creditHour: { min: 1 } } } },
});

export const listClassColumns = endpoint({
  ...configs.columns,
  path: '/api/v1/Public/ClassColumnList',
  summary: 'List class columns',
});

export const getCatalogueClass = endpoint({
  ...configs.get,
  also: ['training.classes.write', 'training.registrations.read'],
  path: '/api/v1/Public/getClassById/{id}',
  summary: 'Get a catalogue class',
  params: z.object({ id: reference.meta({ description: 'The id of the class.' }) }),
  responses: { 200: { description: 'The class.', body: ClassDetailView } },
  refuses: ['RESOURCE_NOT_FOUND'],
  budget: { roundTrips: 5, readUnits: 10 },
  example: { params: { id: '{{classId}}' } },
});

export const listRelatedClasses = endpoint({
  ...configs.search,
  also: ['training.classes.write', 'training.registrations.read'],
  path: '/api/v1/Public/RelatedClassesPublic/{courseId}',
  summary: 'List related classes of a course',
  description: 'The classes of the course that are not over and not cancelled.',
  params: z.object({ courseId: reference }),
  query: z.object({ classId: optionalReference.meta({ description: 'A class to exclude.' }) }),
  body: z
    .object({ ...pageBody, courseId: optionalReference, classid: optionalReference })
    .meta({ id: 'RelatedClassesRequest' }),
  responses: classPage,
  refuses: ['RESOURCE_NOT_FOUND'],
  budget: { roundTrips: 7, readUnits: 11 },
  example: {
    params: { courseId: '{{courseId}}' },
    body: { itemCount: 4, pageNumber: 1, sortDirection: 'asc' },
  },
});

export const listClassInstructors = endpoint({
  ...configs.onDay,
  path: '/api/v1/Public/Class/GetAllClassInstructors/{date}',
  summary: 'List instructors of classes',
  responses: { 200: { description: 'Instructors by name.', body: z.array(InstructorName) } },
  budget: entryBudget,
});

export const listClassCourses = endpoint({
  ...configs.onDay,
  path: '/api/v1/Public/Class/GetAllClassCourses/{date}',
  summary: 'List courses of classes',
  responses: { 200: { description: 'Courses by name.', body: z.array(CourseOption) } },
  budget: entryBudget,
});

export const getClassDates = endpoint({
  ...configs.onDay,
  path: '/api/v1/Public/Class/GetMinMaxClassDate/{date}',
  summary: 'Get the date range of classes',
  responses: { 200: { description: 'The first and the last day with a session.', body: DayExtent } },
  budget: entryBudget,
});

export const getClassRegistrationDates = endpoint({
  ...configs.onDay,
  path: '/api/v1/Public/Class/GetMinMaxClassRegDate/{date}',
  summary: 'Get the registration date range of classes',
  responses: { 200: { description: 'The first and the last day of registration.', body: DayExtent } },
  budget: entryBudget,
});

export const getCreditHoursRange = endpoint({
  ...configs.onDay,
  path: '/api/v1/Public/Class/GetCreditHoursRange/{date}',
  summary: 'Get the range of credit hours of classes',
  responses: { 200: { description: 'The range.', body: HoursRange } },
  budget: entryBudget,
});

export const listClassTypes = endpoint({
  ...configs.onDay,
  path: '/api/v1/public/GetObjectTypesForFilter/{date}',
  summary: 'List types of classes',
  responses: { 200: { description: 'Types by name.', body: z.array(TypeOption) } },
  budget: { roundTrips: 3, readUnits: 5 },
});

export const listEventsAndClasses = endpoint({
  ...configs.search,
  path: '/api/v1/public/EventClassPagingList',
  summary: 'List events and classes',
  description: 'This platform has classes only; the events of other services are not included.',
  body: EventListRequest,
  responses: {
    200: { description: 'A page.', body: listPage(EventOrClass).meta({ id: 'EventAndClassList' }) },
  },
  budget: { roundTrips: 6, readUnits: 14 },
  example: {
    body: {
      itemCount: 3,
      pageNumber: 1,
      sortDirection: 'asc',
      filterBody: { isUpcoming: true },
    },
  },
});

export const countEventsAndClasses = endpoint({
  ...configs.count,
  path: '/api/v1/Public/EventAndClassFilteredCount',
  summary: 'Count events and classes',
  body: EventCountRequest,
  responses: countResponse('events and classes'),
  budget: entryBudget,
  example: { body: { filterBody: { isUpcoming: true, category: 'Class' } } },
});

export const listEventClassTypes = endpoint({
  ...configs.onDay,
  path: '/api/v1/public/GetEventClassTypesForFilter/{date}',
  summary: 'List types of events and classes',
  responses: { 200: { description: 'Types by name.', body: z.array(TypeOption) } },
  budget: { roundTrips: 3, readUnits: 5 },
});

export const getEventClassRegistrationDates = endpoint({
  ...configs.onDay,
  path: '/api/v1/Public/GetMinMaxEventAndClassRegDate/{date}',
  summary: 'Get the registration date range of events and classes',
  responses: { 200: { description: 'The first and the last day of registration.', body: DayExtent } },
  budget: entryBudget,
});

export const listClassesOfEvent = endpoint({
  ...configs.search,
  also: ['training.classes.write', 'training.registrations.read'],
  path: '/api/v1/classes/event/list',
  summary: 'List the classes of an event',
  description: 'The event belongs to another service; classes refer to it by its id there.',
  body: z
    .object({
      ...pageBody,
      eventId: z.preprocess(
        (value) => (typeof value === 'number' ? String(value) : value),
        z.string().trim().min(1).max(100).meta({ example: '1842' }),
      ),
    })
    .meta({ id: 'EventClassesRequest' }),
  responses: classPage,
  budget: { roundTrips: 3, readUnits: 5 },
  example: { body: { eventId: '1842', itemCount: 10, pageNumber: 1, sortDirection: 'asc' } },
});
