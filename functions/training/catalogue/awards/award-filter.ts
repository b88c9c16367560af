// The filter of the public catalogue of awards.
import type { AwardEntry } from '../../awards/store.ts';
import { createChoiceFilter, createTextFilter } from '../../listing/search-text.ts';
import { createDayRangeFilter, endOfPastDay } from '../../time/days.ts';
import type { AwardFilter } from './contract.ts';

/**
 * A predicate that is true for awards that match every part of the filter; of a list of choices, one must match.
 * Undefined when the filter is empty.
 *
 * @param timeZone the tenant's; createdDateRange has days of it
 */
function matchesAwardFilter(
  filter: AwardFilter,
  timeZone: string,
): ((entry: AwardEntry) => boolean) | undefined {
  const matchesText = createTextFilter(filter.searchText);
  const matchesTag = createChoiceFilter(filter.tags);
  const isInRange = createDayRangeFilter(filter.createdDateRange, timeZone);
  const rules = [
    matchesText && (({ name }: AwardEntry) => matchesText(name)),
    matchesTag && (({ tags }: AwardEntry) => matchesTag(...tags)),
    isInRange && (({ createdDate }: AwardEntry) => isInRange(createdDate)),
  ].filter((rule) => rule !== undefined);
  return rules.length === 0 ? undefined : (entry) => rules.every((rule) => rule(entry));
}

/** The filter of a catalogue request; the list and the count use the same one. */
export const toCatalogueFilter = (filter: AwardFilter, timeZone: string, now: Date) => ({
  moment: filter.selectedDate === undefined ? undefined : endOfPastDay(filter.selectedDate, timeZone, now),
  matches: matchesAwardFilter(filter, timeZone),
});
