// The authorizer of the areas' APIs names the key by which a request is counted, and refuses no request
// (docs/aws.md#usage-plans).
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import type { APIGatewayRequestAuthorizerEvent } from 'aws-lambda';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordKey } from '../../functions/identity/api-keys/record-key.ts';
import { applyTenantInput, buildTenant, setTenantStatus } from '../../functions/identity/tenants/tenant.ts';
import { identifyTenant } from '../../infra/aws/gateway/identify-tenant.ts';
import { publicKeyKey, type TenantItem, tenantKey } from '../../shared/auth/accounts/records.ts';
import { PublicJwk } from '../../shared/auth/tokens/keys.ts';
import { clearKeyCache, maxKeyAge } from '../../shared/auth/tokens/published-keys.ts';
import { signAccessToken } from '../../shared/auth/tokens/sign-token.ts';
import { type AccessTokenClaims, audience, tokenLifetime } from '../../shared/auth/tokens/tokens.ts';
import { commit, put } from '../../shared/data/changes.ts';
import { observeRequests, resetDocumentClient } from '../../shared/data/client.ts';
import { openPlatformStore, openTenantStore } from '../../shared/data/store.ts';
import { parseTenantCode } from '../../shared/data/tenant/tenant-code.ts';
import { hasNewTier, settleMinutes, sharedKeysOfTier, sweepMinutes } from '../../shared/limits/api-keys.ts';
import { parseTier } from '../../shared/limits/tiers.ts';
import { loadTenant, updateTenantSettings } from '../../shared/settings/tenant-settings.ts';
import { createTestTable } from '../harness/table.ts';

const createdAt = new Date('2027-03-01T12:00:00Z');
const minutesLater = (minutes: number) => new Date(createdAt.getTime() + minutes * 60_000);
const afterSweep = minutesLater(sweepMinutes + 1);

const [own, foreign] = [
  generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  generateKeyPairSync('ec', { namedCurve: 'P-256' }),
];

/** A token of a member of the tenant, issued at this moment. */
function signToken(
  tenant: string,
  issuedAt: Date,
  { key = own.privateKey, ...claims }: Partial<AccessTokenClaims> & { readonly key?: KeyObject } = {},
): Promise<string> {
  const iat = Math.floor(issuedAt.getTime() / 1000);
  const base = {
    iss: process.env.ISSUER ?? '',
    aud: audience,
    sub: 'user-1',
    client_id: 'test',
    jti: 'one',
    tenant,
  };
  return signAccessToken({ ...base, iat, exp: iat + tokenLifetime, ...claims }, { kid: 'key-1', key });
}

beforeAll(async () => {
  await createTestTable();
  resetDocumentClient();
  clearKeyCache();
  process.env.USAGE_PLANS = 'rostrum-prod';
  const jwk = PublicJwk.parse({
    ...own.publicKey.export({ format: 'jwk' }),
    kid: 'key-1',
    use: 'sig',
    alg: 'ES256',
  });
  const published = { type: 'public-key' as const, id: 'key-1', jwk, notBefore: 0 };
  await commit([put(publicKeyKey(openPlatformStore(), 'key-1'), published)]);
  for (const [text, tier] of [
    ['quill', 'premium'],
    ['oldest', 'a tier of long ago'],
  ] as const) {
    const code = parseTenantCode(text);
    if (!code) throw new Error(`${text} is a code`);
    const tenant = buildTenant(code, { name: text, tier }, createdAt);
    await commit([put(tenantKey(openTenantStore(code)), tenant)]);
    await recordKey(openTenantStore(code), parseTier(tier), createdAt);
  }
});
afterAll(() => {
  delete process.env.USAGE_PLANS;
  resetDocumentClient();
});

const buildEvent = (headers: Record<string, string> | null): APIGatewayRequestAuthorizerEvent => ({
  type: 'REQUEST',
  methodArn: 'arn:aws:execute-api:eu-west-1:123456789012:abc123/training/GET/api/v1/Awards/{id}',
  resource: '/api/v1/Awards/{id}',
  path: '/training/api/v1/Awards/1',
  httpMethod: 'GET',
  headers,
  multiValueHeaders: null,
  pathParameters: null,
  queryStringParameters: null,
  multiValueQueryStringParameters: null,
  stageVariables: null,
  requestContext: {} as APIGatewayRequestAuthorizerEvent['requestContext'],
});

const findKeyOf = async (code: string, authorization: string | undefined, now = afterSweep) =>
  (
    await identifyTenant(
      buildEvent({ 'tenant-code': code, ...(authorization !== undefined && { authorization }) }),
      now,
    )
  ).usageIdentifierKey;

/** The key of a member, who has a token. */
const getUsageKey = async (code: string, now = afterSweep) =>
  findKeyOf(code, `Bearer ${await signToken(code, now)}`, now);

describe('a tenant', () => {
  it("is counted by its own key, which is in its tier's plan; header and code match in any case", async () => {
    expect(await getUsageKey('quill')).toBe('rostrum-prod-tenant-quill-premium');
    const Authorization = `bearer ${await signToken('quill', afterSweep)}`;
    const other = await identifyTenant(buildEvent({ 'Tenant-Code': ' QUILL ', Authorization }), afterSweep);
    expect(other).toMatchObject({
      principalId: 'quill',
      usageIdentifierKey: 'rostrum-prod-tenant-quill-premium',
    });
  });

  it('is counted by the key of the default tier when its own tier no longer exists', async () => {
    expect(await getUsageKey('oldest')).toBe('rostrum-prod-tenant-oldest-standard');
  });

  it('shares a key of its tier until its own has been there for five minutes', async () => {
    const shared = /^rostrum-prod-shared-premium-[0-3]$/;
    expect(await getUsageKey('quill', minutesLater(settleMinutes - 1))).toMatch(shared);
    expect(await getUsageKey('quill', minutesLater(settleMinutes))).toBe('rostrum-prod-tenant-quill-premium');
  });

  it('shares one of several keys with others, always the same, as long as it has none of its own', async () => {
    const names = Array.from({ length: 40 }, (_, index) => `alone-${index}`);
    for (const name of names) {
      const code = parseTenantCode(name) ?? expect.fail(name);
      await commit([put(tenantKey(openTenantStore(code)), buildTenant(code, { name }, createdAt))]);
    }
    const keys = await Promise.all(names.map((name) => getUsageKey(name)));
    expect(new Set(keys)).toEqual(
      new Set(
        Array.from({ length: sharedKeysOfTier }, (_, share) => `rostrum-prod-shared-standard-${share}`),
      ),
    );
    expect(await Promise.all(names.map((name) => getUsageKey(name)))).toEqual(keys);
  });

  describe('that changes after its key was made', () => {
    const code = parseTenantCode('sedge');
    if (!code) throw new Error('sedge is a code');
    const store = openTenantStore(code);
    const changedAt = minutesLater(10_000);
    const own = 'rostrum-prod-tenant-sedge-standard';
    const storeTenant = (item: TenantItem) => commit([put(tenantKey(store), item)]);
    const changeOwnSettings = async (now: Date) => {
      const settings = { fiscalYearStart: '07-01', emailsVisibleTo: 'members' } as const;
      await commit([updateTenantSettings(store, await loadTenant(store), settings, now, undefined).change]);
    };
    const created = () => buildTenant(code, { name: 'Sedge' }, createdAt);

    it('keeps its own key when it edits its settings, or the platform renames or suspends it', async () => {
      await storeTenant(created());
      await recordKey(store, 'standard', createdAt);
      await changeOwnSettings(changedAt);
      expect((await loadTenant(store)).modifiedDate).toBe(changedAt.toISOString());
      expect(await getUsageKey('sedge', changedAt)).toBe(own);
      const renamed = applyTenantInput(await loadTenant(store), { name: 'Sedges' }, changedAt);
      for (const item of [renamed, setTenantStatus(renamed, 'suspended', changedAt)]) {
        await storeTenant(item);
        expect(await getUsageKey('sedge', changedAt)).toBe(own);
      }
    });

    it('shares a key of its new tier until its own for that tier exists, whatever it edits then', async () => {
      await storeTenant(applyTenantInput(created(), { tier: 'premium' }, changedAt));
      expect(await getUsageKey('sedge', changedAt)).toMatch(/^rostrum-prod-shared-premium-/);
      await recordKey(store, 'premium', changedAt);
      await changeOwnSettings(minutesLater(10_001));
      expect(await getUsageKey('sedge', minutesLater(10_000 + settleMinutes))).toBe(
        'rostrum-prod-tenant-sedge-premium',
      );
    });

    it('shares a key again when its own is gone', async () => {
      await storeTenant(created());
      await recordKey(store, undefined, changedAt);
      expect(await getUsageKey('sedge', changedAt)).toMatch(/^rostrum-prod-shared-standard-/);
    });

    it('and was stored before tiers had a date counts as changed with its last change', () => {
      const { tierSince: _, ...earlier } = created();
      const stored = { ...earlier, modifiedDate: changedAt.toISOString() };
      expect(hasNewTier(stored, changedAt)).toBe(true);
      expect(hasNewTier(stored, minutesLater(10_000 + sweepMinutes))).toBe(false);
    });
  });

  it('is allowed the whole stage, because the answer is cached for calls with any method', async () => {
    const { policyDocument } = await identifyTenant(buildEvent({ 'tenant-code': 'quill' }), afterSweep);
    expect(policyDocument.Statement).toEqual([
      {
        Effect: 'Allow',
        Action: 'execute-api:Invoke',
        Resource: 'arn:aws:execute-api:eu-west-1:123456789012:abc123/training/*',
      },
    ]);
  });
});

describe('a stranger', () => {
  const strangers = /^rostrum-prod-strangers-premium-[0-3]$/;
  const shifted = (seconds: number) => new Date(afterSweep.getTime() + seconds * 1000);

  it.each<readonly [string, () => Promise<string> | string | undefined]>([
    ['no token', () => undefined],
    ['an empty header', () => ''],
    ['another scheme', () => 'Basic cXVpbGw6cXVpbGw='],
    ['no token in the header', () => 'Bearer abc'],
    [
      'a token that another key has signed',
      async () => `Bearer ${await signToken('quill', afterSweep, { key: foreign.privateKey })}`,
    ],
    [
      'an altered token',
      async () =>
        `Bearer ${(await signToken('oldest', afterSweep)).replace(/\..+\./, `.${Buffer.from('{"tenant":"quill","sub":"a","jti":"b","client_id":"c"}').toString('base64url')}.`)}`,
    ],
    ['a token of another tenant', async () => `Bearer ${await signToken('oldest', afterSweep)}`],
    [
      'a token of another issuer',
      async () => `Bearer ${await signToken('quill', afterSweep, { iss: 'https://elsewhere.example' })}`,
    ],
    [
      'a token that has expired',
      async () => `Bearer ${await signToken('quill', shifted(-tokenLifetime - 31))}`,
    ],
  ])('with %s counts by a key that the strangers of a tier share, and is let through', async (_, create) => {
    expect(await findKeyOf('quill', await create())).toMatch(strangers);
  });

  it('is somebody else a second earlier: the member whose token is about to expire', async () => {
    const token = await signToken('quill', shifted(-tokenLifetime - 29));
    expect(await findKeyOf('quill', `Bearer ${token}`)).toBe('rostrum-prod-tenant-quill-premium');
  });

  it('never has the key of members, also not when the tenant has none of its own', async () => {
    const early = minutesLater(settleMinutes - 1);
    expect(await getUsageKey('quill', early)).toMatch(/-shared-premium-/);
    expect(await findKeyOf('quill', undefined, early)).toMatch(strangers);
  });

  it('costs one read, and so does a member: the key of tokens is read with the tenant, once in five minutes', async () => {
    clearKeyCache();
    const operations: string[] = [];
    const stop = observeRequests(({ operation }) => operations.push(operation));
    try {
      for (const authorization of [undefined, `DPoP ${await signToken('quill', afterSweep)}`])
        await findKeyOf('quill', authorization);
      expect(await getUsageKey('quill')).toBe('rostrum-prod-tenant-quill-premium');
    } finally {
      stop();
    }
    expect(operations).toEqual(['BatchGetItem', 'BatchGetItem', 'BatchGetItem']);
    expect(maxKeyAge).toBe(300_000);
  });
});

describe('a caller that names no tenant of the platform', () => {
  it.each([['nobody'], ['no code at all'], ['']])(
    'as %j, is let through to be refused by the handler, and counted',
    async (code) => {
      const answer = await identifyTenant(buildEvent({ 'tenant-code': code }), afterSweep);
      expect(answer.usageIdentifierKey).toBe('rostrum-prod-strangers-key');
      expect(answer.policyDocument.Statement[0]?.Effect).toBe('Allow');
    },
  );

  it('is treated the same without any header', async () => {
    expect((await identifyTenant(buildEvent(null), afterSweep)).usageIdentifierKey).toBe(
      'rostrum-prod-strangers-key',
    );
  });
});

it('every key is valid for API Gateway: 20 to 128 letters, digits and hyphens', async () => {
  const keys = [await getUsageKey('quill'), await getUsageKey('nobody'), await findKeyOf('quill', undefined)];
  for (const key of keys) expect(key).toMatch(/^[A-Za-z0-9-]{20,128}$/);
});

it('no key is named where requests are not counted (SAM CLI)', async () => {
  delete process.env.USAGE_PLANS;
  try {
    expect(await identifyTenant(buildEvent({ 'tenant-code': 'quill' }), afterSweep)).not.toHaveProperty(
      'usageIdentifierKey',
    );
  } finally {
    process.env.USAGE_PLANS = 'rostrum-prod';
  }
});
