// What a sandbox runs: a module declares its tasks here, and serves them when it is the main module of a sandbox's process.

/** Asynchronous functions whose arguments and results can be copied (HTML, "safe passing of structured data"). */
// biome-ignore lint/suspicious/noExplicitAny: arguments of any kind; each task declares its own.
export type Tasks = Readonly<Record<string, (...args: any[]) => Promise<unknown>>>;

/** A module of tasks: where it is, and the types of its tasks. */
export interface TaskModule<T extends Tasks> {
  readonly url: string;
  readonly tasks: T;
}

/** What a sandbox sends to its process. */
export interface TaskRequest {
  readonly name: string;
  readonly args: readonly unknown[];
}

/** What the process answers: first that it is ready, then the result of each task, or the error that ended it. */
export type TaskAnswer =
  | { readonly is: 'ready' }
  | { readonly is: 'result'; readonly result: unknown }
  | { readonly is: 'error'; readonly message: string };

/** The environment variable that names the module whose tasks a process serves. */
export const SERVED_MODULE = 'SANDBOX_MODULE';

function serve(tasks: Tasks): void {
  const answer = (message: TaskAnswer): void => void process.send?.(message);
  process.on('message', async ({ name, args }: TaskRequest) => {
    try {
      answer({ is: 'result', result: await tasks[name]?.(...args) });
    } catch (error) {
      answer({ is: 'error', message: error instanceof Error ? `${error.name}: ${error.message}` : '' });
    }
  });
  // The platform ended: nothing waits for results any more.
  process.on('disconnect', () => process.exit());
  answer({ is: 'ready' });
}

/**
 * Declares the tasks of a module. Tasks import what they need themselves, so that the platform, which reads the module for
 * its address alone, loads nothing of it.
 * @example export default defineTasks(import.meta.url, { shrinkPhoto: async (bytes: Uint8Array) => ... });
 */
export function defineTasks<const T extends Tasks>(url: string, tasks: T): TaskModule<T> {
  if (process.send && process.env[SERVED_MODULE] === url) serve(tasks);
  return { url, tasks };
}
