// The README's tours, run line by line on a platform started by npm start; replies must match those in the README.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { projectFolder } from '../../infra/contracts/registry.ts';

interface Step {
  readonly commands: string;
  /** The output in the README; undefined when it shows none. */
  readonly printed: string | undefined;
}

let folder: string;
let platform: ChildProcess;
let output = '';
let local: Record<string, string>;

/** The environment of a person's shell, without the AWS settings of the test run; a start keeps compiled code, too. */
const environment = (): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
  DATA_DIR: folder,
  PORT: '0',
});

async function ready(): Promise<Record<string, string>> {
  const file = join(folder, 'local.json');
  for (let waited = 0; waited < 170_000; waited += 100) {
    if (platform.exitCode !== null) throw new Error(`npm start ended early:\n${output}`);
    if (existsSync(file) && output.includes('Ctrl-c')) return JSON.parse(await readFile(file, 'utf8'));
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`npm start did not get ready:\n${output}`);
}

/** The commands of a page, each with the output that follows it. */
function listSteps(page: string): readonly Step[] {
  const blocks = [...page.matchAll(/```(\w*)\n([\s\S]*?)```/g)];
  return blocks.flatMap(([, kind, text = ''], index) => {
    const [, nextKind, nextText] = blocks[index + 1] ?? [];
    return kind === 'sh' ? [{ commands: text, printed: nextKind === 'sh' ? undefined : nextText }] : [];
  });
}

/** The commands of the chapters that are run: the second one continues in the terminal of the first. */
async function tour(): Promise<readonly Step[]> {
  const readme = await readFile(join(projectFolder, 'README.md'), 'utf8');
  const [, chapters = ''] = readme.split('## A tour of five minutes');
  const [run = ''] = chapters.split('## What every call can do');
  return listSteps(run);
}

/** Runs the commands in one shell and compares what they print. */
async function runSteps(steps: readonly Step[]): Promise<void> {
  const address = local.reference?.replace(/\/$/, '') ?? '';
  const marker = '---- next step ----';
  const script = steps.map(({ commands }) => commands).join(`\necho; echo '${marker}'\n`);
  const { stdout } = await promisify(execFile)(
    'bash',
    ['-c', script.replaceAll('http://localhost:3000', address)],
    { cwd: projectFolder, env: environment() },
  );
  const replies = stdout.split(marker);
  for (const [index, { commands, printed }] of steps.entries())
    if (printed !== undefined) expect(replies[index], commands).toMatch(pattern(printed));
}

const pattern = (printed: string): RegExp =>
  new RegExp(
    `^\\s*${printed
      .trim()
      .split('…')
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('[\\s\\S]*?')}\\s*$`,
  );

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rostrum-tour-'));
  platform = spawn(process.execPath, [join(projectFolder, 'infra/local/main.ts')], {
    cwd: projectFolder,
    env: environment(),
  });
  for (const stream of [platform.stdout, platform.stderr])
    stream?.on('data', (chunk) => (output += String(chunk)));
  local = await ready();
  // A start takes half a minute of computing, which a busy machine stretches.
});

afterAll(async () => {
  if (platform.exitCode === null) platform.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

describe('the tour of the README', () => {
  test('every call gives the printed reply', async () => {
    const steps = await tour();
    expect(steps.length).toBeGreaterThan(20);
    await runSteps(steps);
  });

  test('a bill is followed from its introduction until it is law', async () => {
    const steps = listSteps(await readFile(join(projectFolder, 'docs/one-bill.md'), 'utf8'));
    expect(steps.length).toBeGreaterThan(9);
    await runSteps(steps);
  });

  test('the start ends with a table that names what a newcomer needs', () => {
    for (const name of ['training', 'crm', 'identity', 'billtracking', 'reference', 'mail', 'push']) {
      expect(output).toContain(local[name]);
    }
    expect(output).toContain('ada@demo.example');
    expect(output).toContain(folder);
  });

  test('SIGTERM stops it cleanly: local.json is gone, and so is the database', async () => {
    platform.kill('SIGTERM');
    const [code] = await once(platform, 'exit');
    expect(code).toBe(0);
    expect(existsSync(join(folder, 'local.json'))).toBe(false);
    await expect(fetch(local.dynamodb ?? '')).rejects.toThrow();
  });
});
