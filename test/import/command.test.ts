// The import command: its exit codes and messages, with and without a running platform.
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { runImportCommand } from '../../infra/import/run-command.ts';
import { runWithEnvironment } from '../harness/command-environment.ts';
import { startPlatform } from '../harness/platform.ts';
import { createTestTable } from '../harness/table.ts';

const command = fileURLToPath(new URL('../../infra/import/main.ts', import.meta.url));

let folder: string;
let file: string;

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

function run(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ended> {
  const { AWS_ENDPOINT_URL_DYNAMODB: _, TABLE_NAME: __, ...inherited } = process.env;
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [command, ...args], {
      env: { ...inherited, DATA_DIR: join(folder, 'data'), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let [out, err] = ['', ''];
    child.stdout.on('data', (chunk: Buffer) => {
      out += chunk.toString();
    });
    child.stderr.on('data', (chunk: Buffer) => {
      err += chunk.toString();
    });
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, out, err }));
  });
}

/** Runs the command in this process. */
async function runHere(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ended> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const code = await runWithEnvironment(
    { AWS_ENDPOINT_URL_DYNAMODB: undefined, TABLE_NAME: undefined, DATA_DIR: join(folder, 'data'), ...env },
    () => runImportCommand(args, { stdout, stderr }),
  );
  const [out, err] = await Promise.all([stdout, stderr].map((stream) => text(stream.end())));
  return { code, out: out ?? '', err: err ?? '' };
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'import-command-'));
  file = join(folder, 'people.csv');
  await writeFile(file, 'Id,Name,Email\n1,Ada Gale,ada@example.org\n2,,nobody@example.org\n');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('without a running platform the command starts the database, and a second import changes nothing', async () => {
  const first = await run(['people', file, '--tenant', 'demo']);
  expect(first).toMatchObject({ code: 0 });
  expect(first.out).toMatch(/people +1 +0 +0 +1/);
  expect(first.out).toContain('people row 3, name: is missing');
  const written = /All are in (\S+)\.$/m.exec(first.out)?.[1] ?? '';
  expect(written.startsWith(join(folder, 'data', 'imports'))).toBe(true);
  expect(await readFile(written, 'utf8')).toContain('people,3,refused,name,');
  const second = await runHere(['people', file, '--tenant', 'DEMO']);
  expect(second.out).toMatch(/people +0 +0 +1 +1/);
});

it('an error is one sentence without a stack trace, with exit code 1', async () => {
  const wrong = await run(['members', file, '--tenant', 'demo']);
  expect(wrong.code).toBe(1);
  expect(wrong.err).toContain(
    'There is no kind "members"; the kinds are people, organizations, committees, memberships, mail-decisions, openstates, congress, legiscan.',
  );
  expect(wrong.err).toContain('Usage: npm run import');
  expect(wrong.err).not.toMatch(/\n\s+at /);
});

it('an import reaches a table in AWS by region and name, and reports a missing one', async () => {
  // The SDK's own variable replaces AWS here; the command must not touch any other table.
  const { tableName } = await createTestTable();
  const aws = { AWS_ENDPOINT_URL: inject('dynamodb') };
  const missing = await runHere(
    ['people', file, '--tenant', 'demo', '--region', 'eu-west-1', '--table', 'no-such-table'],
    aws,
  );
  expect(missing).toMatchObject({ code: 1 });
  expect(missing.err).toContain('There is no such table: the table no-such-table in eu-west-1.');
  const empty = await runHere(
    ['people', file, '--tenant', 'demo', '--region', 'us-east-1', '--table', tableName],
    aws,
  );
  expect(empty).toMatchObject({ code: 1 });
  expect(empty.err).toContain('There is no tenant "demo", nor any other yet.');
});

it('a spreadsheet program’s file is refused with advice to save it as CSV, and skipped files of a folder are named', async () => {
  const within = await mkdtemp(join(folder, 'mixed-'));
  const platform = await startPlatform();
  const runThere = (args: readonly string[]) =>
    runHere([...args, '--tenant', 'demo', '--region', 'us-east-1', '--table', platform.tableName], {
      AWS_ENDPOINT_URL: inject('dynamodb'),
    });
  const packed = join(within, 'people.ods');
  await writeFile(packed, Buffer.from('504b030414000600', 'hex'));
  const alone = await runThere(['people', packed]);
  expect(alone.code).toBe(1);
  expect(alone.err).toContain(
    'people.ods" is a spreadsheet\'s own file or an archive, not text: save it as CSV',
  );
  await writeFile(join(within, 'archive.csv'), Buffer.from('504b030414000600', 'hex'));
  await writeFile(join(within, 'people.csv'), 'Name\nAda Gale\n');
  const misnamed = await runThere(['people', within, '--dry-run']);
  expect(misnamed.err).toContain('archive.csv" is a spreadsheet\'s own file or an archive');
  await rm(join(within, 'archive.csv'));
  const rest = await runThere(['people', within, '--dry-run']);
  expect(rest).toMatchObject({ code: 0 });
  await platform.stop();
  expect(rest.out).toContain('people.ods" was skipped: it does not end in .csv, .tsv, .txt, .json, .xlsx.');
});
