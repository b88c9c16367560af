// Reads the calendar of a legislature in a process of its own.
import { defineTasks } from '../../../../shared/sandbox/tasks.ts';
import type { DeadlineRow } from './read-deadlines.ts';

export default defineTasks(import.meta.url, {
  /** The rows of a file, or why it cannot be read. */
  readDeadlines: async ({
    content,
    timeZone,
  }: {
    readonly content: string;
    readonly timeZone: string;
  }): Promise<readonly DeadlineRow[] | string> =>
    (await import('./read-deadlines.ts')).readDeadlines(content, timeZone),
});
