// The filters of classes, and of events and classes together, under filterBody or next to it
// (docs/interface/training.md#catalogue-of-classes).
import * as z from 'zod';
import {
  integerWithDefault,
  optionalBoolean,
  optionalOneOf,
  optionalText,
} from '../../../../shared/http/lenient.ts';
import {
  commonFilters,
  dayRange,
  enumList,
  listBody,
  numberRange,
  optionalDay,
  textList,
} from '../../../../shared/lists/list-body.ts';
import { classStates } from '../../classes/record/registration-window.ts';

const classFilters = {
  ...commonFilters,
  searchText: optionalText(200).meta({
    description:
      'Words in the name of the class, its course or an instructor, in any order; letter case is ignored.',
  }),
  title: optionalText(200).meta({ description: 'Words in the name of the class.' }),
  classStates: enumList(classStates).meta({
    description: 'Classes in any of these states; letter case is ignored. All when empty.',
    example: ['Upcoming'],
  }),
  sessionDateRange: dayRange().meta({ description: 'Some session is in this range.' }),
  courses: textList().meta({ description: 'Ids or names of courses.' }),
  instructors: textList().meta({ description: 'Ids or names of instructors.' }),
  createdDateRange: dayRange(),
  registrationDateRange: dayRange().meta({ description: 'Registration is open on some day of this range.' }),
  creditHour: numberRange(),
  classTypes: textList().meta({
    description: 'Ids or numbers of object types.',
  }),
  lastActionStartDate: optionalDay().meta({
    description: 'The class was last changed on or after this day.',
  }),
  lastActionEndDate: optionalDay().meta({ description: 'The class was last changed on or before this day.' }),
  year: integerWithDefault(0, 0, 9999).meta({ description: 'Some session is in this year; 0 for any.' }),
  month: integerWithDefault(0, 0, 12).meta({
    description: 'Some session is in this month, from 1; 0 for any.',
  }),
} as const;

const eventFilters = {
  ...commonFilters,
  isUpcoming: optionalBoolean().meta({
    description: 'True for what has not started yet, false for the rest.',
  }),
  category: optionalOneOf(['Event', 'Class']).meta({ description: 'Only this category; both when absent.' }),
  type: textList().meta({ description: 'Ids or numbers of object types.' }),
  venueId: textList().meta({ description: 'Ids of venues; classes have none.' }),
  createdDateRange: dayRange(),
  registrationDateRange: dayRange(),
} as const;

/** The body of a count: the filters at the top level, and again under filterBody. */
const countBody = <S extends z.ZodRawShape>(shape: S) =>
  z.object({
    ...shape,
    filterBody: z
      .preprocess((value) => (value === '' || value === null ? {} : value), z.object(shape))
      .prefault({} as never)
      .meta({
        description: 'The same filters as in the list; they take precedence over those at the top level.',
      }),
  });

const hasValue = (value: unknown): boolean =>
  value !== undefined && value !== 0 && !(Array.isArray(value) && value.length === 0);

/** The filters of a count: those under filterBody take precedence over those at the top level. */
export const mergeFilters = <T extends object>(topLevel: T, nested: T): T => ({
  ...topLevel,
  ...Object.fromEntries(Object.entries(nested).filter(([, value]) => hasValue(value))),
});

export const ClassListRequest = listBody(
  {
    startDate: ['startdatetime', 'date', 'sessiondate'],
    endDate: ['enddatetime'],
    sectionName: ['name', 'title'],
    courseName: ['course', 'parentcourse'],
    creditHours: ['credithour'],
    createdDate: ['createdon', 'created'],
    modifiedDate: ['modifiedon', 'lastaction'],
  },
  classFilters,
).meta({ id: 'ClassListRequest' });
export const EventListRequest = listBody(
  {
    startDate: ['startdatetime', 'date'],
    endDate: ['enddatetime'],
    sectionName: ['name', 'title'],
    createdDate: ['createdon', 'created'],
  },
  eventFilters,
).meta({ id: 'EventAndClassListRequest' });
export const ClassCountRequest = countBody(classFilters).meta({ id: 'ClassCountRequest' });
export const EventCountRequest = countBody(eventFilters).meta({ id: 'EventAndClassCountRequest' });
export type ClassFilters = Omit<z.output<typeof ClassCountRequest>, 'filterBody'>;
export type EventFilters = Omit<z.output<typeof EventCountRequest>, 'filterBody'>;

/** The page fields of a list body without filters. */
export const pageBody = listBody({ startDate: [] }, {}).omit({ filterBody: true }).shape;
