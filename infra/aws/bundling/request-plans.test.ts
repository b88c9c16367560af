// A bundle with request plans: it loads zod only for a request that the plan refuses, and answers as its source does.
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { handler } from '../../../functions/identity/users/accept-invitation.ts';
import { type Bundle, bundleFunctions } from './bundle.ts';

let folder: string;
let bundle: Bundle;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rostrum-plans-'));
  const entry = { name: 'accept', file: 'functions/identity/users/accept-invitation.ts' };
  bundle = (await bundleFunctions([entry], folder)).get('accept') ?? expect.fail('It is not built');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const createEvent = (body: unknown) => ({
  httpMethod: 'POST',
  path: '/api/v1/Users/AcceptInvitation',
  resource: '/api/v1/Users/AcceptInvitation',
  headers: { 'Content-Type': 'application/json' },
  multiValueQueryStringParameters: null,
  pathParameters: null,
  requestContext: { requestId: 'one', identity: { sourceIp: '192.0.2.1' } },
  body: JSON.stringify(body),
  isBase64Encoded: false,
});

interface Reply {
  readonly statusCode: number;
  readonly body: string;
}

/** The bundle's replies in a process of its own; `schemas` is whether zod was loaded by then. */
function answer(...bodies: readonly unknown[]): readonly (Reply & { readonly schemas: boolean })[] {
  const script = `
    import { registerHooks } from 'node:module';
    let schemas = false;
    registerHooks({
      load(url, context, next) {
        if (url.endsWith('/schemas.mjs')) schemas = true;
        return next(url, context);
      },
    });
    const { handler } = await import(${JSON.stringify(join(bundle.folder, 'index.mjs'))});
    const replies = [];
    for (const event of ${JSON.stringify(bodies.map(createEvent))}) {
      const { statusCode, body } = await handler(event, { functionName: 'accept' });
      replies.push({ statusCode, body, schemas });
    }
    process.stdout.write(JSON.stringify(replies), () => process.exit(0));`;
  const env = {
    ...process.env,
    TABLE_NAME: 'none',
    AWS_ENDPOINT_URL_DYNAMODB: 'http://127.0.0.1:9',
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'none',
    AWS_SECRET_ACCESS_KEY: 'none',
    LOG_LEVEL: 'silent',
  };
  const text = execFileSync(process.execPath, ['--input-type=module', '--eval', script], { env });
  return JSON.parse(text.toString('utf8'));
}

it('loads no zod at its start, and none for a valid request', () => {
  expect(Object.keys(bundle.startup.byPart)).not.toContain('zod');
  expect(bundle.sources).toContain('functions/identity/users/contract.ts');
  const [reply] = answer({ token: 'x', password: 'the ferry leaves at seven' });
  expect(reply?.schemas).toBe(false);
  expect(reply?.statusCode).not.toBe(400);
});

it('has the schemas say what is wrong with another one, as its source does', async () => {
  const body = { token: '', password: 7 };
  const [reply] = answer(body);
  const expected = await handler(createEvent(body) as never, { functionName: 'accept' } as never);
  expect(reply?.schemas).toBe(true);
  const faults = (text: string) => ({ ...JSON.parse(text), timestamp: undefined, requestId: undefined });
  expect([reply?.statusCode, faults(reply?.body ?? '')]).toEqual([
    expected.statusCode,
    faults(expected.body),
  ]);
  expect(expected.statusCode).toBe(400);
});
