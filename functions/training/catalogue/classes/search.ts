// Converts the filters of requests to class searches.
import type { ClassFilter } from '../../classes/class-filter.ts';
import type { ClassSearch } from '../../classes/find-classes.ts';
import { endOfPastDay } from '../../time/days.ts';
import type { ClassFilters, EventFilters } from './filters.ts';

interface SearchContext {
  readonly settings: { readonly timeZone: string };
  readonly now: Date;
}

const buildSearch = (
  filter: ClassFilter,
  selectedDate: string | undefined,
  { settings, now }: SearchContext,
): ClassSearch => {
  const { timeZone } = settings;
  const existedAt = selectedDate === undefined ? undefined : endOfPastDay(selectedDate, timeZone, now);
  return { filter: { ...filter, existedAt }, timeZone, now };
};

/** The search of the list of classes. */
export const buildClassSearch = (filters: ClassFilters, context: SearchContext): ClassSearch =>
  buildSearch(
    {
      searchText: filters.searchText,
      title: filters.title,
      states: filters.classStates,
      sessionDays: filters.sessionDateRange,
      year: filters.year || undefined,
      month: filters.month || undefined,
      courses: filters.courses,
      instructors: filters.instructors,
      types: filters.classTypes,
      created: filters.createdDateRange,
      modified: { startDate: filters.lastActionStartDate, endDate: filters.lastActionEndDate },
      registration: filters.registrationDateRange,
      creditHours: filters.creditHour,
    },
    filters.selectedDate,
    context,
  );

/** The search of the list of events and classes; undefined when the filters match no class: events only, or a venue. */
export function buildEventSearch(filters: EventFilters, context: SearchContext): ClassSearch | undefined {
  if (filters.category === 'Event') return undefined;
  if (filters.venueId.length > 0) return undefined;
  return buildSearch(
    {
      searchText: filters.searchText,
      isUpcoming: filters.isUpcoming,
      types: filters.type,
      created: filters.createdDateRange,
      registration: filters.registrationDateRange,
    },
    filters.selectedDate,
    context,
  );
}

/** The search for all classes that existed on a day. */
export const buildDaySearch = ({
  params,
  ...context
}: SearchContext & { readonly params: { readonly date: string } }) => buildSearch({}, params.date, context);
