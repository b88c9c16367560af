// The parts of words by which courses are found, and their hints in the search index.
import { type Change, commit } from '../../../shared/data/changes.ts';
import type { TenantStore } from '../../../shared/data/store.ts';
import {
  areHintsComplete,
  markHintsComplete,
  putHints,
  selectHintedWords,
} from '../../../shared/search/word-hints.ts';
import { splitWords } from '../listing/search-text.ts';
import { type CourseEntry, courseEntries } from './store.ts';

type NamedCourse = Pick<CourseEntry, 'id' | 'name' | 'code'>;

/** The endings of a word, the word itself among them: a part of the word is the beginning of one. */
const listEndings = (word: string): string[] => {
  const characters = [...word];
  return characters.map((_, index) => characters.slice(index).join(''));
};

const listHintedEndings = ({ name, code = '' }: NamedCourse): string[] =>
  selectHintedWords([name, code].flatMap(splitWords).flatMap(listEndings));

/** Writes the hints of words that a course is about to get; before the transaction that writes the course. */
export function putCourseHints(
  tenant: TenantStore,
  before: NamedCourse | undefined,
  after: NamedCourse,
): Promise<void> {
  const known = new Set(before ? listHintedEndings(before) : []);
  const words = listHintedEndings(after).filter((ending) => !known.has(ending));
  return putHints(tenant, 'courses', [{ id: after.id, words }]);
}

/** With the first course of a tenant, the mark that all courses have their hints. One or two reads. */
export async function markFirstCourse(tenant: TenantStore): Promise<Change[]> {
  if (await areHintsComplete(tenant, 'courses')) return [];
  const { first } = await courseEntries(tenant).listFirst(1);
  return first.length === 0 ? [markHintsComplete(tenant, 'courses')] : [];
}

/**
 * Writes the hints of every course that a version before the index of words stored, and then marks the index as complete.
 * Safe beside other writes, to interrupt and to repeat: a course that is renamed meanwhile gets the hints of its new words
 * from its writer. Returns the number of courses.
 */
export async function rebuildCourseHints(tenant: TenantStore): Promise<number> {
  const courses = await courseEntries(tenant).listCreatedUpTo(undefined);
  await putHints(
    tenant,
    'courses',
    courses.map((course) => ({ id: course.id, words: listHintedEndings(course) })),
  );
  await commit([markHintsComplete(tenant, 'courses')]);
  return courses.length;
}
