// The authorizer of the areas' APIs names the key by which a request is counted, and refuses no request
// (docs/aws.md#usage-plans).
import type { APIGatewayRequestAuthorizerEvent } from 'aws-lambda';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applyTenantInput, buildTenant, setTenantStatus } from '../../functions/identity/tenants/tenant.ts';
import { identifyTenant } from '../../infra/aws/identify-tenant.ts';
import { type TenantItem, tenantKey } from '../../shared/auth/records.ts';
import { commit, put } from '../../shared/data/changes.ts';
import { resetDocumentClient } from '../../shared/data/client.ts';
import { openTenantStore } from '../../shared/data/store.ts';
import { parseTenantCode } from '../../shared/data/tenant-code.ts';
import { sweepMinutes } from '../../shared/limits/api-keys.ts';
import { loadTenant, updateTenantSettings } from '../../shared/settings/tenant-settings.ts';
import { createTestTable } from '../harness/table.ts';

const createdAt = new Date('2027-03-01T12:00:00Z');
const minutesLater = (minutes: number) => new Date(createdAt.getTime() + minutes * 60_000);
const afterSweep = minutesLater(sweepMinutes + 1);

beforeAll(async () => {
  await createTestTable();
  resetDocumentClient();
  process.env.USAGE_PLANS = 'rostrum-prod';
  for (const [text, tier] of [
    ['quill', 'premium'],
    ['oldest', 'a tier of long ago'],
  ] as const) {
    const code = parseTenantCode(text);
    if (!code) throw new Error(`${text} is a code`);
    const tenant = buildTenant(code, { name: text, tier }, createdAt);
    await commit([put(tenantKey(openTenantStore(code)), tenant)]);
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

const getUsageKey = async (code: string, now = afterSweep) =>
  (await identifyTenant(buildEvent({ 'tenant-code': code }), now)).usageIdentifierKey;

describe('a tenant', () => {
  it("is counted by its own key, which is in its tier's plan; header and code match in any case", async () => {
    expect(await getUsageKey('quill')).toBe('rostrum-prod-tenant-quill-premium');
    const other = await identifyTenant(buildEvent({ 'Tenant-Code': ' QUILL ' }), afterSweep);
    expect(other).toMatchObject({
      principalId: 'quill',
      usageIdentifierKey: 'rostrum-prod-tenant-quill-premium',
    });
  });

  it('is counted by the key of the default tier when its own tier no longer exists', async () => {
    expect(await getUsageKey('oldest')).toBe('rostrum-prod-tenant-oldest-standard');
  });

  it('is counted by the key of new tenants until the next sweep, because its own may not exist yet', async () => {
    expect(await getUsageKey('quill', minutesLater(1))).toBe('rostrum-prod-newcomers-key');
    expect(await getUsageKey('quill', minutesLater(sweepMinutes - 1))).toBe('rostrum-prod-newcomers-key');
  });

  describe('that changes long after it got its tier', () => {
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
      await changeOwnSettings(changedAt);
      expect((await loadTenant(store)).modifiedDate).toBe(changedAt.toISOString());
      expect(await getUsageKey('sedge', changedAt)).toBe(own);
      const renamed = applyTenantInput(await loadTenant(store), { name: 'Sedges' }, changedAt);
      for (const item of [renamed, setTenantStatus(renamed, 'suspended', changedAt)]) {
        await storeTenant(item);
        expect(await getUsageKey('sedge', changedAt)).toBe(own);
      }
    });

    it('shares the key of new tenants for an hour after its tier changed, whatever it edits then', async () => {
      await storeTenant(applyTenantInput(created(), { tier: 'premium' }, changedAt));
      expect(await getUsageKey('sedge', changedAt)).toBe('rostrum-prod-newcomers-key');
      await changeOwnSettings(minutesLater(10_000 + sweepMinutes - 1));
      expect(await getUsageKey('sedge', minutesLater(10_000 + sweepMinutes))).toBe(
        'rostrum-prod-tenant-sedge-premium',
      );
    });

    it('and was stored before tiers had a date is judged by its last change, once', async () => {
      const { tierSince: _, ...earlier } = created();
      await storeTenant({ ...earlier, modifiedDate: changedAt.toISOString() });
      expect(await getUsageKey('sedge', changedAt)).toBe('rostrum-prod-newcomers-key');
      await changeOwnSettings(minutesLater(20_000));
      expect(await getUsageKey('sedge', minutesLater(20_000))).toBe(own);
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
  for (const code of ['quill', 'nobody']) expect(await getUsageKey(code)).toMatch(/^[A-Za-z0-9-]{20,128}$/);
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
