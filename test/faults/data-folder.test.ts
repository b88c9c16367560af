// What `npm start` and the commands say about a data folder that is damaged, incomplete or in use: one sentence with what
// to do, and nothing in the folder is changed.
import { spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildCommandAudit } from '../../infra/admin/command-audit.ts';
import { LocalPlatformError } from '../../infra/command/local-platform-error.ts';
import { projectFolder } from '../../infra/contracts/registry.ts';
import { type DataDir, dataDirPaths } from '../../infra/local/data-dir.ts';
import { claimDatabase, releaseDatabase } from '../../infra/local/database/database-claim.ts';
import { openDatabase } from '../../infra/local/open-database.ts';
import { prepareSecrets } from '../../infra/local/secrets/prepare-secrets.ts';
import { readSecrets } from '../../infra/local/secrets/secret-file.ts';
import { signingKeysSecretId } from '../../infra/local/secrets/secret-ids.ts';
import { publishKeys } from '../../shared/auth/tokens/key-store.ts';
import { parseRing } from '../../shared/auth/tokens/keys.ts';
import { resetDocumentClient } from '../../shared/data/client.ts';
import { openPlatformStore } from '../../shared/data/store.ts';
import { createTestTable } from '../harness/table.ts';
import { killAll, runProcess } from './processes.ts';

interface Run {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs a program of infra on the data folder, without the AWS settings of the test run. */
function run(program: string, args: readonly string[] = [], port = '0'): Promise<Run> {
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(projectFolder, 'infra', program), ...args], {
      cwd: projectFolder,
      env: { PATH, HOME, NODE_COMPILE_CACHE, DATA_DIR: data.root, PORT: port },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let [out, err] = ['', ''];
    child.stdout.on('data', (chunk) => (out += String(chunk)));
    child.stderr.on('data', (chunk) => (err += String(chunk)));
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, out, err }));
  });
}

const start = (port?: string) => run('local/main.ts', [], port);

/** Opens the folder as a start does before all else, and describes the refusal as the start prints it. */
async function openFolder(): Promise<Run> {
  const refusal: unknown = await openDatabase(data, () => undefined).then(
    (database) => database.stop(),
    (error) => error,
  );
  return refusal instanceof LocalPlatformError
    ? { code: 1, out: '', err: refusal.message }
    : expect.fail(`The folder was not refused: ${refusal}`);
}

/** The folder of a platform that has keys: its table, its published keys and its secrets. */
let used: string;
let folder: string;
let data: DataDir;
beforeAll(async () => {
  used = await mkdtemp(join(tmpdir(), 'rostrum-used-'));
  data = dataDirPaths(join(used, 'data'));
  expect(await run('admin/main.ts', ['rotate-keys'])).toMatchObject({ code: 0 });
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rostrum-damaged-'));
  data = dataDirPaths(join(folder, 'data'));
  await cp(join(used, 'data'), data.root, { recursive: true });
});
afterEach(() => rm(folder, { recursive: true, force: true }));
afterAll(async () => {
  await killAll();
  await rm(used, { recursive: true, force: true });
});

const databaseFile = () => join(data.dynamodb, 'shared-local-instance.db');

/** Expects an end with exactly this one sentence and what to do. */
function expectSentence({ code, err }: Run, sentence: RegExp): void {
  expect(err).toMatch(sentence);
  expect(err.trim().split('\n')).toHaveLength(1);
  expect(code).toBe(1);
}

const advice = 'or empty (it|the data folder) with `npm run reset`\\.';

describe('npm start', () => {
  it.each([
    [
      'overwritten with garbage',
      () => writeFile(databaseFile(), 'garbage '.repeat(10_000)),
      'file is not a database',
      start,
    ],
    ['cut off', () => truncate(databaseFile(), 20_000), 'malformed', openFolder],
  ])('names a database that was %s', async (_, damage, reason, open) => {
    await damage();
    const before = await readFile(databaseFile());
    expectSentence(
      await open(),
      new RegExp(
        `^The database ${databaseFile()} is damaged \\(.*${reason}.*\\): restore .*, ${advice}$`,
        'm',
      ),
    );
    expect(await readFile(databaseFile())).toEqual(before);
  });

  it.each([
    ['empty', ''],
    ['no JSON', 'hello'],
    ['of another shape', '{"secrets":{}}'],
    [
      'without a key ring',
      '{"secrets":[{"name":"rostrum/signing-keys","current":{"string":"{}"}},{"name":"rostrum/credential-keys","current":{"string":"x"}}]}',
    ],
  ])('names secrets that are %s', async (_, text) => {
    await writeFile(data.secrets, text);
    expectSentence(
      await openFolder(),
      new RegExp(`^The file ${data.secrets} is damaged: restore it .*, ${advice}$`, 'm'),
    );
    expect(await readFile(data.secrets, 'utf8')).toBe(text);
  });

  it('names secrets that cannot be read', async () => {
    await rm(data.secrets);
    await mkdir(data.secrets);
    expectSentence(
      await openFolder(),
      /^The file .*secrets\.json cannot be read \(EISDIR\): it must be a file/,
    );
  });

  /** What is said about secrets that a database needs. */
  const describeLoss = (state: string) =>
    new RegExp(
      `^The file ${data.secrets} is ${state}, and the data beside it is signed .*: restore .*, ${advice}$`,
      'm',
    );

  it('makes no new secrets for a database whose secrets are lost', async () => {
    await rm(data.secrets);
    expectSentence(await start(), describeLoss('lost'));
    expect(await readFile(data.secrets, 'utf8').catch(() => undefined)).toBeUndefined();
  });

  it('makes no new secrets for a database whose secrets were emptied or are incomplete', async () => {
    await createTestTable();
    resetDocumentClient();
    const platform = openPlatformStore();
    const { keys } = parseRing((await readSecrets(data.secrets)).get(signingKeysSecretId)) ?? { keys: [] };
    await publishKeys(platform, keys, buildCommandAudit('rotate-keys', new Date()));
    for (const [text, state] of [
      ['{"secrets":[]}', 'lost'],
      ['{"secrets":[{"name":"rostrum/signing-keys"}]}', 'incomplete, for it lacks rostrum/credential-keys'],
    ] as const) {
      await writeFile(data.secrets, text);
      await expect(prepareSecrets(platform, data.secrets)).rejects.toThrow(describeLoss(state));
      expect(await readFile(data.secrets, 'utf8')).toBe(text);
    }
  });

  it('makes no new database beside the secrets of one that was lost', async () => {
    await createTestTable();
    resetDocumentClient();
    await expect(prepareSecrets(openPlatformStore(), data.secrets)).rejects.toThrow(
      new RegExp(`^The database and the secrets in ${data.root} do not belong together, .*, ${advice}$`, 'm'),
    );
  });

  it('names a port that another program uses', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = String(typeof address === 'object' && address ? address.port : 0);
    expectSentence(
      await start(port),
      new RegExp(`^Port ${port} is taken by another program: set PORT to a free one`),
    );
    server.close();
  });
});

it('the commands refuse damaged and lost secrets as the start does', async () => {
  await rm(data.secrets);
  const { code, err } = await run('admin/main.ts', ['rotate-keys']);
  expect(code).toBe(1);
  expect(err).toMatch(/^The file .* is lost, and the data beside it is signed/m);
  expect(err).not.toMatch(/^\s+at /m);
  expect(await readdir(data.root)).not.toContain('secrets.json');
});

it('reset empties a folder in which everything is damaged', async () => {
  for (const file of [databaseFile(), data.secrets, data.local, data.dynamodbProcess])
    await writeFile(file, 'garbage');
  expect(await run('local/reset.ts')).toMatchObject({ code: 0 });
  expect(await readdir(data.root)).toEqual(['.rostrum']);
});

it('a folder that a running process uses is refused by start, reset and the commands, which change nothing', async () => {
  await claimDatabase(data.dynamodbProcess, data.dynamodb);
  try {
    const before = (await readdir(data.root)).sort();
    const sentence = new RegExp(
      `^The data folder ${data.root} is in use by a platform that runs already \\(process ${process.pid}\\): stop that one first`,
    );
    for (const program of ['local/main.ts', 'local/reset.ts']) expectSentence(await run(program), sentence);
    expectSentence(await run('admin/main.ts', ['list-users']), sentence);
    const { code, err } = await run('import/main.ts', [
      'people',
      join(projectFolder, 'README.md'),
      '--tenant',
      'demo',
    ]);
    expect([code, err.trim()]).toEqual([1, expect.stringMatching(sentence)]);
    expect((await readdir(data.root)).sort()).toEqual(before);
  } finally {
    await releaseDatabase(data.dynamodbProcess);
  }
});

it('of several processes that start at once on the folder of a killed one, exactly one gets it', async () => {
  const killed = runProcess('claim-process.ts', [data.dynamodbProcess, data.dynamodb]);
  await killed.nextLine();
  killed.send('go');
  expect(await killed.nextLine()).toBe('claimed');
  await killed.kill();
  const all = Array.from({ length: 5 }, () =>
    runProcess('claim-process.ts', [data.dynamodbProcess, data.dynamodb]),
  );
  for (const one of all) expect(await one.nextLine()).toBe('ready');
  for (const one of all) one.send('go');
  const outcomes = await Promise.all(all.map((one) => one.nextLine()));
  expect(outcomes.filter((outcome) => outcome === 'claimed')).toHaveLength(1);
  for (const outcome of outcomes.filter((one) => one !== 'claimed'))
    expect(outcome).toMatch(/^The data folder .* is in use by a platform that runs already/);
  await killAll();
});
