// Code that could reach another tenant's partition does not compile (docs/data.md#tenant-keys). The type
// check proves it: an unused @ts-expect-error is an error.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, expectTypeOf, it } from 'vitest';
import * as z from 'zod';
import { projectFolder } from '../../infra/contracts/registry.ts';
import { ifPresent, put, remove, update } from '../../shared/data/changes.ts';
import { type Key, openTenantStore, type PlatformStore, type TenantStore } from '../../shared/data/store.ts';
import type { TenantCode } from '../../shared/data/tenant/tenant-code.ts';
import type { Context } from '../../shared/http/context.ts';
import { endpoint } from '../../shared/http/endpoint.ts';

interface Item {
  readonly id: string;
}

/** Every line would reach another tenant, so the compiler must reject it; none is ever called. */
const escapeAttempts = (tenant: TenantStore, own: Key<Item>) => [
  // @ts-expect-error a key cannot be written down by hand
  () => tenant.get<Item>({ pk: 'T#harbor#PERSON#1', sk: 'PERSON' }),
  // @ts-expect-error nor for several
  () => tenant.getMany<Item>([own, { pk: 'T#harbor#PERSON#1', sk: 'PERSON' }]),
  // @ts-expect-error nor for a write
  () => put<Item>({ pk: 'T#harbor#PERSON#1', sk: 'PERSON' }, { id: '1' }),
  // @ts-expect-error nor for a removal
  () => remove<Item>({ pk: 'T#harbor#PERSON#1', sk: 'PERSON' }, { condition: ifPresent }),
  // @ts-expect-error nor for an update
  () => update<Item>({ pk: 'T#harbor#PERSON#1', sk: 'PERSON' }, { set: { id: '2' } }),
  // @ts-expect-error a partition cannot be written down by hand
  () => tenant.query<Item>({ name: 'T#harbor#PEOPLE', index: 'table' }),
  // @ts-expect-error nor a position in a listing
  () => put(own, { id: '1' }, { listed: { listing: { name: 'T#harbor#PEOPLE' }, sort: 'x' } }),
  // @ts-expect-error a tenant's store leads to no other tenant
  () => tenant.tenant,
  // @ts-expect-error a tenant's code is made from a checked text only
  () => openTenantStore('harbor'),
  // @ts-expect-error the code of a store stays what it is
  () => (tenant.code = 'harbor'),
];

const config = {
  area: 'crm',
  method: 'GET',
  path: '/x',
  summary: 'x',
  tags: [],
  responses: { 200: { description: 'x', body: z.object({}) } },
  budget: { roundTrips: 1, readUnits: 1 },
  example: {},
} as const;
const scoped = endpoint({ ...config, access: { permission: 'crm.people.read', token: 'required' } });
const administrative = endpoint({
  ...config,
  access: { permission: 'platform.admin', token: 'required', platform: true },
});
const open = endpoint({ ...config, access: 'public' });

it('the compiler rejects every way to reach another tenant', () => {
  expect(escapeAttempts).toBeTypeOf('function');
});

it('a rule gets only the store of its own tenant, and of the platform only where the contract says so', () => {
  expectTypeOf<Context<typeof scoped>['tenant']>().toEqualTypeOf<TenantStore>();
  expectTypeOf<Context<typeof scoped>['platform']>().toEqualTypeOf<undefined>();
  expectTypeOf<Context<typeof administrative>['platform']>().toEqualTypeOf<PlatformStore>();
  expectTypeOf<Context<typeof open>['tenant']>().toEqualTypeOf<undefined>();
  expectTypeOf<Context<typeof open>['platform']>().toEqualTypeOf<PlatformStore>();
  expectTypeOf<string>().not.toExtend<TenantCode>();
});

it('no code of an area opens a store: it uses the store that it gets as an argument', async () => {
  const folder = join(projectFolder, 'functions');
  const files = (await readdir(folder, { recursive: true })).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
  );
  expect(files.length).toBeGreaterThan(10);
  for (const file of files.filter((name) => !name.startsWith('platform'))) {
    const text = await readFile(join(folder, file), 'utf8');
    expect(text, file).not.toMatch(/\b(forTenant|forPlatform|documentClient|tableName)\b/);
  }
});

it('only a function that no request calls goes through all tenants: a handler with a trigger', async () => {
  const folder = join(projectFolder, 'functions');
  const files = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith('.ts'));
  const triggered = new Set(
    files
      .filter((file) => file.endsWith('/trigger.ts'))
      .map((file) => file.replace(/trigger\.ts$/, 'handler.ts')),
  );
  expect(triggered.size).toBeGreaterThan(3);
  for (const file of files.filter((name) => !triggered.has(name)))
    expect(await readFile(join(folder, file), 'utf8'), file).not.toMatch(/shared\/platform\/tenants\.ts/);
});
