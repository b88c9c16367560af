// Compares texts in a process of its own: time grows with the square of their differences.
import { defineTasks } from '../../../../../shared/sandbox/tasks.ts';
import type { Passage } from './compare-texts.ts';

export default defineTasks(import.meta.url, {
  /** @param from the paragraphs of the earlier text */
  compare: async (from: readonly string[], to: readonly string[]): Promise<Passage[]> =>
    (await import('./compare-texts.ts')).compareTexts(from, to),

  /** Which part of the earlier text is no longer in the later one, from 0 to 1. */
  async measureRemovedShare(from: readonly string[], to: readonly string[]): Promise<number> {
    const [{ compareTexts }, { measureRemovedShare }] = await Promise.all([
      import('./compare-texts.ts'),
      import('./removed-share.ts'),
    ]);
    return measureRemovedShare(compareTexts(from, to));
  },
});
