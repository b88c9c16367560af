// Every tenant has an API key in the plan of its tier, created with the tenant and removed after it
// (docs/aws.md#usage-plans).
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { recordKey } from '../../../functions/identity/api-keys/record-key.ts';
import { handler as sweep } from '../../../functions/identity/jobs/sweep-api-keys/handler.ts';
import { handler as sync } from '../../../functions/identity/jobs/sync-api-key/handler.ts';
import { trigger } from '../../../functions/identity/jobs/sync-api-key/trigger.ts';
import { insertTenant, replaceTenant } from '../../../functions/identity/tenants/store.ts';
import { applyTenantInput, buildTenant } from '../../../functions/identity/tenants/tenant.ts';
import { type TenantItem, tenantKey } from '../../../shared/auth/accounts/records.ts';
import { commit, remove } from '../../../shared/data/changes.ts';
import { resetDocumentClient } from '../../../shared/data/client.ts';
import { openPlatformStore, openTenantStore } from '../../../shared/data/store.ts';
import { parseTenantCode, type TenantCode } from '../../../shared/data/tenant/tenant-code.ts';
import { apiKeyRecord, sweepMinutes } from '../../../shared/limits/api-keys.ts';
import type { ChangeEventInput } from '../../../shared/platform/trigger.ts';
import { createTestTable } from '../../harness/table.ts';
import { type ApiGatewayStub, startApiGatewayStub } from './api-gateway-stub.ts';

const plans = ['other-plan', 'rostrum-test-trial', 'rostrum-test-standard', 'rostrum-test-premium'];
const longAgo = new Date(Date.now() - (sweepMinutes + 5) * 60_000);

let register: ApiGatewayStub;
beforeAll(() => {
  process.env.USAGE_PLANS = 'rostrum-test';
  process.env.AWS_REGION = 'us-east-1';
});
afterAll(() => {
  delete process.env.USAGE_PLANS;
  delete process.env.AWS_ENDPOINT_URL_API_GATEWAY;
  resetDocumentClient();
});
beforeEach(async () => {
  await createTestTable();
  resetDocumentClient();
  register = await startApiGatewayStub(plans);
  process.env.AWS_ENDPOINT_URL_API_GATEWAY = register.address;
});
afterEach(() => register.stop());

const requireTenantCode = (text: string): TenantCode => {
  const code = parseTenantCode(text);
  if (!code) throw new Error(`${text} is no code`);
  return code;
};

async function createTenant(code: string, tier: string, createdAt = longAgo): Promise<TenantItem> {
  const item = buildTenant(requireTenantCode(code), { name: code, tier }, createdAt);
  await commit(insertTenant(openPlatformStore(), item));
  return item;
}

async function changeTier(before: TenantItem, tier: string, changedAt = longAgo): Promise<TenantItem> {
  const after = {
    ...applyTenantInput(before, { tier }, changedAt),
    version: before.version + 1,
    modifiedDate: changedAt.toISOString(),
    tierSince: changedAt.toISOString(),
  };
  await commit(replaceTenant(openPlatformStore(), before, after));
  return after;
}

const removeTenant = (code: string) => commit([remove(tenantKey(openTenantStore(requireTenantCode(code))))]);

const findRecord = (code: string) =>
  openTenantStore(requireTenantCode(code)).get(apiKeyRecord(openTenantStore(requireTenantCode(code))), {
    consistent: true,
  });

const buildEvent = (code: string): ChangeEventInput => ({
  Records: [
    {
      eventName: 'INSERT',
      dynamodb: {
        Keys: { pk: { S: `T#${code}#TENANT` }, sk: { S: 'TENANT' } },
        NewImage: { type: { S: 'tenant' } },
      },
    },
  ],
});

describe('a created tenant', () => {
  it('calls the function: the trigger matches the items that store tenants', async () => {
    expect(trigger).toMatchObject({ kind: 'change', on: ['INSERT', 'MODIFY'] });
    expect(trigger.of).toContain((await createTenant('quill', 'trial')).type);
  });

  it('gets its key in the plan of its tier', async () => {
    await createTenant('quill', 'trial');
    await sync(buildEvent('quill'));
    expect(register.held()).toEqual(['rostrum-test-tenant-quill-trial in rostrum-test-trial']);
  });

  it('gets only one key, however often and however concurrently the function is called', async () => {
    await createTenant('quill', 'standard');
    await Promise.all([sync(buildEvent('quill')), sync(buildEvent('quill')), sync(buildEvent('quill'))]);
    await sync(buildEvent('quill'));
    expect(register.held()).toEqual(['rostrum-test-tenant-quill-standard in rostrum-test-standard']);
  });

  it.each(['POST /apikeys', 'POST /usageplans/*/keys'])(
    'gets its key at the next call when the first call fails after %s',
    async (call) => {
      await createTenant('quill', 'standard');
      register.failAfter(call);
      await expect(sync(buildEvent('quill'))).rejects.toThrow();
      await sync(buildEvent('quill'));
      expect(register.held()).toEqual(['rostrum-test-tenant-quill-standard in rostrum-test-standard']);
    },
  );

  it('gets a second key when its tier changes, so that it always has one', async () => {
    const tenant = await createTenant('quill', 'standard');
    await sync(buildEvent('quill'));
    await changeTier(tenant, 'premium');
    await sync(buildEvent('quill'));
    expect(register.held()).toEqual([
      'rostrum-test-tenant-quill-premium in rostrum-test-premium',
      'rostrum-test-tenant-quill-standard in rostrum-test-standard',
    ]);
  });

  it('gets no key when it no longer exists, and no key for its other items', async () => {
    await sync(buildEvent('nobody'));
    await sync({
      Records: buildEvent('quill').Records.map((record) => ({
        ...record,
        dynamodb: { ...record.dynamodb, Keys: { pk: { S: 'T#quill#PERSON#1' }, sk: { S: 'PERSON' } } },
      })),
    });
    expect(register.held()).toEqual([]);
  });

  it('causes an error that names the missing stack when there are no plans', async () => {
    await register.stop();
    register = await startApiGatewayStub([]);
    process.env.AWS_ENDPOINT_URL_API_GATEWAY = register.address;
    await createTenant('quill', 'standard');
    await expect(sync(buildEvent('quill'))).rejects.toThrow(
      'There is no usage plan rostrum-test-standard: deploy the stack rostrum-test-edge',
    );
  });
});

describe('a key of a tenant is named only when it exists', () => {
  it('is recorded after it was made and is in its plan, and not before', async () => {
    await createTenant('quill', 'standard');
    register.failAfter('POST /usageplans/*/keys');
    await expect(sync(buildEvent('quill'))).rejects.toThrow();
    expect(await findRecord('quill')).toBeUndefined();
    await sync(buildEvent('quill'));
    expect(await findRecord('quill')).toMatchObject({ tier: 'standard' });
  });

  it('is recorded for the new tier once that key exists', async () => {
    const tenant = await createTenant('quill', 'standard');
    await sync(buildEvent('quill'));
    await changeTier(tenant, 'premium');
    expect(await findRecord('quill')).toMatchObject({ tier: 'standard' });
    await sync(buildEvent('quill'));
    expect(await findRecord('quill')).toMatchObject({ tier: 'premium' });
  });

  it('is not recorded of a tenant that is gone meanwhile', async () => {
    await recordKey(openTenantStore(requireTenantCode('gone')), 'trial', new Date());
    expect(await findRecord('gone')).toBeUndefined();
  });

  it('is not recorded for a tier that the tenant has left meanwhile', async () => {
    await createTenant('quill', 'standard');
    const store = openTenantStore(requireTenantCode('quill'));
    await recordKey(store, 'premium', new Date());
    expect(await findRecord('quill')).toBeUndefined();
    await recordKey(store, 'standard', new Date());
    expect(await findRecord('quill')).toMatchObject({ tier: 'standard' });
  });

  it('is made again when somebody removed it by hand, and the record starts again', async () => {
    await createTenant('quill', 'standard');
    await sync(buildEvent('quill'));
    const before = await findRecord('quill');
    register.removeByHand('rostrum-test-tenant-quill-standard');
    await sweep();
    expect(register.held()).toEqual(['rostrum-test-tenant-quill-standard in rostrum-test-standard']);
    const after = await findRecord('quill');
    expect(after?.since.localeCompare(before?.since ?? '')).toBeGreaterThan(0);
  });
});

describe('when API Gateway takes no more keys', () => {
  it('a new tenant gets none, which is no failure, and the record says so', async () => {
    register.limitKeys(0);
    await createTenant('quill', 'standard');
    await sync(buildEvent('quill'));
    expect(register.held()).toEqual([]);
    expect(await findRecord('quill')).toBeUndefined();
    register.limitKeys(undefined);
    await sweep();
    expect(await findRecord('quill')).toMatchObject({ tier: 'standard' });
  });

  it('the sweep removes what no tenant uses first, and makes keys for higher tiers first', async () => {
    await createTenant('ash', 'trial');
    await sync(buildEvent('ash'));
    await removeTenant('ash');
    await createTenant('birch', 'trial');
    await createTenant('cedar', 'standard');
    await createTenant('sedge', 'premium');
    register.limitKeys(2);
    await sweep();
    expect(register.held()).toEqual([
      'rostrum-test-tenant-cedar-standard in rostrum-test-standard',
      'rostrum-test-tenant-sedge-premium in rostrum-test-premium',
    ]);
    expect(await findRecord('birch')).toBeUndefined();
  });

  it('the sweep leaves the rest to the next one when its time is over', async () => {
    for (const code of ['ash', 'birch', 'cedar']) await createTenant(code, 'standard');
    await sweep(undefined, { getRemainingTimeInMillis: () => (register.held().length < 2 ? 60_000 : 0) });
    expect(register.held()).toHaveLength(2);
    await sweep();
    expect(register.held()).toHaveLength(3);
  });
});

describe('the sweep', () => {
  it('creates missing keys, and adds keys without a plan to their plans', async () => {
    for (const code of ['ash', 'birch', 'cedar']) await createTenant(code, 'standard');
    await sync(buildEvent('ash'));
    register.failAfter('POST /apikeys');
    await expect(sync(buildEvent('birch'))).rejects.toThrow();
    expect(register.held()).toContain('rostrum-test-tenant-birch-standard in none');
    await sweep();
    expect(register.held()).toEqual(
      ['ash', 'birch', 'cedar'].map(
        (code) => `rostrum-test-tenant-${code}-standard in rostrum-test-standard`,
      ),
    );
  });

  it('removes the key of a tenant that no longer exists, and no other', async () => {
    for (const code of ['ash', 'ash-grove', 'cedar']) {
      await createTenant(code, 'standard');
      await sync(buildEvent(code));
    }
    await removeTenant('ash');
    await sweep();
    expect(register.held()).toEqual([
      'rostrum-test-tenant-ash-grove-standard in rostrum-test-standard',
      'rostrum-test-tenant-cedar-standard in rostrum-test-standard',
    ]);
  });

  it('removes the key of the previous tier some time after the change, and not before', async () => {
    const tenant = await createTenant('quill', 'standard');
    await sync(buildEvent('quill'));
    const changed = await changeTier(tenant, 'premium', new Date());
    await sync(buildEvent('quill'));
    await sweep();
    expect(register.held()).toHaveLength(2);
    await changeTier(changed, 'premium', longAgo);
    await sweep();
    expect(register.held()).toEqual(['rostrum-test-tenant-quill-premium in rostrum-test-premium']);
  });

  it('only reads when nothing is to be done', async () => {
    await createTenant('quill', 'standard');
    await sweep();
    register.calls();
    await sweep();
    expect(register.calls().filter((call) => !call.startsWith('GET '))).toEqual([]);
  });
});

it('API Gateway is not called where there are no usage plans: on the local platform', async () => {
  delete process.env.USAGE_PLANS;
  try {
    await createTenant('quill', 'standard');
    await sync(buildEvent('quill'));
    await sweep();
    expect(register.calls()).toEqual([]);
  } finally {
    process.env.USAGE_PLANS = 'rostrum-test';
  }
});
