// The local platform limits a request to its tenant's keys as IAM does on AWS: other keys are refused before anything
// is sent (docs/data.md#tenant-keys).
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import type { RegisteredEndpoint } from '../../infra/contracts/registry.ts';
import { findKeyOutside } from '../../infra/local/database/access-scope-guard.ts';
import { type Change, put, update } from '../../shared/data/changes.ts';
import { observeRequests } from '../../shared/data/client.ts';
import { openPlatformStore, openTenantStore, type TenantStore } from '../../shared/data/store.ts';
import { currentAccessScope, tenantAccessScope } from '../../shared/data/tenant/access-scope.ts';
import { parseTenantCode } from '../../shared/data/tenant/tenant-code.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { ok, write } from '../../shared/http/reply.ts';
import { type Fixture, startFixture } from '../machinery/fixture.ts';

const [alder, birch] = ['alder', 'birch'].map(parseTenantCode);
if (!alder || !birch) throw new Error('alder and birch are tenant codes');
const other = openTenantStore(birch);

interface Item {
  readonly n: number;
}

/** What a faulty or compromised handler might do, by name. */
const breakouts: Readonly<
  Record<string, (tenant: TenantStore) => Promise<unknown> | { readonly changes: Change[] }>
> = {
  'reads an item of another tenant': () => other.get(other.key('RECORD#1', 'RECORD')),
  'reads a user of the platform': () => openPlatformStore().get(openPlatformStore().key('USER#1', 'USER')),
  'lists the people of another tenant': () => other.query(other.listing('PEOPLE')),
  'lists the tenants': () => openPlatformStore().query(openPlatformStore().partition('TENANTS')),
  'writes an item of another tenant': () => ({
    changes: [put(other.key<Item>('RECORD#2', 'RECORD'), { n: 1 })],
  }),
  'writes an item of another tenant behind one of its own': (tenant) => ({
    changes: [
      put(tenant.key<Item>('RECORD#2', 'RECORD'), { n: 1 }),
      update(other.key<Item>('RECORD#2', 'RECORD'), { set: { n: 2 } }),
    ],
  }),
  "lists its own item in another tenant's list": (tenant) => ({
    changes: [
      put(
        tenant.key<Item>('RECORD#2', 'RECORD'),
        { n: 1 },
        { listed: { listing: other.listing('PEOPLE'), sort: 'x' } },
      ),
    ],
  }),
  'writes a key that tokens are verified with': () => ({
    changes: [put(openPlatformStore().key<Item>('KEYS', 'forged'), { n: 1 })],
  }),
};

const contract = endpoint({
  area: 'crm',
  method: 'POST',
  path: '/api/v1/Breakouts',
  summary: 'Break out',
  tags: ['Breakouts'],
  query: z.object({ how: z.string() }),
  responses: { 200: { description: 'Broken out', body: z.object({}) } },
  access: { permission: 'crm.people.read', token: 'required' },
  budget: { roundTrips: 2, readUnits: 4, writeUnits: 4 },
  example: {},
});

const breakout: RegisteredEndpoint = {
  name: 'breakOut',
  contract,
  folder: 'functions/crm/breakouts',
  handlerFile: 'functions/crm/breakouts/break-out.ts',
  handler: async () =>
    lambda(contract, async ({ query, tenant }) => {
      const done = await breakouts[query.how]?.(tenant);
      const isChanges = typeof done === 'object' && done !== null && 'changes' in done;
      return isChanges ? write(done.changes as Change[], ok({})) : ok({});
    }),
};

let fixture: Fixture;
let token: string;
const sent: string[] = [];
const logged: string[] = [];
let stopObserving: () => void;
beforeAll(async () => {
  fixture = await startFixture([breakout]);
  token = await fixture.token();
});
beforeEach(() => {
  stopObserving = observeRequests(({ operation, input }) =>
    sent.push(`${operation} ${JSON.stringify(input)}`),
  );
});
afterEach(() => {
  stopObserving();
  sent.length = 0;
  logged.length = 0;
  vi.restoreAllMocks();
});
afterAll(() => fixture.stop());

const call = (how: string) =>
  fixture.call('POST', 'crm', `/api/v1/Breakouts?how=${encodeURIComponent(how)}`, { tenant: 'alder', token });

describe('a request', () => {
  it.each(Object.keys(breakouts))(
    'that %s is refused as by AWS: a 500 that reveals nothing, and a line in the log',
    async (how) => {
      process.env.LOG_LEVEL = '';
      vi.spyOn(process.stdout, 'write').mockReturnValue(true);
      vi.spyOn(process.stderr, 'write').mockImplementation((line) => logged.push(String(line)) > 0);
      const reply = await call(how);
      process.env.LOG_LEVEL = 'silent';
      expect([reply.status, reply.body.error.code]).toEqual([500, 'INTERNAL_SERVER_ERROR']);
      expect(reply.text).not.toMatch(/birch|AccessDenied|T#|P#/);
      expect(logged.map((line) => JSON.parse(line))).toMatchObject([
        {
          name: 'AccessDeniedException',
          message: expect.stringMatching(/^The request for alder is not allowed/),
        },
      ]);
      // Nothing was written to the table either.
      for (const key of [
        other.key<Item>('RECORD#2', 'RECORD'),
        openPlatformStore().key<Item>('KEYS', 'forged'),
      ])
        expect(await (key.pk.startsWith('P#') ? openPlatformStore() : other).get(key)).toBeUndefined();
      expect(
        await fixture.store('alder').get(fixture.store('alder').key('RECORD#2', 'RECORD')),
      ).toBeUndefined();
    },
  );

  it('that stays within its tenant succeeds, and code outside of a request is not limited', async () => {
    expect((await call('nothing')).status).toBe(200);
    expect(sent.length).toBeGreaterThan(0);
    expect(currentAccessScope()).toBeUndefined();
    expect(await other.get(other.key('RECORD#1', 'RECORD'))).toBeUndefined();
  });
});

describe("a tenant's access scope", () => {
  const outside = (operation: string, input: Record<string, unknown>) =>
    findKeyOutside(tenantAccessScope(alder), { operation, input });
  const key = (pk: string) => ({ Key: { pk, sk: 'x' } });

  it('does not include a tenant whose code begins with the same letters', () => {
    expect(outside('GetItem', key('T#alder#A'))).toBeUndefined();
    for (const pk of ['T#alder2#A', 'T#alde#A', 'T#alder', 't#alder#A', ' T#alder#A', 'P#USER#1'])
      expect(outside('GetItem', key(pk)), pk).toBe(pk);
  });

  it('includes the published keys, for reading only', () => {
    expect(outside('GetItem', key('P#KEYS'))).toBeUndefined();
    expect(outside('PutItem', { Item: { pk: 'P#KEYS', sk: 'x' } })).toBe('P#KEYS');
  });

  it('includes no scan and no unknown operation', () => {
    for (const operation of ['Scan', 'ExecuteStatement', 'BatchExecuteStatement', 'ExportTableToPointInTime'])
      expect(outside(operation, { TableName: 't' }), operation).toBe('*');
  });

  it('is only the published keys where no tenant is named', () => {
    const nobody = tenantAccessScope(undefined);
    expect(findKeyOutside(nobody, { operation: 'GetItem', input: key('T#alder#A') })).toBe('T#alder#A');
    expect(findKeyOutside(nobody, { operation: 'GetItem', input: key('P#KEYS') })).toBeUndefined();
  });
});
