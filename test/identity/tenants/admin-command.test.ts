// Proves `npm run admin` as a person runs it: in its own process, against the table of a running platform.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import {
  erasureByCode,
  putErasure,
  type TenantErasureRunItem,
  tenantErasureRuns,
} from '../../../functions/identity/administration/erased-tenants.ts';
import { userByName } from '../../../functions/identity/users/store.ts';
import { runAdmin } from '../../../infra/admin/run-admin.ts';
import { projectFolder } from '../../../infra/contracts/registry.ts';
import { dataDirPaths } from '../../../infra/local/data-dir.ts';
import { findRunningPlatform } from '../../../infra/local/running-platform.ts';
import { tenantKey } from '../../../shared/auth/accounts/records.ts';
import { commit, update } from '../../../shared/data/changes.ts';
import { openPlatformStore, type TenantStore } from '../../../shared/data/store.ts';
import { serveDueTenants } from '../../../shared/platform/due-tenants.ts';
import { dueTimersKind, setTimer } from '../../../shared/schedule/timers.ts';
import { runWithEnvironment } from '../../harness/command-environment.ts';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';
import { requestWorkspaceToken, signInAdministrator } from './demo.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform.stop());

interface Run {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs the command with a text as its standard input. */
function run(args: readonly string[], input: string, env: Record<string, string>): Promise<Run> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['infra/admin/main.ts', ...args], {
      cwd: projectFolder,
      env: { ...process.env, ...env },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    let [out, err] = ['', ''];
    child.stdout.on('data', (chunk) => {
      out += chunk;
    });
    child.stderr.on('data', (chunk) => {
      err += chunk;
    });
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, out, err }));
    child.stdin.end(input);
  });
}

/** The platform of this test, as one in AWS: by region and table. */
const target = () => ['--region', 'us-east-1', '--table', platform.tableName];

/** Runs a command for the platform of this test. */
const admin = (args: readonly string[], input = '') =>
  run([...args, ...target()], input, { AWS_ENDPOINT_URL: inject('dynamodb') });

/** Runs a command that reads no input in this process. */
async function runHere(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<Run> {
  const out: string[] = [];
  const err: string[] = [];
  const output = {
    print: (line: string) => out.push(`${line}\n`),
    printError: (line: string) => err.push(`${line}\n`),
  };
  const code = await runWithEnvironment(env, () => runAdmin(args, output));
  return { code, out: out.join(''), err: err.join('') };
}

/** Runs a command for the platform of this test in this process. */
const adminHere = (args: readonly string[]): Promise<Run> =>
  runHere([...args, ...target()], {
    AWS_ENDPOINT_URL: inject('dynamodb'),
    AWS_ENDPOINT_URL_DYNAMODB: undefined,
  });

function expectSentence({ code, out, err }: Run, sentence: RegExp): void {
  expect(code).toBe(1);
  expect(out).toBe('');
  expect(err).toMatch(sentence);
  expect(err).not.toMatch(/^\s+at /m);
}

describe('the first administrator', () => {
  it('creates a tenant and an administrator, who can then administer over HTTP', async () => {
    const tenant = await admin([
      'create-tenant',
      'Cedar',
      'Cedar',
      'Teachers',
      '--time-zone',
      'America/Chicago',
    ]);
    expect(tenant).toMatchObject({ code: 0, out: 'Created the tenant cedar (Cedar Teachers).\n' });
    const boss = [
      'create-user',
      'wanda@cedar.example',
      '--tenant',
      'cedar',
      '--role',
      'admin',
      '--role',
      'platform-admin',
    ];
    const user = await admin(boss, 'ropes and tackle below\n');
    expect(user.code).toBe(0);
    expect(user.out + user.err).not.toContain('tackle');
    const signedIn = { userName: 'wanda@cedar.example', password: 'ropes and tackle below' };
    const { body } = await requestWorkspaceToken(platform, 'cedar', signedIn);
    const users = await platform.call('GET', 'identity', '/api/v1/Users', {
      tenant: 'cedar',
      token: body.accessToken,
    });
    expect(users.status).toBe(200);
    expect((await adminHere(['list-users'])).out).toMatch(/^wanda@cedar\.example\tactive\tcedar\t/m);
    expect((await adminHere(['list-tenants'])).out).toMatch(/^cedar\tactive\tstandard\tCedar Teachers$/m);
  });

  it('imports users with the passwords of another system, which are replaced at the first sign-in', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'rostrum-users-'));
    const file = join(folder, 'users.jsonl');
    // The hash is that of phpass's own test.
    const old = {
      userName: 'civi@cedar.example',
      passwordHash: '$P$9IQRaTwmfeRo7ud9Fh4E2PdI0S3r.L0',
      roles: ['staff'],
    };
    const none = { userName: 'nopassword@cedar.example', email: 'n@cedar.example' };
    const run = () => adminHere(['import-users', file, '--tenant', 'demo', '--role', 'member']);
    try {
      const hostile = {
        userName: 'x@cedar.example',
        passwordHash: '$2y$31$BCryptRequires22Chrcte/VlQH0piJtjXl.0t1XkA8pw9dMXTTOq',
      };
      await writeFile(file, `${JSON.stringify(old)}\n${JSON.stringify(hostile)}\n`);
      expectSentence(await run(), /Nothing was imported\.\nLine 2: .*passwordHash/);
      await writeFile(file, `${JSON.stringify(old)}\n${JSON.stringify(none)}\n`);
      expect((await run()).out).toMatch(/^Imported 2 users into demo; 0 user names existed/);
      expect((await run()).out).toMatch(/^Imported 0 users into demo; 2 user names existed/);
    } finally {
      await rm(folder, { recursive: true });
    }
    const readHash = async () => {
      const { passwordHash } = (await userByName(openPlatformStore(), old.userName)) ?? {};
      return passwordHash;
    };
    const signIn = (password: string) =>
      requestWorkspaceToken(platform, 'demo', { userName: old.userName, password });
    expect((await signIn('test12346')).status).toBe(401);
    expect(await readHash()).toBe(old.passwordHash);
    expect((await signIn('test12345')).status).toBe(200);
    expect(await readHash()).toMatch(/^\$argon2id\$/);
    expect((await signIn('test12345')).status).toBe(200);
  });

  it('sets a password, which ends every token', async () => {
    const call = await signInAdministrator(platform);
    const old = 'kites over the long dune';
    await call('POST', '/api/v1/Users', {
      userName: 'xaver@demo.example',
      password: old,
      assignments: [{ tenantCode: 'demo', roles: ['member'] }],
    });
    const { body } = await requestWorkspaceToken(platform, 'demo', {
      userName: 'xaver@demo.example',
      password: old,
    });
    expect((await admin(['set-password', 'Xaver@Demo.example'], 'seven kites by evening')).code).toBe(0);
    const path = '/api/v1/Subject/GetAssignedRolesPermission';
    const after = await platform.call('GET', 'identity', path, { tenant: 'demo', token: body.accessToken });
    expect(after.status).toBe(401);
    const fresh = await requestWorkspaceToken(platform, 'demo', {
      userName: 'xaver@demo.example',
      password: 'seven kites by evening',
    });
    expect(fresh.status).toBe(200);
  });

  it('removes the authenticator of somebody who lost it', async () => {
    const mona = { userName: 'mona@demo.example', password: 'kites above the long field' };
    expect((await requestWorkspaceToken(platform, 'demo', mona)).body.code).toBe('SECOND_FACTOR_REQUIRED');
    expect(await adminHere(['remove-second-factor', mona.userName])).toMatchObject({
      code: 0,
      out: 'The password alone is enough again to sign in as mona@demo.example.\n',
    });
    expect((await requestWorkspaceToken(platform, 'demo', mona)).status).toBe(200);
    const again = await adminHere(['remove-second-factor', mona.userName]);
    expect(again.code).toBe(1);
    expect(again.err).not.toMatch(/ at .*:\d+/);
  });

  it('issues a client whose secret works', async () => {
    const { out } = await adminHere([
      'issue-client',
      'Newsletter',
      '--tenant',
      'demo',
      '--scope',
      'crm.people.read',
    ]);
    const issued = Object.fromEntries(out.split('\n').map((line) => line.split('\t')));
    const body = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: issued.client_id ?? '',
      client_secret: issued.client_secret ?? '',
    });
    expect((await platform.call('POST', 'crm', '/oauth/token', { body })).status).toBe(200);
    expect((await adminHere(['revoke-client', issued.client_id ?? ''])).code).toBe(0);
    expect((await platform.call('POST', 'crm', '/oauth/token', { body })).status).toBe(401);
  });
});

describe('a mistake', () => {
  it.each([
    ['an unknown command', ['create-planet'], /There is no command create-planet/],
    ['a missing name', ['create-tenant'], /Which tenant code\?/],
    ['a code that is none', ['create-tenant', 'a_b', 'X'], /a tenant code: 2 to 32/],
    ['a missing tenant', ['assign', 'ada@demo.example'], /--tenant <code>/],
    [
      'an unknown role',
      ['assign', 'ada@demo.example', '--tenant', 'demo', '--role', 'owner'],
      /has no role owner/,
    ],
    ['an unknown user', ['disable-user', 'nobody'], /There is no user nobody/],
    [
      'a missing name of a tenant',
      ['create-tenant', 'larch'],
      /^Which name for the tenant\? Put it after the command and larch\.$/m,
    ],
    [
      'an unknown time zone',
      ['create-tenant', 'larch', 'Larch', '--time-zone', 'Mars/Olympus'],
      /^timeZone must be an IANA time zone such as America\/New_York\.$/m,
    ],
    [
      'a name too many',
      ['disable-user', 'nobody', 'ada@demo.example'],
      /takes <user name>; "ada@demo\.example" is one too many/,
    ],
    [
      'a name where there is none',
      ['list-tenants', 'demo'],
      /list-tenants takes nothing; "demo" is one too many/,
    ],
    ['an option of other commands', ['disable-user', 'nobody', '--role', 'admin'], /and no --role/],
    [
      'no role to assign',
      ['assign', 'ada@demo.example', '--tenant', 'demo'],
      /Which roles\? Say so with --role/,
    ],
    [
      'an option said twice',
      ['assign', 'ada@demo.example', '--tenant', 'demo', '--tenant', 'harbor', '--role', 'admin'],
      /--tenant can be given only once, but was "demo" and "harbor"/,
    ],
    ['clients of no tenant', ['list-clients', '--tenant', 'nosuch'], /nosuch/],
    ['a taken tenant code', ['create-tenant', 'demo', 'Again'], /already a tenant/],
    ['an unknown option', ['list-users', '--all'], /Unknown option '--all'/],
  ] as const)('%s is reported in a sentence', async (_, args, sentence) => {
    expectSentence(await adminHere(args), sentence);
  });

  it('such as a password that is too short ends the process with an exit code', async () => {
    expectSentence(await admin(['create-user', 'yara@demo.example'], 'short\n'), /at least 12 characters/);
  });
});

describe('on a platform that is not running', () => {
  it('creates and rotates the signing keys in the data folder, also beside the local.json of a killed platform', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'rostrum-admin-'));
    const data = join(folder, 'data');
    try {
      const rotate = () => runHere(['rotate-keys'], { DATA_DIR: data });
      expect(await rotate()).toMatchObject({
        code: 0,
        out: expect.stringMatching(/^The first signing keys were created/),
      });
      // Another process now answers at its addresses; the platform's own process has ended.
      const ended = spawn(process.execPath, ['--version']);
      await once(ended, 'close');
      const left = { dynamodb: inject('dynamodb'), identity: platform.urls.identity, pid: ended.pid };
      await writeFile(join(data, 'local.json'), JSON.stringify(left));
      expect(await rotate()).toMatchObject({
        code: 0,
        out: expect.stringMatching(/^The next key was published too recently/),
      });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  it.each(['{', '{"identity": 7}'])(
    'finds no running platform in a damaged local.json (%s)',
    async (text) => {
      const folder = await mkdtemp(join(tmpdir(), 'rostrum-admin-'));
      try {
        const data = dataDirPaths(folder);
        await writeFile(data.local, text);
        expect(await findRunningPlatform(data)).toBeUndefined();
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
  );
});

describe('the whole data of a tenant', () => {
  it('is exported into a folder whose checksums hold', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'rostrum-export-'));
    try {
      const { code, out, err } = await adminHere(['export-tenant', 'harbor', '--to', folder]);
      expect(code, err).toBe(0);
      expect(out).toMatch(/^\d+ records of harbor are in /m);
      const sums = (await readFile(join(folder, 'SHA256SUMS'), 'utf8')).trimEnd().split('\n');
      for (const line of sums) {
        const [sha256, name = ''] = line.split('  ');
        const bytes = await readFile(join(folder, name));
        expect(createHash('sha256').update(bytes).digest('hex'), name).toBe(sha256);
      }
      const manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'));
      expect(sums.length).toBe(manifest.files.length + 1);
      expect(manifest.files.map(({ name }: { name: string }) => name)).toContain('user.jsonl');
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  it('is erased only when the code is typed once more, and the certificate is listed', async () => {
    await adminHere(['create-tenant', 'aspen', 'Aspen']);
    expect((await adminHere(['erase-tenant', 'aspen'])).err).toContain('--confirm <code>');
    expect((await adminHere(['erase-tenant', 'aspen', '--confirm', 'cedar'])).code).toBe(1);
    const scheduled = await adminHere(['erase-tenant', 'aspen', '--confirm', 'aspen', '--grace-days', '1']);
    expect(scheduled).toMatchObject({ code: 0, err: '' });
    expect((await adminHere(['run-erasures'])).out).toMatch(
      /^No erasure is due\.\naspen: begins at 20[\d-]+T[\d:]+Z; until then: npm run admin -- cancel-erasure aspen\n$/,
    );
    const cancel = async () => (await adminHere(['cancel-erasure', 'Aspen'])).out;
    expect(await cancel()).toBe('The erasure of aspen is cancelled; the tenant is active again.\n');
    expect(await cancel()).toBe('No erasure of aspen was scheduled; nothing has changed.\n');
    expect((await adminHere(['run-erasures'])).out).toBe('No erasure is due.\n');
    expect((await adminHere(['list-tenants'])).out).toMatch(/^aspen\tactive/m);
    expect((await adminHere(['list-erasures'])).out).toMatch(
      /^1\tlarkspur\t.*\nThe chain of certificates holds\.$/m,
    );
  });
});

describe('an erasure that is half done', () => {
  const store = () => platform.store('birch');
  const work = { phase: 'items', found: { person: 100 }, erased: 40 } as const;
  const moveRun = async (change: Partial<TenantErasureRunItem>) => {
    const owner = openPlatformStore();
    const run = await owner.get(tenantErasureRuns.key(owner, 'birch'), { consistent: true });
    if (!run) throw new Error('There is no run');
    await commit([
      tenantErasureRuns.put(owner, run, { ...run, ...work, ...change, version: run.version + 1 }),
    ]);
  };

  it('is named with its progress and the worker that has it, and goes on when that one stops', async () => {
    await adminHere(['create-tenant', 'birch', 'Birch']);
    await adminHere(['erase-tenant', 'birch', '--confirm', 'birch', '--grace-days', '1']);
    const owner = openPlatformStore();
    const item = await erasureByCode(owner, 'birch');
    if (!item) throw new Error('There is no erasure');
    const startedAt = '2026-01-01T00:00:00.000Z';
    await commit([
      putErasure(owner, item, { ...item, status: 'erasing', startedAt, version: item.version + 1 }),
    ]);
    await moveRun({ dueAt: Date.parse('2126-01-01T00:01:30Z'), heldBy: 'run-tenant-data (log stream 7)' });
    expect((await adminHere(['run-erasures'])).out).toBe(
      'No erasure is due.\nbirch: half done: items, 40 of 100 items erased; the worker run-tenant-data (log stream 7) has it; another one can go on at 2126-01-01T00:01:30Z if that one stops\n',
    );
    await moveRun({ heldBy: undefined });
    expect((await adminHere(['run-erasures'])).out).toContain(
      'items, 40 of 100 items erased; it failed, and is tried again at 2126-01-01T00:01:30Z',
    );
    await moveRun({ dueAt: 0 });
    const { out } = await adminHere(['run-erasures']);
    expect(out).toMatch(/^birch: items, \d+ of 100 items erased/m);
    expect(out).toMatch(/^birch: erased; its certificate is number 2\.\n$/m);
    expect(await store().get(tenantKey(store()))).toBeUndefined();
  });
});

describe('due work that an earlier version stored', () => {
  it('is put into the index of what is due, once', async () => {
    const tenant = platform.store('harbor');
    const dueAt = new Date('2026-01-01T00:00:00Z');
    await commit([setTimer(tenant, { kind: 'earlier', subject: 'one', dueAt })]);
    await commit([update(tenant.key('TIMER#earlier#one', 'TIMER'), { unset: ['gsi2pk'] })]);
    const findTenants = async () => {
      const found: string[] = [];
      const serve = async ({ code }: TenantStore) => {
        found.push(code);
        return false;
      };
      const now = new Date('2026-01-02T00:00:00Z');
      await serveDueTenants({ job: 'test', kinds: [dueTimersKind()], now, hasTime: () => true, serve });
      return found;
    };
    expect(await findTenants()).toEqual([]);
    const { code, out, err } = await adminHere(['index-due-work']);
    expect(code, err).toBe(0);
    expect(out).toMatch(/^1 items /);
    expect(await findTenants()).toEqual(['harbor']);
    expect((await adminHere(['index-due-work'])).out).toMatch(/^0 items /);
  });
});
