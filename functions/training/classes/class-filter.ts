// Which classes match the filters of a list, evaluated on catalogue entries.
import { getEndOfDay, getStartOfDay } from '../../../shared/time/local-time.ts';
import { createChoiceFilter, createTextFilter } from '../listing/search-text.ts';
import { typeNumber } from '../settings/types/training-type.ts';
import { createDayRangeFilter, type DayRange } from '../time/days.ts';
import type { ClassEntry } from './record/class-entry.ts';
import { type ClassState, classState } from './record/registration-window.ts';

/** The filters of a list of classes. Absent and empty filters match everything. */
export interface ClassFilter {
  /** Words in the name of the class or its course, or in an instructor's name. */
  readonly searchText?: string | undefined;
  /** Words in the name of the class. */
  readonly title?: string | undefined;
  readonly states?: readonly ClassState[];
  /** Some session is on one of these days, by the calendar of the class. */
  readonly sessionDays?: DayRange | undefined;
  /** Some session is in this year, in this month of any year, or both. */
  readonly year?: number | undefined;
  readonly month?: number | undefined;
  /** Ids or names of courses. */
  readonly courses?: readonly string[];
  /** Ids or names of people. */
  readonly instructors?: readonly string[];
  /** Ids or numbers of object types. */
  readonly types?: readonly string[];
  /** By the calendar of the tenant, as are `modified` and `registration`. */
  readonly created?: DayRange | undefined;
  readonly modified?: DayRange | undefined;
  /** Registration is open on some of these days. */
  readonly registration?: DayRange | undefined;
  readonly creditHours?: { readonly min?: number | undefined; readonly max?: number | undefined } | undefined;
  readonly eventId?: string | undefined;
  /** Only classes that existed at this past moment. */
  readonly existedAt?: Date | undefined;
  /** Whether the class has not started yet. */
  readonly isUpcoming?: boolean | undefined;
}

type EntryPredicate = (entry: ClassEntry) => boolean;

/** Some session of the class is on a day that matches. */
function matchesSessions({ sessionDays, year, month }: ClassFilter): EntryPredicate | undefined {
  const { startDate, endDate } = sessionDays ?? {};
  const limits = [startDate, endDate, year, month];
  if (limits.every((limit) => limit === undefined)) return undefined;
  const inYear = year === undefined ? undefined : String(year).padStart(4, '0');
  const inMonth = month === undefined ? undefined : String(month).padStart(2, '0');
  return ({ days }) =>
    days.some(
      (day) =>
        day >= (startDate ?? day) &&
        day <= (endDate ?? day) &&
        day.slice(0, 4) === (inYear ?? day.slice(0, 4)) &&
        day.slice(5, 7) === (inMonth ?? day.slice(5, 7)),
    );
}

/** The registration period overlaps the days. */
function matchesRegistration({ registration }: ClassFilter, timeZone: string): EntryPredicate | undefined {
  const { startDate, endDate } = registration ?? {};
  if (startDate === undefined && endDate === undefined) return undefined;
  const from = startDate === undefined ? undefined : getStartOfDay(startDate, timeZone);
  const until = endDate === undefined ? undefined : getEndOfDay(endDate, timeZone);
  return ({ opensAt, closesAt }) =>
    opensAt !== undefined &&
    closesAt !== undefined &&
    (!until || new Date(opensAt) <= until) &&
    (!from || new Date(closesAt) > from);
}

function matchesCreditHours({ creditHours }: ClassFilter): EntryPredicate | undefined {
  const { min, max } = creditHours ?? {};
  if (min === undefined && max === undefined) return undefined;
  return ({ creditHours: hours }) =>
    hours !== undefined && hours >= (min ?? hours) && hours <= (max ?? hours);
}

function matchesState({ states, isUpcoming }: ClassFilter, now: Date): EntryPredicate | undefined {
  const allowed = new Set(states);
  if (allowed.size === 0 && isUpcoming === undefined) return undefined;
  return (entry) => {
    const state = classState(entry, now);
    return (
      (allowed.size === 0 || allowed.has(state)) &&
      (isUpcoming === undefined || isUpcoming === (state === 'Upcoming'))
    );
  };
}

/**
 * Builds the predicate of a filter: every part must match, and any value of a list of values.
 * Undefined when the filter is empty.
 *
 * @param timeZone the tenant's, for days that are not by the calendar of a class
 */
export function matchesClassFilter(
  filter: ClassFilter,
  timeZone: string,
  now: Date,
): EntryPredicate | undefined {
  const { eventId, existedAt } = filter;
  const holdsWords = createTextFilter(filter.searchText);
  const holdsTitle = createTextFilter(filter.title);
  const isCourse = createChoiceFilter(filter.courses ?? []);
  const isInstructor = createChoiceFilter(filter.instructors ?? []);
  const isType = createChoiceFilter(filter.types ?? []);
  const wasCreated = createDayRangeFilter(filter.created, timeZone);
  const wasModified = createDayRangeFilter(filter.modified, timeZone);
  const rules: (EntryPredicate | undefined)[] = [
    matchesState(filter, now),
    matchesSessions(filter),
    matchesRegistration(filter, timeZone),
    matchesCreditHours(filter),
    holdsWords &&
      (({ sectionName, courseName, instructors }) =>
        holdsWords(sectionName, courseName, ...instructors.map(({ name }) => name))),
    holdsTitle && (({ sectionName }) => holdsTitle(sectionName)),
    isCourse && (({ courseId, courseName }) => isCourse(courseId, courseName)),
    isInstructor &&
      (({ instructors }) => instructors.some(({ personId, name }) => isInstructor(personId, name))),
    isType && (({ objectTypeId: id }) => id !== undefined && isType(id, String(typeNumber(id)))),
    wasCreated && (({ createdDate }) => wasCreated(createdDate)),
    wasModified && (({ modifiedDate }) => wasModified(modifiedDate)),
    eventId === undefined ? undefined : (entry) => entry.eventId === eventId,
    existedAt === undefined ? undefined : ({ createdDate }) => new Date(createdDate) <= existedAt,
  ];
  const active = rules.filter((rule) => rule !== undefined);
  return active.length === 0 ? undefined : (entry) => active.every((rule) => rule(entry));
}
