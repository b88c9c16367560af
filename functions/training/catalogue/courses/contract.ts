// The public catalogue of courses as existing callers read it (docs/interface/training.md#catalogue-of-courses): the
// active courses.
import * as z from 'zod';
import { endpoint } from '../../../../shared/http/endpoint.ts';
import { listPage, textList } from '../../../../shared/lists/list-body.ts';
import { reference } from '../../courses/schemas.ts';
import {
  catalogueConfigs,
  catalogueFilters,
  catalogueRequests,
  countResponse,
  DayExtent,
} from '../catalogue-contract.ts';
import {
  CatalogueCourse,
  CatalogueCourseDetail,
  CourseInstructor,
  InstructorName,
  SectionName,
  TagName,
} from './schemas.ts';

const requests = catalogueRequests(
  'Course',
  { name: ['courseName', 'course'], creditHours: [], createdDate: ['createdOn', 'created'] },
  {
    ...catalogueFilters('courses'),
    classes: textList().meta({ description: 'Ids or section names of classes; courses with any of them.' }),
    instructors: textList().meta({
      description: 'Ids of people, or names of class instructors; courses that any of them teaches.',
    }),
  },
);
export type CourseFilter = z.output<typeof requests.count>;

const courseId = reference.meta({ description: 'The id of the course.' });
const configs = catalogueConfigs('Courses', 'training.catalogue.read');

export const listCatalogueCourses = endpoint({
  ...configs.search,
  path: '/api/v1/Public/CoursePagingList',
  summary: 'List the courses of the public catalogue',
  description:
    'By name and without filters, every page costs the same. A text is looked up in an index of words where there are more than 250 courses. Each course has its next classes.',
  body: requests.list,
  responses: {
    200: {
      description: 'A page of courses.',
      body: listPage(CatalogueCourse).meta({ id: 'CatalogueCourseList' }),
    },
  },
  budget: { roundTrips: 12, readUnits: 18 },
  example: {
    body: {
      itemCount: 5,
      pageNumber: 1,
      sortBy: 'name',
      sortDirection: 'asc',
      filterBody: { searchText: '', classes: [], instructors: [], tags: [] },
    },
  },
});

export const countCatalogueCourses = endpoint({
  ...configs.count,
  path: '/api/v1/Public/Course/FilteredRecordCount',
  summary: 'Count the courses of the public catalogue',
  body: requests.count,
  responses: countResponse('courses'),
  budget: { roundTrips: 2, readUnits: 5 },
  example: { body: { searchText: 'law', tags: [] } },
});

export const getCatalogueCourse = endpoint({
  ...configs.get,
  path: '/api/v1/Public/GetCourseById/{id}',
  summary: 'Get a course of the public catalogue',
  params: z.object({ id: courseId }),
  responses: { 200: { description: 'The course.', body: CatalogueCourseDetail } },
  refuses: ['RESOURCE_NOT_FOUND'],
  budget: { roundTrips: 4, readUnits: 8 },
  example: { params: { id: '{{courseId}}' } },
});

export const listCertifiedInstructors = endpoint({
  ...configs.get,
  path: '/api/v1/Public/{courseId}/CertifiedInstructors',
  summary: 'List the certified instructors of a course',
  params: z.object({ courseId }),
  responses: { 200: { description: 'The instructors by name.', body: z.array(CourseInstructor) } },
  refuses: ['RESOURCE_NOT_FOUND'],
  budget: { roundTrips: 8, readUnits: 12 },
  example: { params: { courseId: '{{courseId}}' } },
});

export const listOtherInstructors = endpoint({
  ...configs.get,
  path: '/api/v1/Public/{courseId}/AllOtherInstructors',
  summary: 'List the other instructors of a course: those of its classes who are not certified',
  params: z.object({ courseId }),
  responses: { 200: { description: 'The instructors by name.', body: z.array(CourseInstructor) } },
  refuses: ['RESOURCE_NOT_FOUND'],
  budget: { roundTrips: 8, readUnits: 12 },
  example: { params: { courseId: '{{courseId}}' } },
});

export const listSectionNames = endpoint({
  ...configs.onDay,
  path: '/api/v1/Public/Course/GetAllSectionNames/{date}',
  summary: 'List the classes that courses can be filtered by',
  responses: { 200: { description: 'The current classes by name.', body: z.array(SectionName) } },
  budget: { roundTrips: 3, readUnits: 8 },
});

export const listCourseTags = endpoint({
  ...configs.onDay,
  path: '/api/v1/Public/Course/GetAllCourseTags/{date}',
  summary: 'List the tags that courses can be filtered by',
  responses: { 200: { description: 'The tags in alphabetical order.', body: z.array(TagName) } },
  budget: { roundTrips: 2, readUnits: 5 },
});

export const listCourseInstructors = endpoint({
  ...configs.onDay,
  path: '/api/v1/Public/Course/GetAllClassInstructors/{date}',
  summary: 'List the instructors that courses can be filtered by',
  responses: {
    200: { description: 'The instructors of current classes, by name.', body: z.array(InstructorName) },
  },
  budget: { roundTrips: 4, readUnits: 12 },
});

export const getCourseClassDates = endpoint({
  ...configs.onDay,
  path: '/api/v1/Public/Course/GetMinMaxCourseClassDate/{date}',
  summary: 'Get the first and last day of current classes',
  responses: { 200: { description: 'The first and the last day.', body: DayExtent } },
  budget: { roundTrips: 3, readUnits: 8 },
});

export const listCourseColumns = endpoint({
  ...configs.columns,
  path: '/api/v1/Public/CourseColumnList',
  summary: 'List the columns of the course list',
});
