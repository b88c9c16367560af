// Checks whether a recorded process id still belongs to the same process.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Whether a process with this id exists, of any user. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/**
 * The command line of a running process, its arguments separated by spaces; undefined when there is no such process
 * or its command line cannot be read. Process ids are reused, so check this before ending a recorded process. Linux
 * reads /proc, because slim images have no `ps`.
 */
export function readCommandLine(pid: number): string | undefined {
  if (!isAlive(pid)) return undefined;
  try {
    const raw = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    return raw.replaceAll('\0', ' ').trim() || undefined;
  } catch {
    const ps = spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
    return ps.status === 0 ? ps.stdout.trim() || undefined : undefined;
  }
}

/** Resolves when the process is gone (true) or the time is over (false). Milliseconds. */
export async function waitForEnd(pid: number, milliseconds: number): Promise<boolean> {
  const end = performance.now() + milliseconds;
  while (isAlive(pid)) {
    if (performance.now() > end) return false;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return true;
}
