// npm run try-commands: tries every command of package.json once, in its shortest form.
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CommandError } from '../command/command-error.ts';
import { runCommand } from '../command/command-line.ts';
import { projectFolder } from '../contracts/registry.ts';
import { parseRequest, usage } from './arguments.ts';
import { attemptsFolder, formatCommand } from './attempts.ts';
import { type Success, saveSuccesses } from './record.ts';
import { tryCommand } from './try-command.ts';

/** A clone without packages, as a person gets it. */
function cloneProject(folder: string): string {
  const clone = join(folder, 'rostrum');
  execFileSync('git', ['clone', '--quiet', projectFolder, clone], { stdio: ['ignore', 'ignore', 'inherit'] });
  return clone;
}

const people = 'Name,Email\nMaren Quay,maren@example.org\nTove Lind,tove@example.org\n';

async function main(args: readonly string[]): Promise<void> {
  const { chosen, isCloned, isSaved } = parseRequest(args);
  const folder = await mkdtemp(join(tmpdir(), 'rostrum-commands-'));
  const successes: Success[] = [];
  try {
    await writeFile(join(folder, 'people.csv'), people);
    const place = {
      project: isCloned ? cloneProject(folder) : projectFolder,
      data: join(folder, 'data'),
    };
    for (const attempt of chosen) {
      const named = formatCommand(attempt);
      const rest = (attempt.args ?? []).map((arg) => arg.replace(attemptsFolder, folder));
      const { seconds, faults, output } = await tryCommand(
        ['npm', 'run', attempt.script, ...(rest.length > 0 ? ['--', ...rest] : [])],
        attempt,
        place,
      );
      console.log(`${faults.length === 0 ? 'ok    ' : 'FAILED'} ${named} (${seconds.toFixed(1)} s)`);
      const date = new Date().toISOString().slice(0, 10);
      if (faults.length === 0) successes.push({ attempt, seconds, date });
      else console.log([...faults, output.slice(-4000)].join('\n'));
    }
    if (isSaved) await saveSuccesses(successes);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  console.log(`commands: ${successes.length} of ${chosen.length} ended as they must`);
  if (successes.length < chosen.length)
    throw new CommandError('At least one command did not end as it must; the lines above say why.');
}

await runCommand(main, { what: 'The attempts', usage });
