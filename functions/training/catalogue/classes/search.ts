// From what callers send to what classes are looked for by.
import type { ClassFilter } from '../../classes/class-filter.ts';
import type { ClassSearch } from '../../classes/find-classes.ts';
import { endOfPastDay } from '../../days.ts';
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

/** What the filters of the list of classes look for. */
export const buildClassSearch = (sent: ClassFilters, asked: SearchContext): ClassSearch =>
  buildSearch(
    {
      searchText: sent.searchText,
      title: sent.title,
      states: sent.classStates,
      sessionDays: sent.sessionDateRange,
      year: sent.year || undefined,
      month: sent.month || undefined,
      courses: sent.courses,
      instructors: sent.instructors,
      types: sent.classTypes,
      created: sent.createdDateRange,
      modified: { startDate: sent.lastActionStartDate, endDate: sent.lastActionEndDate },
      registration: sent.registrationDateRange,
      creditHours: sent.creditHour,
    },
    sent.selectedDate,
    asked,
  );

/** What the filters of events and classes look for; undefined when they leave no class: only events, or only a venue's. */
export function buildEventSearch(sent: EventFilters, asked: SearchContext): ClassSearch | undefined {
  if (sent.category === 'Event') return undefined;
  if (sent.venueId.length > 0) return undefined;
  return buildSearch(
    {
      searchText: sent.searchText,
      isUpcoming: sent.isUpcoming,
      types: sent.type,
      created: sent.createdDateRange,
      registration: sent.registrationDateRange,
    },
    sent.selectedDate,
    asked,
  );
}

/** Everything that existed on a day: what filters can be set to. */
export const buildDaySearch = ({
  params,
  ...asked
}: SearchContext & { readonly params: { readonly date: string } }) => buildSearch({}, params.date, asked);
