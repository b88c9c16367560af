// What a process has used: processor time and memory, its buffers and WebAssembly included.
import { readFile } from 'node:fs/promises';

/** Units of Linux on the processors that functions run on: ticks of a second (sysconf, _SC_CLK_TCK), bytes of a page. */
const TICKS_PER_SECOND = 100;
const PAGE = 4096;

/** What a process has used since it began. */
export interface ProcessUsage {
  readonly processorSeconds: number;
  readonly residentBytes: number;
}

/** Whether the system says what a process uses: Linux does, which functions run on. */
export const isUsageKnown = process.platform === 'linux';

/** What a process has used (proc_pid_stat(5), fields 14, 15 and 24); undefined where it has ended or the system does not say. */
export async function readUsage(pid: number | undefined): Promise<ProcessUsage | undefined> {
  if (pid === undefined || !isUsageKnown) return undefined;
  try {
    const text = await readFile(`/proc/${pid}/stat`, 'latin1');
    // The second field, the name of the program, is in parentheses and may have blanks.
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [user = 0, system = 0, pages = 0] = [fields[11], fields[12], fields[21]];
    return { processorSeconds: (user + system) / TICKS_PER_SECOND, residentBytes: pages * PAGE };
  } catch {
    return undefined;
  }
}
