// The public catalogue of courses as existing callers read it (docs/interface/training.md#catalogue-of-courses): the
// active courses.
import * as z from 'zod';
import { endpoint } from '../../../../shared/http/endpoint.ts';
import { reference } from '../../courses/schemas.ts';
import { commonFilters, day, dayRange, listBody, listPage, textList } from '../../list-body.ts';
import {
  CatalogueCourse,
  CatalogueCourseDetail,
  Column,
  CourseInstructor,
  DayExtent,
  InstructorName,
  SectionName,
  TagName,
} from './schemas.ts';

const courseFilters = {
  ...commonFilters,
  classes: textList().meta({ description: 'Ids or section names of classes; courses with any of them.' }),
  instructors: textList().meta({
    description: 'Ids of people, or names of class instructors; courses that any of them teaches.',
  }),
  tags: textList().meta({ description: 'Tags; courses with any of them.' }),
  createdDateRange: dayRange(),
} as const;

const CourseListRequest = listBody(
  { name: ['courseName', 'course'], creditHours: [], createdDate: ['createdOn', 'created'] },
  courseFilters,
).meta({ id: 'CatalogueCourseListRequest' });

const CourseCountRequest = z.object(courseFilters).meta({
  id: 'CatalogueCourseCountRequest',
  description: 'The filters of the list, without filterBody around them.',
});
export type CourseFilter = z.output<typeof CourseCountRequest>;

const courseId = reference.meta({ description: 'The id of the course.' });
const byDay = z.object({ date: day().meta({ description: 'Only what existed at the end of that day.' }) });
const shared = {
  area: 'training',
  tags: ['Courses'],
  access: { permission: 'training.catalogue.read', token: 'tenant' },
} as const;
const today = { params: { date: '2099-12-31' } };

export const listCatalogueCourses = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/v1/Public/CoursePagingList',
  summary: 'List the courses of the public catalogue',
  description: 'By name and without filters, every page costs the same. Each course has its next classes.',
  body: CourseListRequest,
  responses: {
    200: {
      description: 'A page of courses.',
      body: listPage(CatalogueCourse).meta({ id: 'CatalogueCourseList' }),
    },
  },
  budget: { roundTrips: 12, readUnits: 16 },
  example: {
    body: {
      itemCount: 5,
      pageNumber: 1,
      sortBy: 'name',
      sortDirection: 'asc',
      filterBody: { searchText: '', classes: [], instructors: [], tags: [] },
    },
  },
  repeatable: true,
});

export const countCatalogueCourses = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/v1/Public/Course/FilteredRecordCount',
  summary: 'Count the courses of the public catalogue',
  description: 'Equals the totalCount of the list with the same filters.',
  body: CourseCountRequest,
  responses: { 200: { description: 'The number of courses.', body: z.int() } },
  budget: { roundTrips: 2, readUnits: 5 },
  example: { body: { searchText: 'law', tags: [] } },
  repeatable: true,
});

export const getCatalogueCourse = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/v1/Public/GetCourseById/{id}',
  summary: 'Get a course of the public catalogue',
  params: z.object({ id: courseId }),
  responses: { 200: { description: 'The course.', body: CatalogueCourseDetail } },
  refuses: ['RESOURCE_NOT_FOUND'],
  budget: { roundTrips: 4, readUnits: 8 },
  example: { params: { id: '{{courseId}}' } },
});

export const listCertifiedInstructors = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/v1/Public/{courseId}/CertifiedInstructors',
  summary: 'List the certified instructors of a course',
  params: z.object({ courseId }),
  responses: { 200: { description: 'The instructors by name.', body: z.array(CourseInstructor) } },
  refuses: ['RESOURCE_NOT_FOUND'],
  budget: { roundTrips: 8, readUnits: 12 },
  example: { params: { courseId: '{{courseId}}' } },
});

export const listOtherInstructors = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/v1/Public/{courseId}/AllOtherInstructors',
  summary: 'List the other instructors of a course: those of its classes who are not certified',
  params: z.object({ courseId }),
  responses: { 200: { description: 'The instructors by name.', body: z.array(CourseInstructor) } },
  refuses: ['RESOURCE_NOT_FOUND'],
  budget: { roundTrips: 8, readUnits: 12 },
  example: { params: { courseId: '{{courseId}}' } },
});

export const listSectionNames = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/v1/Public/Course/GetAllSectionNames/{date}',
  summary: 'List the classes that courses can be filtered by',
  params: byDay,
  responses: { 200: { description: 'The current classes by name.', body: z.array(SectionName) } },
  budget: { roundTrips: 3, readUnits: 8 },
  example: today,
});

export const listCourseTags = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/v1/Public/Course/GetAllCourseTags/{date}',
  summary: 'List the tags that courses can be filtered by',
  params: byDay,
  responses: { 200: { description: 'The tags in alphabetical order.', body: z.array(TagName) } },
  budget: { roundTrips: 2, readUnits: 5 },
  example: today,
});

export const listCourseInstructors = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/v1/Public/Course/GetAllClassInstructors/{date}',
  summary: 'List the instructors that courses can be filtered by',
  params: byDay,
  responses: {
    200: { description: 'The instructors of current classes, by name.', body: z.array(InstructorName) },
  },
  budget: { roundTrips: 4, readUnits: 12 },
  example: today,
});

export const getCourseClassDates = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/v1/Public/Course/GetMinMaxCourseClassDate/{date}',
  summary: 'Get the first and last day of current classes',
  params: byDay,
  responses: { 200: { description: 'The first and the last day.', body: DayExtent } },
  budget: { roundTrips: 3, readUnits: 8 },
  example: today,
});

export const listCourseColumns = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/v1/Public/CourseColumnList',
  summary: 'List the columns of the course list',
  responses: { 200: { description: 'The columns.', body: z.array(Column) } },
  budget: { roundTrips: 1, readUnits: 3 },
  example: {},
});
