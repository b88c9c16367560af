// Endpoints that only the tests have: the same small record in each of the four areas, so that the machinery is proven everywhere.
import * as z from 'zod';
import type { RegisteredEndpoint } from '../../infra/contracts/registry.ts';
import { ifAbsent, put, remove, update } from '../../shared/data/changes.ts';
import type { Key, TenantStore } from '../../shared/data/store.ts';
import { alreadyExists, Failure, notFound } from '../../shared/errors/failure.ts';
import { type Area, areaNames } from '../../shared/http/areas.ts';
import { type Endpoint, endpoint } from '../../shared/http/endpoint.ts';
import { unchangedSince } from '../../shared/http/etag.ts';
import { lambda, type ProxyHandler } from '../../shared/http/lambda.ts';
import { flag, integerOr } from '../../shared/http/lenient.ts';
import { created, noContent, ok, write } from '../../shared/http/reply.ts';

/** What a fixture's fault says inside; no reply may carry it. */
export const innerSecret = 'inside-4711-argon2id-hash';

const Draft = z.object({
  name: z.string().trim().min(1).max(40),
  kind: z.enum(['small', 'large']),
  count: z.int().min(0).max(99).optional(),
  price: z.number().min(0).optional(),
  isActive: z.boolean().default(true),
  id: z.uuid().optional(),
  mail: z.email().optional(),
  day: z.iso.date().optional(),
  tags: z.array(z.string().max(10)).max(3).optional(),
  address: z.object({ city: z.string().min(1), lines: z.array(z.string().max(20)).optional() }).optional(),
});
const Shown = z.strictObject({ id: z.string(), name: z.string(), count: z.int(), version: z.int() });

interface RecordItem {
  readonly id: string;
  readonly name: string;
  readonly count: number;
  readonly version: number;
}

const recordKey = (tenant: TenantStore, id: string): Key<RecordItem> => tenant.key(`RECORD#${id}`, 'RECORD');
const nameKey = (tenant: TenantStore, name: string): Key<{ readonly id: string }> =>
  tenant.key(`RECORDNAME#${name}`, 'NAME');
const shown = ({ id, name, count, version }: RecordItem) => ({ id, name, count, version });

async function found(tenant: TenantStore, id: string): Promise<RecordItem> {
  const item = await tenant.get(recordKey(tenant, id), { consistent: true });
  if (!item) throw notFound('record', id);
  return item;
}

const budget = { roundTrips: 9, readUnits: 9, writeUnits: 9 };
const one = { description: 'The record.', body: Shown };
const byId = z.object({ id: z.string().min(1).max(60) });

function recordsOf(area: Area): (readonly [string, Endpoint, ProxyHandler])[] {
  const shared = { area, summary: 'A record', tags: ['Records'], budget, example: {} } as const;
  const reading = { ...shared, access: { permission: 'crm.people.read', token: 'tenant' } } as const;
  const writing = { ...shared, access: { permission: 'crm.people.write', token: 'tenant' } } as const;
  const inOwnName = { ...shared, access: { permission: 'own', token: 'tenant' } } as const;

  const list = endpoint({
    ...reading,
    method: 'GET',
    path: '/api/v1/Records',
    query: z.object({
      pageSize: integerOr(50, 1, 200),
      kind: z.enum(['small', 'large']).optional(),
      isActive: flag(),
    }),
    responses: {
      200: {
        description: 'What was asked.',
        body: z.strictObject({ pageSize: z.int(), isActive: z.boolean().optional() }),
      },
    },
  });
  const get = endpoint({
    ...reading,
    method: 'GET',
    path: '/api/v1/Records/{id}',
    params: byId,
    responses: { 200: one },
    refuses: ['RESOURCE_NOT_FOUND'],
  });
  const create = endpoint({
    ...writing,
    method: 'POST',
    path: '/api/v1/Records',
    body: Draft,
    maxBodyBytes: 2000,
    responses: { 201: { ...one, headers: { Location: 'Its address.' } } },
    refuses: ['ALREADY_EXISTS'],
  });
  const replace = endpoint({
    ...writing,
    method: 'PUT',
    path: '/api/v1/Records/{id}',
    params: byId,
    body: Draft,
    responses: { 200: one },
    refuses: ['RESOURCE_NOT_FOUND'],
  });
  const drop = endpoint({
    ...writing,
    method: 'DELETE',
    path: '/api/v1/Records/{id}',
    params: byId,
    responses: { 204: { description: 'Gone.', body: null } },
    refuses: ['RESOURCE_NOT_FOUND'],
  });
  const increment = endpoint({
    ...writing,
    method: 'POST',
    path: '/api/v1/Records/{id}/Increment',
    params: byId,
    responses: { 200: one },
    refuses: ['RESOURCE_NOT_FOUND'],
  });
  const search = endpoint({
    ...reading,
    method: 'POST',
    path: '/api/v1/Records/Search',
    body: z.object({ text: z.string().optional() }),
    repeatable: true,
    responses: { 200: { description: 'The text.', body: z.strictObject({ text: z.string() }) } },
  });
  const clock = endpoint({
    ...inOwnName,
    method: 'GET',
    path: '/api/v1/Clock',
    responses: {
      200: { description: 'Now.', body: z.strictObject({ now: z.iso.datetime(), subject: z.string() }) },
    },
  });
  const breakdown = endpoint({
    ...inOwnName,
    method: 'GET',
    path: '/api/v1/Breakdown',
    responses: { 200: { description: 'Never.', body: z.strictObject({}) } },
  });
  const ping = endpoint({
    ...shared,
    access: 'public',
    method: 'GET',
    path: '/api/v1/Ping',
    responses: { 200: { description: 'Alive.', body: z.strictObject({ alive: z.boolean() }) } },
  });
  const form = endpoint({
    ...shared,
    access: 'public',
    method: 'POST',
    path: '/oauth/echo',
    body: z.array(z.tuple([z.string(), z.string()])),
    bodyType: 'form',
    repeatable: true,
    responses: { 200: { description: 'The names.', body: z.strictObject({ names: z.array(z.string()) }) } },
    refuses: ['INVALID_CLIENT'],
  });

  return [
    [
      'listRecords',
      list,
      lambda(list, ({ query }) => ok({ pageSize: query.pageSize, isActive: query.isActive })),
    ],
    [
      'getRecord',
      get,
      lambda(get, async ({ params, tenant }) => {
        const item = await found(tenant, params.id);
        return ok(shown(item), { version: item.version });
      }),
    ],
    [
      'createRecord',
      create,
      lambda(create, async ({ body, tenant, newId, url }) => {
        // Read before written, as a rule that wants to say more than the condition could.
        if (await tenant.get(nameKey(tenant, body.name), { consistent: true }))
          throw alreadyExists('record', 'name', body.name);
        const item = { id: newId(), name: body.name, count: body.count ?? 0, version: 1 };
        return write(
          [
            put(recordKey(tenant, item.id), item, { condition: ifAbsent }),
            put(
              nameKey(tenant, item.name),
              { id: item.id },
              { condition: ifAbsent, otherwise: alreadyExists('record', 'name', item.name) },
            ),
          ],
          created(shown(item), url(`/api/v1/Records/${item.id}`), { version: 1 }),
        );
      }),
    ],
    [
      'replaceRecord',
      replace,
      lambda(replace, async ({ params, body, tenant, ifMatch }) => {
        const before = await found(tenant, params.id);
        const after = {
          ...before,
          name: body.name,
          count: body.count ?? before.count,
          version: before.version + 1,
        };
        return write(
          [put(recordKey(tenant, params.id), after, unchangedSince(before.version, ifMatch))],
          ok(shown(after), { version: after.version }),
        );
      }),
    ],
    [
      'dropRecord',
      drop,
      lambda(drop, async ({ params, tenant, ifMatch }) => {
        const before = await found(tenant, params.id);
        return write(
          [remove(recordKey(tenant, params.id), unchangedSince(before.version, ifMatch))],
          noContent(),
        );
      }),
    ],
    [
      'incrementRecord',
      increment,
      lambda(increment, async ({ params, tenant }) => {
        const before = await found(tenant, params.id);
        const after = { ...before, count: before.count + 1, version: before.version + 1 };
        const change = update(
          recordKey(tenant, params.id),
          { set: { count: after.count, version: after.version } },
          unchangedSince(before.version, undefined),
        );
        return write([change], ok(shown(after), { version: after.version }));
      }),
    ],
    ['searchRecords', search, lambda(search, ({ body }) => ok({ text: body.text ?? '' }))],
    [
      'readClock',
      clock,
      lambda(clock, ({ now, caller }) => ok({ now: now.toISOString(), subject: caller.subject })),
    ],
    [
      'breakDown',
      breakdown,
      lambda(breakdown, () => {
        throw new TypeError(`cannot read ${innerSecret}`);
      }),
    ],
    ['ping', ping, lambda(ping, () => ok({ alive: true }))],
    [
      'echoForm',
      form,
      lambda(form, ({ body }) => {
        if (body.some(([name]) => name === 'refuse'))
          throw new Failure('INVALID_CLIENT', 'The "client" is \\ not known: ü');
        return ok({ names: body.map(([name]) => name) });
      }),
    ],
  ];
}

/** The fixture's endpoints of all four areas. */
export const recordEndpoints = (): RegisteredEndpoint[] =>
  areaNames.flatMap((area) =>
    recordsOf(area).map(([name, contract, handler]) => ({
      name,
      contract,
      folder: `functions/${area}/records`,
      handlerFile: `functions/${area}/records/${name}.ts`,
      handler: async () => handler,
    })),
  );
