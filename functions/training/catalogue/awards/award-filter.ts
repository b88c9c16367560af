// Which awards of the catalogue a filter asks for.
import type { AwardEntry } from '../../awards/store.ts';
import { createDayRangeFilter, endOfPastDay } from '../../days.ts';
import { createChoiceFilter, createTextFilter } from '../../search-text.ts';
import type { AwardFilter } from './contract.ts';

/**
 * Tells whether an award is one that the filter asks for: each of its parts must hold, and of a list of choices any.
 * Undefined when it asks for nothing.
 *
 * @param timeZone the tenant's, whose days createdDateRange means
 */
function matchesAwardFilter(
  filter: AwardFilter,
  timeZone: string,
): ((entry: AwardEntry) => boolean) | undefined {
  const isFound = createTextFilter(filter.searchText);
  const isTagged = createChoiceFilter(filter.tags);
  const isInRange = createDayRangeFilter(filter.createdDateRange, timeZone);
  const rules = [
    isFound && (({ name }: AwardEntry) => isFound(name)),
    isTagged && (({ tags }: AwardEntry) => isTagged(...tags)),
    isInRange && (({ createdDate }: AwardEntry) => isInRange(createdDate)),
  ].filter((rule) => rule !== undefined);
  return rules.length === 0 ? undefined : (entry) => rules.every((rule) => rule(entry));
}

/** What narrows the catalogue of awards: the list and the count are narrowed alike. */
export const toCatalogueFilter = (filter: AwardFilter, timeZone: string, now: Date) => ({
  moment: filter.selectedDate === undefined ? undefined : endOfPastDay(filter.selectedDate, timeZone, now),
  matches: matchesAwardFilter(filter, timeZone),
});
