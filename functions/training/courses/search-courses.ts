// The entries that a text search of courses has to read.
import type { TenantStore } from '../../../shared/data/store.ts';
import { FEW_RECORDS, findByHints } from '../../../shared/search/find-by-hints.ts';
import { areHintsComplete } from '../../../shared/search/word-hints.ts';
import type { CatalogueEntries } from '../catalogue/entries/entries.ts';
import { splitWords } from '../listing/search-text.ts';
import { type CourseEntry, courseEntries, coursesById, coursesByName, toCourseEntry } from './store.ts';

/** So many entries are read before the index is read, ten read units: most tenants have no more. */
export const FIRST_ENTRIES = 250;
/** Entries that are read for the cost of one course. */
const ENTRIES_PER_COURSE = 20;

/** The courses that may match, by the index of words; undefined when reading all entries costs less. */
async function findCandidates(
  tenant: TenantStore,
  words: readonly string[],
): Promise<CourseEntry[] | undefined> {
  const [isComplete, ids, total] = await Promise.all([
    areHintsComplete(tenant, 'courses'),
    findByHints(tenant, 'courses', words),
    coursesByName(tenant).total(),
  ]);
  if (!isComplete || !ids) return undefined;
  if (ids.size > FEW_RECORDS && ids.size * ENTRIES_PER_COURSE > total) return undefined;
  return (await coursesById(tenant, [...ids])).map(toCourseEntry);
}

/**
 * The entries of courses, of which a list has all that match the text, and perhaps others. Where a tenant has more than a few
 * hundred courses, the index of words finds those that may match.
 */
export function searchCourses(
  tenant: TenantStore,
  searchText: string | undefined,
): CatalogueEntries<CourseEntry> {
  const entries = courseEntries(tenant);
  const words = splitWords(searchText ?? '');
  if (words.length === 0) return entries;
  return {
    ...entries,
    async listCreatedUpTo(moment) {
      const { first, listOthers } = await entries.listFirst(FIRST_ENTRIES, moment);
      if (!listOthers) return [...first];
      const candidates = await findCandidates(tenant, words);
      if (!candidates) return [...first, ...(await listOthers())];
      return candidates.filter(({ createdDate }) => !moment || createdDate <= moment.toISOString());
    },
  };
}
