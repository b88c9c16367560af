// The page docs/commands.md: every command that was tried, when, how long it took, and whether `.ci/run` tries it.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectFolder } from '../contracts/registry.ts';
import { formatTable } from '../measure/bench/markdown-table.ts';
import { type Attempt, attempts, formatCommand } from './attempts.ts';

/** An attempt that ended as it must. */
export interface Success {
  readonly attempt: Attempt;
  readonly seconds: number;
  /** The day, as 2026-01-31. */
  readonly date: string;
}

const file = join(projectFolder, 'docs/commands.md');

const introduction = `# Commands that were tried

\`npm run try-commands -- --clone --keep\` clones the last commit into an empty folder, tries every command there once, and writes this
page; \`-- <script> ... --keep\` tries and writes some of them. It kills a command that does not end and reports it, and compares the
exit code and a part of the output, that no stack trace is printed, and that no process is left behind. The seconds are those of
a busy machine with two cores and include the packages that the first commands install.

\`.ci/run\` tries what its column says, with \`--quick\`. It leaves out what generates and compiles clients
(\`client\`, \`client:python\`), builds every function (\`synth\`, \`sam\`, \`cost\`) or starts a platform to measure it (\`bench\`, \`load\`,
\`record\`): tests do the same by other ways. The tests and checks are steps of their own. A test fails when a script of \`package.json\` or a command of the README is not tried.`;

const heads = ['Command', 'Exit code', 'Seconds', 'Tried on', 'In `.ci/run`'];

/** The rows of the page by their commands. */
function readRows(page: string): ReadonlyMap<string, readonly string[]> {
  const rows = [...page.matchAll(/^\| (`npm .*) \|$/gm)].map(([, row = '']) =>
    row.split(/ +\| +/).map((cell) => cell.trim()),
  );
  return new Map(rows.map((row) => [row[0] ?? '', row]));
}

const formatCell = (attempt: Attempt): string => `\`${formatCommand(attempt).replaceAll('|', '\\|')}\``;

/** The page with new figures of these attempts; those of others stay. */
export function buildPage(page: string, successes: readonly Success[]): string {
  const rows = readRows(page);
  const all = attempts.flatMap((attempt) => {
    const found = successes.find((success) => success.attempt === attempt);
    const cell = formatCell(attempt);
    const { exitCode = 0, isQuick } = attempt;
    const [, , seconds, date] = rows.get(cell) ?? [];
    const figures = found ? [String(Math.round(found.seconds)), found.date] : [seconds ?? '', date ?? ''];
    return figures[1] === '' ? [] : [[cell, String(exitCode), ...figures, isQuick ? 'yes' : 'no']];
  });
  return `${introduction}\n\n${formatTable(heads, all)}\n`;
}

/** Writes the page. */
export async function saveSuccesses(successes: readonly Success[]): Promise<void> {
  const page = await readFile(file, 'utf8').catch(() => '');
  await writeFile(file, buildPage(page, successes));
}
