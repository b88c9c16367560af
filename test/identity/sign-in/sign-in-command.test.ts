// `npm run admin -- sign-in`, `sign-out` and `access-token`: a person signs a command in to a running platform. The clock is
// moved in the place of the time that the command waits between its requests.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { runAdmin } from '../../../infra/admin/run-admin.ts';
import { projectFolder } from '../../../infra/contracts/registry.ts';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';
import { callWithToken, demoUser, signInAdministrator } from '../tenants/demo.ts';
import { openFormBrowser } from './form-browser.ts';

let platform: TestPlatform;
let folder: string;
let file: string;

beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform.stop());

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rostrum-config-'));
  file = join(folder, 'rostrum', 'sign-ins.json');
  vi.stubEnv('XDG_CONFIG_HOME', folder);
  vi.useFakeTimers({ toFake: ['Date'], now: Math.ceil(Date.now() / 1000) * 1000 });
  // The command waits 5 seconds before each of its requests.
  const realTimeout = globalThis.setTimeout;
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((
    run: (...values: unknown[]) => void,
    milliseconds?: number,
    ...values: unknown[]
  ) => {
    if (milliseconds !== 5000) return realTimeout(run, milliseconds, ...values);
    return realTimeout(() => {
      vi.setSystemTime(Date.now() + 5000);
      run();
    });
  }) as typeof setTimeout);
});
afterEach(async () => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

/** Runs a command in this process; `answer` is what the person does once the code is printed. */
async function run(args: readonly string[], answer?: (userCode: string) => Promise<unknown>) {
  const out: string[] = [];
  const err: string[] = [];
  let answering: Promise<unknown> | undefined;
  const code = await runAdmin(args, {
    print: (line) => {
      out.push(line);
      const [userCode] = /[B-Z]{4}-[B-Z]{4}$/.exec(line) ?? [];
      if (userCode !== undefined) answering = answer?.(userCode);
    },
    printError: (line) => err.push(line),
  });
  await answering;
  return { code, out: out.join('\n'), err: err.join('\n') };
}

/** Answers in a browser, as a person who signs in there. */
const answerWith =
  (action: 'allow' | 'cancel', name = 'ben') =>
  async (userCode: string) => {
    const browser = openFormBrowser(platform);
    const first = await browser.submit(await browser.open(`${platform.urls.identity}/device`), { userCode });
    const asked = await browser.submit(first, { action: 'sign-in', ...demoUser(platform, name) });
    await browser.submit(asked, { action });
  };

const signIn = (answer = answerWith('allow'), ...more: readonly string[]) =>
  run(['sign-in', '--platform', platform.urls.identity, ...more], answer);
const stored = async () => JSON.parse(await readFile(file, 'utf8'))[platform.urls.identity];
const accessToken = () => run(['access-token']);

describe('sign-in', () => {
  it('prints an address and a code, and stores the tokens for the user alone', async () => {
    const { code, out, err } = await signIn();
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain(`Open ${platform.urls.identity}/device in a browser, and enter the code `);
    expect(out).toContain(`Signed in to ${platform.urls.identity}, for demo.`);
    expect(out).toContain(file);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await stat(join(folder, 'rostrum'))).mode & 0o777).toBe(0o700);
    const token = await accessToken();
    expect(token.out).toBe((await stored()).accessToken);
    expect(await callWithToken(platform, token.out, 'demo')).toBe(200);
    expect(out).not.toContain(token.out);
  });

  it('signs in to the platform that runs on this machine by default', async () => {
    const running = { dynamodb: inject('dynamodb'), identity: platform.urls.identity };
    await writeFile(join(folder, 'local.json'), JSON.stringify(running));
    vi.stubEnv('DATA_DIR', folder);
    const { code } = await run(['sign-in'], answerWith('allow'));
    expect([code, (await stored()).clientId]).toEqual([0, 'rostrum-commands']);
  });

  it('ends in one sentence where it is not allowed, and stores nothing', async () => {
    const { code, err } = await signIn(answerWith('cancel'));
    expect([code, err]).toEqual([1, 'It was not allowed; nothing was stored.']);
    await expect(stat(file)).rejects.toThrow();
  });

  it('ends in one sentence where the code expires', async () => {
    const { code, err } = await signIn(async () => void vi.setSystemTime(Date.now() + 900_000));
    expect([code, err]).toEqual([1, 'The code has expired without an answer; nothing was stored.']);
  });

  it('asks for the scopes that are named, and says what the platform refuses', async () => {
    const { err } = await signIn(answerWith('allow'), '--scope', 'openid', '--scope', 'crm.people.read');
    expect(err).toContain('The client does not have the scope crm.people.read.');
    const { code } = await signIn(answerWith('allow'), '--scope', 'openid');
    expect([code, (await stored()).refreshToken]).toEqual([0, undefined]);
    const other = await signIn(answerWith('allow'), '--client', 'demo-app');
    expect(other.err).toContain('not registered for the grant');
  });

  it('revokes the tokens of an earlier sign-in at the same platform', async () => {
    await signIn();
    const { accessToken: earlier } = await stored();
    await signIn(answerWith('allow', 'dora'));
    expect(await callWithToken(platform, earlier, 'demo')).toBe(401);
    expect(await callWithToken(platform, (await accessToken()).out, 'demo')).toBe(200);
  });

  it('says what is wrong with an address', async () => {
    const at = async (address: string) => (await run(['sign-in', '--platform', address])).err;
    expect(await at('nowhere')).toContain('--platform must be an address');
    expect(await at('http://rostrum.example/identity')).toContain('--platform must be an https address');
    expect(await at(platform.address)).toContain(`No platform answers at ${platform.address}`);
    const table = await run(['sign-in', '--region', 'us-east-1', '--table', 'rostrum']);
    expect(table.err).toContain('name it with --platform <address>');
    vi.stubEnv('DATA_DIR', folder);
    expect((await run(['sign-in'])).err).toContain('No platform runs here: start it with npm start');
  });

  it('ends at ctrl-c in one sentence, as a process of its own', async () => {
    const child = spawn(
      process.execPath,
      ['infra/admin/main.ts', 'sign-in', '--platform', platform.urls.identity],
      { cwd: projectFolder, env: process.env, stdio: ['ignore', 'pipe', 'pipe'] },
    );
    let [out, err] = ['', ''];
    child.stdout.on('data', (chunk) => {
      out += chunk;
      if (out.includes('compare the code')) child.kill('SIGINT');
    });
    child.stderr.on('data', (chunk) => {
      err += chunk;
    });
    const [code] = await once(child, 'close');
    expect([code, err.split('\n').at(-2)]).toEqual([1, 'Stopped; nothing was stored.']);
    expect(err).not.toMatch(/^\s+at /m);
    await expect(stat(file)).rejects.toThrow();
  });
});

describe('access-token', () => {
  it('is renewed where it ends within a minute, and not before', async () => {
    await signIn();
    const first = await stored();
    vi.setSystemTime((first.expiresAt - 60) * 1000 - 1);
    expect((await accessToken()).out).toBe(first.accessToken);
    vi.setSystemTime((first.expiresAt - 60) * 1000);
    const renewed = await accessToken();
    expect(renewed.out).not.toBe(first.accessToken);
    expect(await callWithToken(platform, renewed.out, 'demo')).toBe(200);
    expect((await accessToken()).out).toBe(renewed.out);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it('says that the sign-in has ended, and forgets it', async () => {
    await signIn(answerWith('allow', 'dora'));
    const first = await stored();
    const administer = await signInAdministrator(platform);
    const [, claims = ''] = first.accessToken.split('.');
    const { sub } = JSON.parse(Buffer.from(claims, 'base64url').toString('utf8'));
    vi.setSystemTime(Date.now() + 1000);
    await administer('POST', `/api/v1/Users/${sub}/RevokeTokens`, { tenantCode: 'demo' });
    vi.setSystemTime(first.expiresAt * 1000);
    expect((await accessToken()).err).toContain('Your sign-in has ended');
    expect(await stored()).toBeUndefined();
    expect((await accessToken()).err).toContain('You are not signed in there');
  });

  it('asks which platform is meant where there are several', async () => {
    await signIn();
    const all = JSON.parse(await readFile(file, 'utf8'));
    const other = { ...all, 'https://other.example/identity': await stored() };
    await writeFile(file, JSON.stringify(other));
    expect((await accessToken()).err).toContain('name one with --platform');
    const named = await run(['access-token', '--platform', `${platform.urls.identity}/`]);
    expect(named.out).toBe((await stored()).accessToken);
  });

  it('names a file that cannot be read', async () => {
    await signIn();
    await writeFile(file, 'nonsense');
    expect((await accessToken()).err).toContain(`The sign-ins in ${file} cannot be read`);
  });
});

describe('sign-out', () => {
  it('revokes the tokens and removes them', async () => {
    await signIn();
    const { accessToken: token } = await stored();
    const { code, out } = await run(['sign-out']);
    expect([code, out]).toEqual([
      0,
      `Signed out of ${platform.urls.identity}: the tokens are revoked, and removed here.`,
    ]);
    expect(await callWithToken(platform, token, 'demo')).toBe(401);
    expect(await stored()).toBeUndefined();
    expect((await run(['sign-out'])).err).toContain('You are not signed in there');
  });

  it('removes the tokens also where the platform does not answer, and says where to end them', async () => {
    await signIn();
    const issuer = 'http://localhost:1/identity';
    await writeFile(file, JSON.stringify({ [issuer]: await stored() }));
    const { code, err } = await run(['sign-out']);
    expect([code, err]).toEqual([1, expect.stringContaining(`${issuer} did not revoke them`)]);
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({});
  });
});
