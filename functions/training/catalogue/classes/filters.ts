// The filters callers send for classes, and for events and classes together: under filterBody or beside it
// (docs/interface/training.md#catalogue-of-classes).
import * as z from 'zod';
import {
  integerWithDefault,
  optionalBoolean,
  optionalOneOf,
  optionalText,
} from '../../../../shared/http/lenient.ts';
import { classStates } from '../../classes/registration-window.ts';
import {
  commonFilters,
  dayRange,
  enumList,
  listBody,
  numberRange,
  optionalDay,
  textList,
} from '../../list-body.ts';

const classFilters = {
  ...commonFilters,
  searchText: optionalText(200).meta({
    description: 'Words in the name of the class, of its course, or of an instructor; in any case and order.',
  }),
  title: optionalText(200).meta({ description: 'Words in the name of the class.' }),
  classStates: enumList(classStates).meta({
    description: 'Classes in any of these states, in any case; none for all.',
    example: ['Upcoming'],
  }),
  sessionDateRange: dayRange().meta({ description: 'Some session lies in it.' }),
  courses: textList().meta({ description: 'Ids or names of courses.' }),
  instructors: textList().meta({ description: 'Ids or names of instructors.' }),
  createdDateRange: dayRange(),
  registrationDateRange: dayRange().meta({ description: 'One can register on some day of it.' }),
  creditHour: numberRange(),
  classTypes: textList().meta({
    description: 'Ids of object types, or the numbers that classes show for them.',
  }),
  lastActionStartDate: optionalDay().meta({ description: 'The class was changed on that day or later.' }),
  lastActionEndDate: optionalDay().meta({ description: 'The class was changed on that day or before.' }),
  year: integerWithDefault(0, 0, 9999).meta({ description: 'Some session lies in this year; 0 for any.' }),
  month: integerWithDefault(0, 0, 12).meta({
    description: 'Some session lies in this month, from 1; 0 for any.',
  }),
} as const;

const eventFilters = {
  ...commonFilters,
  isUpcoming: optionalBoolean().meta({ description: 'True for what has yet to begin, false for the rest.' }),
  category: optionalOneOf(['Event', 'Class']).meta({ description: 'Only these; both when absent.' }),
  type: textList().meta({ description: 'Ids of object types, or their numbers.' }),
  venueId: textList().meta({ description: 'Ids of venues; a class has none.' }),
  createdDateRange: dayRange(),
  registrationDateRange: dayRange(),
} as const;

/** The body of a count: the filters as they are, and once more under filterBody. */
const countBody = <S extends z.ZodRawShape>(shape: S) =>
  z.object({
    ...shape,
    filterBody: z
      .preprocess((sent) => (sent === '' || sent === null ? {} : sent), z.object(shape))
      .prefault({} as never)
      .meta({ description: 'The same filters, as a list has them; what stands here comes first.' }),
  });

const hasValue = (value: unknown): boolean =>
  value !== undefined && value !== 0 && !(Array.isArray(value) && value.length === 0);

/** The filters of a count: those under filterBody laid over those beside it. */
export const mergeFilters = <T extends object>(beside: T, under: T): T => ({
  ...beside,
  ...Object.fromEntries(Object.entries(under).filter(([, value]) => hasValue(value))),
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

/** A list whose body says which page, and no filters. */
export const pageBody = listBody({ startDate: [] }, {}).omit({ filterBody: true }).shape;
