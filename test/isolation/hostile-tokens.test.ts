// Tokens whose header or claims have values of another type than any issuer writes. Nothing of a token that is not
// verified reaches a key, a query or a reply: it is invalid (RFC 8725 3; docs/interface/access.md#bearer-tokens).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Area } from '../../shared/http/areas.ts';
import { startPlatform, type TestPlatform } from '../harness/platform.ts';
import { demoClient } from '../identity/tenants/demo.ts';
import { rewriteToken } from './tokens.ts';

const hostileValues: readonly unknown[] = [
  5,
  0,
  -1.5,
  1e308,
  true,
  null,
  '',
  ' ',
  '__proto__',
  '../../keys',
  'x'.repeat(1_000),
  '\ufdfa'.repeat(100),
  '\ud800',
  [],
  ['ES256'],
  [null],
  {},
  { toString: 1 },
  { length: 5 },
];
const headerNames = ['kid', 'alg', 'typ', 'crit', 'b64', 'zip', 'enc', 'jwk', 'jku', 'x5u', 'x5c', 'cty'];
const claimNames = ['iss', 'aud', 'sub', 'client_id', 'iat', 'exp', 'nbf', 'jti', 'tenant', 'scope'];

let platform: TestPlatform;
let token: string;
beforeAll(async () => {
  platform = await startPlatform();
  token = await platform.tokenFor({ tenant: 'demo', permissions: ['crm.people.read'] });
});
afterAll(() => platform.stop());

const reads: Readonly<Record<Area, string>> = {
  training: '/api/v1/Settings/Audit',
  crm: '/api/v1/people',
  identity: '/api/v1/Subject/GetAssignedRolesPermission',
  billtracking: '/api/1.0/dropdown/states',
};

async function expectInvalid(hostile: string, name: string): Promise<void> {
  for (const [area, path] of Object.entries(reads) as [Area, string][]) {
    const reply = await platform.call('GET', area, path, { tenant: 'demo', token: hostile });
    expect(reply.status, `${area}, ${name}: ${reply.text}`).toBe(401);
  }
  const form = new URLSearchParams({ token: hostile, ...demoClient(platform, 'demo') });
  const introspected = await platform.call('POST', 'identity', '/connect/introspect', { body: form });
  expect([introspected.status, introspected.body], name).toEqual([200, { active: false }]);
  const revoked = await platform.call('POST', 'identity', '/connect/revocation', { body: form });
  expect(revoked.status, name).toBe(200);
}

describe('a token is invalid when its header has', () => {
  it.each(headerNames)('an unexpected %s', async (name) => {
    for (const value of hostileValues)
      await expectInvalid(
        rewriteToken(token, { header: { [name]: value } }),
        `${name}: ${JSON.stringify(value)}`,
      );
  });
});

describe('a token is invalid when its payload has', () => {
  it.each(claimNames)('an unexpected %s', async (name) => {
    for (const value of hostileValues)
      await expectInvalid(
        rewriteToken(token, { payload: { [name]: value } }),
        `${name}: ${JSON.stringify(value)}`,
      );
  });
});
