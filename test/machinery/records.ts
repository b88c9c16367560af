// The record's rules and handlers in all four areas, so that the machinery is tested independently of real endpoints.
import type { RegisteredEndpoint } from '../../infra/contracts/registry.ts';
import { ifAbsent, put, remove, update } from '../../shared/data/changes.ts';
import type { Key, TenantStore } from '../../shared/data/store.ts';
import { alreadyExists, Failure, notFound } from '../../shared/errors/failure.ts';
import { type Area, areaNames } from '../../shared/http/areas.ts';
import type { Endpoint } from '../../shared/http/endpoint.ts';
import { ifUnchanged } from '../../shared/http/etag.ts';
import { lambda, type ProxyHandler } from '../../shared/http/lambda.ts';
import { created, noContent, ok, write } from '../../shared/http/reply.ts';
import { recordContracts } from './record-contracts.ts';

/** The internal message of an error that a fixture throws; no reply may contain it. */
export const innerSecret = 'inside-4711-argon2id-hash';

interface RecordItem {
  readonly id: string;
  readonly name: string;
  readonly count: number;
  readonly version: number;
}

const recordKey = (tenant: TenantStore, id: string): Key<RecordItem> => tenant.key(`RECORD#${id}`, 'RECORD');
const nameKey = (tenant: TenantStore, name: string): Key<{ readonly id: string }> =>
  tenant.key(`RECORDNAME#${name}`, 'NAME');
const presentRecord = ({ id, name, count, version }: RecordItem) => ({ id, name, count, version });

async function requireRecord(tenant: TenantStore, id: string): Promise<RecordItem> {
  const item = await tenant.get(recordKey(tenant, id), { consistent: true });
  if (!item) throw notFound('record', id);
  return item;
}

function buildRecordHandlers(area: Area): (readonly [string, Endpoint, ProxyHandler])[] {
  const { list, get, create, replace, drop, increment, search, clock, breakdown, ping, form } =
    recordContracts(area);
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
        const item = await requireRecord(tenant, params.id);
        return ok(presentRecord(item), { version: item.version });
      }),
    ],
    [
      'createRecord',
      create,
      lambda(create, async ({ body, tenant, newId, url }) => {
        // Reads before it writes, as a rule whose message says more than a condition could.
        if (await tenant.get(nameKey(tenant, body.name), { consistent: true }))
          throw alreadyExists('record', 'name', body.name);
        const item = { id: newId(), name: body.name, count: body.count ?? 0, version: 1 };
        return write(
          [
            put(recordKey(tenant, item.id), item, { condition: ifAbsent }),
            put(
              nameKey(tenant, item.name),
              { id: item.id },
              { condition: ifAbsent, onConflict: alreadyExists('record', 'name', item.name) },
            ),
          ],
          created(presentRecord(item), url(`/api/v1/Records/${item.id}`), { version: 1 }),
        );
      }),
    ],
    [
      'replaceRecord',
      replace,
      lambda(replace, async ({ params, body, tenant, ifMatch }) => {
        const before = await requireRecord(tenant, params.id);
        const after = {
          ...before,
          name: body.name,
          count: body.count ?? before.count,
          version: before.version + 1,
        };
        return write(
          [put(recordKey(tenant, params.id), after, ifUnchanged(before.version, ifMatch))],
          ok(presentRecord(after), { version: after.version }),
        );
      }),
    ],
    [
      'dropRecord',
      drop,
      lambda(drop, async ({ params, tenant, ifMatch }) => {
        const before = await requireRecord(tenant, params.id);
        return write(
          [remove(recordKey(tenant, params.id), ifUnchanged(before.version, ifMatch))],
          noContent(),
        );
      }),
    ],
    [
      'incrementRecord',
      increment,
      lambda(increment, async ({ params, tenant }) => {
        const before = await requireRecord(tenant, params.id);
        const after = { ...before, count: before.count + 1, version: before.version + 1 };
        const change = update(
          recordKey(tenant, params.id),
          { set: { count: after.count, version: after.version } },
          ifUnchanged(before.version, undefined),
        );
        return write([change], ok(presentRecord(after), { version: after.version }));
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
export const buildRecordEndpoints = (): RegisteredEndpoint[] =>
  areaNames.flatMap((area) =>
    buildRecordHandlers(area).map(([name, contract, handler]) => ({
      name,
      contract,
      folder: `functions/${area}/records`,
      handlerFile: `functions/${area}/records/${name}.ts`,
      handler: async () => handler,
    })),
  );
