// `npm run record`: sends the examples of endpoints to a platform with the demo data, and records their replies, which the
// documents show, and what they cost the database, of which `npm run cost` makes dollars.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { runCommand } from '../../command/command-line.ts';
import { listEndpoints, projectFolder } from '../../contracts/registry.ts';
import { chooseEndpoints } from './choose-endpoints.ts';

const usage = `npm run record -- [endpoint ...]

  records the reply and the cost of the examples of these endpoints, or of all: getCommittee, /api/v1/Committees/{id},
  "POST /api/v1/people", functions/crm/committees`;

/** The test that compares examples with what is recorded also records, because both must send the same. */
function record(names: string): void {
  const { status } = spawnSync(
    process.execPath,
    [
      join(projectFolder, 'node_modules/vitest/vitest.mjs'),
      ...['run', '--project', 'platform', '--maxWorkers=1', '--disableConsoleIntercept'],
      'test/contract/examples.test.ts',
    ],
    { cwd: projectFolder, stdio: 'inherit', env: { ...process.env, RECORD: names } },
  );
  process.exitCode = status ?? 1;
}

await runCommand(
  async (args) => {
    const chosen = args.length > 0 ? chooseEndpoints(await listEndpoints(), args) : undefined;
    record(chosen?.map(({ name }) => name).join() ?? 'all');
  },
  { what: 'The recording', usage },
);
