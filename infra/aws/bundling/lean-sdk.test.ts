// What bundles have of the SDK. That its client sends and returns the same as all of the SDK is compared in shared/data/sdk.
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { bundleFunctions } from './bundle.ts';
import { leaveOut, needsWholeSdk } from './lean-sdk.ts';

afterEach(() => vi.unstubAllEnvs());

it('leaves imports out of a module, and refuses one that is not there', () => {
  const text = 'import { a, b as c, d, } from "x";\nexport const e = () => c(a);';
  const left = leaveOut(text, { c: 'refuse', d: 'undefined' });
  expect(left).toContain('import { a} from "x";');
  expect(left).toContain('const c = refuse;\nconst d = undefined;');
  expect(() => leaveOut(text, { b: 'refuse' })).toThrow('does not import b');
});

it.each([
  ['in the partition aws', { region: 'eu-west-1' }, false],
  ['in another one', { region: 'cn-north-1' }, true],
  ['where a variable asks for it', { region: 'eu-west-1', variables: { DYNAMODB_SDK: 'default' } }, true],
])('needs all of the SDK or not: %s', (_, environment, needs) => {
  expect(needsWholeSdk({ variables: {}, ...environment })).toBe(needs);
});

it('asks the CDK for a region that is not declared', () => {
  vi.stubEnv('CDK_DEFAULT_REGION', 'us-gov-west-1');
  expect(needsWholeSdk({ variables: {} })).toBe(true);
});

it('a function loads none of what its client for items replaces, of the SDK and of Node', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'rostrum-lean-'));
  try {
    const file = 'functions/training/awards/get-award.ts';
    const bundles = await bundleFunctions([{ name: 'one', file }], folder, { keepsSdk: false });
    const { sources = new Set<string>() } = bundles.get('one') ?? {};
    expect([...sources].filter((each) => /node-http-handler|nested-clients|signature-v4/.test(each))).toEqual(
      [],
    );
    // A connection is refused at port 1, after the modules for it are loaded.
    const script = `
      const before = new Set(process.moduleLoadList);
      const { handler } = await import(${JSON.stringify(join(folder, 'one', 'index.mjs'))});
      const headers = { 'tenant-code': 'demo' };
      const event = { httpMethod: 'GET', path: '/', resource: '/', headers, multiValueQueryStringParameters: null,
        pathParameters: { id: 'a' }, requestContext: { requestId: 'one', identity: {} }, body: null };
      const context = { getRemainingTimeInMillis: () => 9000 };
      const { statusCode } = await handler(event, context);
      const loaded = process.moduleLoadList.filter((name) => !before.has(name));
      process.stdout.write('\\n' + JSON.stringify({ statusCode, loaded }));`;
    const env = {
      ...{ AWS_REGION: 'us-east-1', AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 's', TABLE_NAME: 't' },
      ...{ AWS_ENDPOINT_URL_DYNAMODB: 'http://127.0.0.1:1', LOG_LEVEL: 'silent' },
    };
    const printed = execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
      encoding: 'utf8',
      env,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const { statusCode, loaded } = JSON.parse(printed.trim().split('\n').at(-1) ?? '');
    expect(statusCode).toBe(503);
    expect(loaded).toContain('NativeModule http');
    expect(loaded.filter((name: string) => /webcrypto|tls|fs\/streams/.test(name))).toEqual([]);
  } finally {
    await rm(folder, { recursive: true });
  }
});
