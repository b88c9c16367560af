// The peak memory of a function's work, in a process of its own with the limits of a function.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** The memory of the functions that work through many records, in MB (infra/aws/access/needs.ts), of which Lambda gives Node these shares. */
export const FUNCTION_MEMORY = 512;
const nodeLimits = [
  `--max-old-space-size=${Math.floor(FUNCTION_MEMORY * 0.9)}`,
  `--max-semi-space-size=${Math.floor(FUNCTION_MEMORY * 0.05)}`,
];

/**
 * Runs a module that ends with `reportPeak`.
 * @returns the peak resident memory in MB, about 150 of which are Node and the loaded code
 * @throws Error when the process fails
 */
export async function measureMemory(
  module: URL,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<number> {
  const child = fork(fileURLToPath(module), args, {
    ...{ execArgv: [...process.execArgv, ...nodeLimits], env: { ...process.env, ...environment } },
  });
  const ended = once(child, 'exit').then(([status]) => {
    throw new Error(`${module.pathname} ended with ${status}`);
  });
  const [megabytes] = await Promise.race([once(child, 'message'), ended]);
  await ended.catch(() => undefined);
  return Number(megabytes);
}

/** Sends the peak of this process to the one that measures. */
export function reportPeak(): void {
  // maxRSS is in kibibytes (Node.js documentation, process.resourceUsage).
  process.send?.(Math.round(process.resourceUsage().maxRSS / 1024));
}
