// Every tenant has an API key in the plan of its tier, made when the tenant is and removed when it is gone (design.md 6).
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { handler as sweep } from '../../functions/identity/jobs/sweep-api-keys/handler.ts';
import { handler as sync } from '../../functions/identity/jobs/sync-api-key/handler.ts';
import { trigger } from '../../functions/identity/jobs/sync-api-key/trigger.ts';
import { insertTenant, replaceTenant } from '../../functions/identity/tenants/store.ts';
import { buildTenant, applyTenantInput } from '../../functions/identity/tenants/tenant.ts';
import { type TenantItem, tenantKey } from '../../shared/auth/records.ts';
import { commit, remove } from '../../shared/data/changes.ts';
import { resetDocumentClient } from '../../shared/data/client.ts';
import { openPlatformStore, openTenantStore } from '../../shared/data/store.ts';
import { type TenantCode, parseTenantCode } from '../../shared/data/tenant-code.ts';
import { sweepMinutes } from '../../shared/limits/api-keys.ts';
import type { ChangeEventInput } from '../../shared/platform/trigger.ts';
import { freshTable } from '../harness/table.ts';
import { type StandIn, startKeyRegister } from './api-gateway-stub.ts';

const plans = ['other-plan', 'rostrum-test-trial', 'rostrum-test-standard', 'rostrum-test-premium'];
const longAgo = new Date(Date.now() - (sweepMinutes + 5) * 60_000);

let register: StandIn;
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
  await freshTable();
  resetDocumentClient();
  register = await startKeyRegister(plans);
  process.env.AWS_ENDPOINT_URL_API_GATEWAY = register.address;
});
afterEach(() => register.stop());

const codeOf = (text: string): TenantCode => {
  const code = parseTenantCode(text);
  if (!code) throw new Error(`${text} is no code`);
  return code;
};

async function made(code: string, tier: string, at = longAgo): Promise<TenantItem> {
  const item = buildTenant(codeOf(code), { name: code, tier }, at);
  await commit(insertTenant(openPlatformStore(), item));
  return item;
}

async function moved(before: TenantItem, tier: string, at = longAgo): Promise<TenantItem> {
  const after = {
    ...applyTenantInput(before, { tier }, at),
    version: before.version + 1,
    modifiedDate: at.toISOString(),
  };
  await commit(replaceTenant(openPlatformStore(), before, after));
  return after;
}

const gone = (code: string) => commit([remove(tenantKey(openTenantStore(codeOf(code))))]);

const told = (code: string): ChangeEventInput => ({
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

describe('a tenant that was made', () => {
  it('is told of: the trigger is for the items that hold tenants', async () => {
    expect(trigger).toMatchObject({ kind: 'change', on: ['INSERT', 'MODIFY'] });
    expect(trigger.of).toContain((await made('quill', 'trial')).type);
  });

  it('gets its key, in the plan of its tier', async () => {
    await made('quill', 'trial');
    await sync(told('quill'));
    expect(register.held()).toEqual(['rostrum-test-tenant-quill-trial in rostrum-test-trial']);
  });

  it('gets one, however often and at how many places at once it is told of', async () => {
    await made('quill', 'standard');
    await Promise.all([sync(told('quill')), sync(told('quill')), sync(told('quill'))]);
    await sync(told('quill'));
    expect(register.held()).toEqual(['rostrum-test-tenant-quill-standard in rostrum-test-standard']);
  });

  it.each(['POST /apikeys', 'POST /usageplans/*/keys'])(
    'gets it at the next call when the first breaks off after %s',
    async (call) => {
      await made('quill', 'standard');
      register.failAfter(call);
      await expect(sync(told('quill'))).rejects.toThrow();
      await sync(told('quill'));
      expect(register.held()).toEqual(['rostrum-test-tenant-quill-standard in rostrum-test-standard']);
    },
  );

  it('gets another beside the first with another tier: at no moment is it without one', async () => {
    const tenant = await made('quill', 'standard');
    await sync(told('quill'));
    await moved(tenant, 'premium');
    await sync(told('quill'));
    expect(register.held()).toEqual([
      'rostrum-test-tenant-quill-premium in rostrum-test-premium',
      'rostrum-test-tenant-quill-standard in rostrum-test-standard',
    ]);
  });

  it('gets none when it is gone again, and other items that a tenant has give none', async () => {
    await sync(told('nobody'));
    await sync({
      Records: told('quill').Records.map((record) => ({
        ...record,
        dynamodb: { ...record.dynamodb, Keys: { pk: { S: 'T#quill#PERSON#1' }, sk: { S: 'PERSON' } } },
      })),
    });
    expect(register.held()).toEqual([]);
  });

  it('is told in words which stack is missing when there are no plans', async () => {
    await register.stop();
    register = await startKeyRegister([]);
    process.env.AWS_ENDPOINT_URL_API_GATEWAY = register.address;
    await made('quill', 'standard');
    await expect(sync(told('quill'))).rejects.toThrow(
      'There is no usage plan rostrum-test-standard: deploy the stack rostrum-test-edge',
    );
  });
});

describe('the sweep', () => {
  it('makes what is missing, and puts keys without a plan into theirs', async () => {
    for (const code of ['ash', 'birch', 'cedar']) await made(code, 'standard');
    await sync(told('ash'));
    register.failAfter('POST /apikeys');
    await expect(sync(told('birch'))).rejects.toThrow();
    expect(register.held()).toContain('rostrum-test-tenant-birch-standard in none');
    await sweep();
    expect(register.held()).toEqual(
      ['ash', 'birch', 'cedar'].map(
        (code) => `rostrum-test-tenant-${code}-standard in rostrum-test-standard`,
      ),
    );
  });

  it('removes the key of a tenant that is no more, and no other', async () => {
    for (const code of ['ash', 'ash-grove', 'cedar']) {
      await made(code, 'standard');
      await sync(told(code));
    }
    await gone('ash');
    await sweep();
    expect(register.held()).toEqual([
      'rostrum-test-tenant-ash-grove-standard in rostrum-test-standard',
      'rostrum-test-tenant-cedar-standard in rostrum-test-standard',
    ]);
  });

  it('removes the key of a tier left behind once the change is settled, and not before', async () => {
    const tenant = await made('quill', 'standard');
    await sync(told('quill'));
    const changed = await moved(tenant, 'premium', new Date());
    await sync(told('quill'));
    await sweep();
    expect(register.held()).toHaveLength(2);
    await moved(changed, 'premium', longAgo);
    await sweep();
    expect(register.held()).toEqual(['rostrum-test-tenant-quill-premium in rostrum-test-premium']);
  });

  it('only looks when nothing is to be done', async () => {
    await made('quill', 'standard');
    await sweep();
    register.calls();
    await sweep();
    expect(register.calls().filter((call) => !call.startsWith('GET '))).toEqual([]);
  });
});

it('nothing is asked of API Gateway where there are no usage plans: a laptop', async () => {
  delete process.env.USAGE_PLANS;
  try {
    await made('quill', 'standard');
    await sync(told('quill'));
    await sweep();
    expect(register.calls()).toEqual([]);
  } finally {
    process.env.USAGE_PLANS = 'rostrum-test';
  }
});
