// Which classes a list is asked for: every filter callers have, read from the short entries of the catalogue.
import { getEndOfDay, getStartOfDay } from '../../../shared/time/local-time.ts';
import { createDayRangeFilter, type DayRange } from '../days.ts';
import { createChoiceFilter, createTextFilter } from '../search-text.ts';
import { typeNumber } from '../settings/types/training-type.ts';
import type { ClassEntry } from './class-entry.ts';
import { type ClassState, classState } from './registration-window.ts';

/** What narrows a list of classes. What is absent or empty does not. */
export interface ClassFilter {
  /** Words in the name of the class or its course, or in an instructor's name. */
  readonly searchText?: string | undefined;
  /** Words in the name of the class. */
  readonly title?: string | undefined;
  readonly states?: readonly ClassState[];
  /** Some session lies in it, by the calendar of the class. */
  readonly sessionDays?: DayRange | undefined;
  /** Some session lies in this year, in this month of any year, or both. */
  readonly year?: number | undefined;
  readonly month?: number | undefined;
  /** Ids of courses, or their names. */
  readonly courses?: readonly string[];
  /** Ids of people, or their names. */
  readonly instructors?: readonly string[];
  /** Ids of object types, or the numbers that stand for them. */
  readonly types?: readonly string[];
  /** By the calendar of the tenant, as the two that follow. */
  readonly created?: DayRange | undefined;
  readonly modified?: DayRange | undefined;
  /** One can register at some moment of it. */
  readonly registration?: DayRange | undefined;
  readonly creditHours?: { readonly min?: number | undefined; readonly max?: number | undefined } | undefined;
  readonly eventId?: string | undefined;
  /** Only classes that were there at this moment of the past. */
  readonly existedAt?: Date | undefined;
  /** Whether the class has yet to begin. */
  readonly isUpcoming?: boolean | undefined;
}

type EntryPredicate = (entry: ClassEntry) => boolean;

/** Some session of the class lies on a day that the filter means. */
function matchesSessions({ sessionDays, year, month }: ClassFilter): EntryPredicate | undefined {
  const { startDate, endDate } = sessionDays ?? {};
  const wanted = [startDate, endDate, year, month];
  if (wanted.every((one) => one === undefined)) return undefined;
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

/** The time in which one can register overlaps the days. */
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
  const wanted = new Set(states);
  if (wanted.size === 0 && isUpcoming === undefined) return undefined;
  return (entry) => {
    const state = classState(entry, now);
    return (
      (wanted.size === 0 || wanted.has(state)) &&
      (isUpcoming === undefined || isUpcoming === (state === 'Upcoming'))
    );
  };
}

/**
 * Tells whether a class is one that the filter asks for: each of its parts must hold, and of a list of choices any.
 * Undefined when it asks for nothing.
 *
 * @param timeZone the tenant's, whose days are meant where they are not a class's own
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
  const asked = rules.filter((rule) => rule !== undefined);
  return asked.length === 0 ? undefined : (entry) => asked.every((rule) => rule(entry));
}
