// Compares texts in a process of its own: time grows with the square of their differences.
import { defineTasks } from '../../../../../shared/sandbox/tasks.ts';
import type { Passage } from './compare-texts.ts';

export default defineTasks(import.meta.url, {
  /** @param from the paragraphs of the earlier text */
  compare: async (from: readonly string[], to: readonly string[]): Promise<Passage[]> =>
    (await import('./compare-texts.ts')).compareTexts(from, to),
});
