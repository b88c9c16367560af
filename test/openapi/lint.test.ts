// The written OpenAPI documents follow @redocly/cli's recommended rules, and are identical each time they are written.
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listEndpoints, projectFolder } from '../../infra/contracts/registry.ts';
import { listDocumentedAreas } from '../../infra/openapi/document.ts';

const run = promisify(execFile);
const redocly = join(
  createRequire(import.meta.url).resolve('@redocly/cli/package.json'),
  '..',
  'bin',
  'cli.js',
);
/** No request leaves this computer: no telemetry, no check for a newer version. */
const offline = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', CI: 'true' };

interface Problem {
  readonly ruleId: string;
  readonly severity: string;
  readonly message: string;
  readonly location: readonly { readonly pointer?: string }[];
}

/** Redocly exits with an error when there are problems; its output lists them. */
async function listProblems(file: string): Promise<readonly string[]> {
  const lint = [
    'lint',
    file,
    '--config',
    join(projectFolder, 'infra/openapi/redocly.yaml'),
    '--format',
    'json',
  ];
  const { stdout } = await run(process.execPath, [redocly, ...lint], {
    env: { ...process.env, ...offline },
    maxBuffer: 64 * 1024 * 1024,
  }).catch((error: { stdout?: string }) => ({ stdout: error.stdout ?? '' }));
  const { problems, totals } = JSON.parse(stdout);
  expect(totals).toBeDefined();
  return (problems as Problem[]).map(
    ({ severity, ruleId, message, location }) =>
      `${severity} ${ruleId}: ${message} at ${location[0]?.pointer}`,
  );
}

const areas = listDocumentedAreas(await listEndpoints());

describe('npm run openapi', () => {
  const folders: string[] = [];

  async function write(): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'rostrum-openapi-'));
    folders.push(folder);
    await run(process.execPath, [join(projectFolder, 'infra/openapi/main.ts'), '--out', folder]);
    return folder;
  }

  let folder: string;
  beforeAll(async () => {
    folder = await write();
  });
  afterAll(() => Promise.all(folders.map((created) => rm(created, { recursive: true, force: true }))));

  it('writes one document for each area that has operations', async () => {
    expect(areas.length).toBeGreaterThan(0);
    expect((await readdir(folder)).sort()).toEqual(areas.map((area) => `${area}.json`).sort());
  });

  it('writes identical documents a second time', async () => {
    const again = await write();
    for (const area of areas) {
      const [first, second] = await Promise.all(
        [folder, again].map((path) => readFile(join(path, `${area}.json`), 'utf8')),
      );
      expect(second).toBe(first);
    }
  });

  it.each(areas)('%s has no error and no warning', async (area) => {
    expect(await listProblems(join(folder, `${area}.json`))).toEqual([]);
  });

  it('the linter reports a faulty document', async () => {
    expect(await listProblems(join(projectFolder, 'test/openapi/faulty.json'))).not.toEqual([]);
  });
});
