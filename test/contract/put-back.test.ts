// What a GET presents can be sent back with PUT or PATCH: nothing is refused, and nothing changes
// (docs/interface/requests.md#partial-updates).
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { listEndpoints, type RegisteredEndpoint } from '../../infra/contracts/registry.ts';
import { isTenantScoped, takesBearerAlone } from '../../shared/auth/permissions/access-requirement.ts';
import type { EndpointConfig } from '../../shared/http/endpoint.ts';
import { startPlatform, type TestPlatform } from '../harness/platform.ts';
import { type RestorableTable, trackTable } from '../harness/restore.ts';
import { buildExampleCaller, buildExampleRequest } from './example-request.ts';

/** The updates whose body says more than what holds afterwards. */
const exceptions = new Map([
  ['updatePersonMailPreferences', 'each change says who asked for it (docs/interface/communication.md)'],
  ['setIdentityProvider', 'the demo has none, which is presented as null'],
  ['setAccountProvider', 'the demo has none, which is presented without a client'],
  ['patchProvisionedUser', 'takes operations (RFC 7644 3.5.2)'],
  ['updateReportedCredit', 'a report that is sent back is submitted again'],
  ['putStatement', 'the query names what is stored; a statement never changes (xAPI 2.3.1)'],
  ['putState', 'the query names what is stored (xAPI 2.3)'],
  ['patchProvisionedGroup', 'takes operations (RFC 7644 3.5.2)'],
]);

const endpoints = await listEndpoints();
const toPlace = ({ area, path }: EndpointConfig): string => `${area}${path}`.toLowerCase();

/** The endpoints that change what a GET of the same address presents. */
const pairs = endpoints.flatMap((update) => {
  if (!['PUT', 'PATCH'].includes(update.contract.method) || !update.contract.body) return [];
  if (exceptions.has(update.name)) return [];
  const read = endpoints.find(
    ({ contract }) => contract.method === 'GET' && toPlace(contract) === toPlace(update.contract),
  );
  return read ? [{ name: update.name, update, read }] : [];
});

/** What says when, by whom and whether something was changed, not what it is. */
const stamps = ['modifiedDate', 'modifiedOn', 'modifiedBy', 'version', 'isBuiltIn', 'isOwn'];

/** The paths whose values differ. A field without a value may be absent. */
function listDifferences(before: unknown, after: unknown, path = ''): string[] {
  if (typeof before !== 'object' || typeof after !== 'object' || !before || !after)
    return (before ?? null) === (after ?? null)
      ? []
      : [`${path}: ${JSON.stringify(before)} became ${JSON.stringify(after)}`];
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names]
    .filter((name) => !stamps.includes(name))
    .flatMap((name) =>
      listDifferences(Reflect.get(before, name), Reflect.get(after, name), `${path}.${name}`),
    );
}

let platform: TestPlatform;
let data: RestorableTable;
beforeAll(async () => {
  platform = await startPlatform();
  data = await trackTable();
});
afterEach(() => data.restore());
afterAll(async () => {
  data.stop();
  await platform.stop();
});

/** What sends requests to the address of an example, as somebody who may read and update. */
async function createSender(example: RegisteredEndpoint, { update, read }: (typeof pairs)[number]) {
  const { area, address, headers } = buildExampleRequest(example.contract, platform.demo.values);
  const { access } = update.contract;
  const tenant = platform.demo.values.tenantCode ?? '';
  const callers = [update, read].map(({ contract }) => buildExampleCaller(contract, platform.demo.values));
  const permissions = callers.flatMap((caller) => caller.permissions);
  const token = await platform.tokenFor({ tenant, ...callers[0], permissions });
  return (method: string, body?: unknown) =>
    platform.call(method, area, address.split('?')[0] ?? '', {
      headers,
      ...((isTenantScoped(access) || takesBearerAlone(access)) && { token }),
      ...(isTenantScoped(access) && { tenant }),
      ...(body !== undefined && { body }),
    });
}

it('there are such pairs in every area', () => {
  expect(new Set(pairs.map(({ update }) => update.contract.area)).size).toBe(4);
});

it('only updates that exist are excepted', () => {
  const names = endpoints.map(({ name }) => name);
  expect([...exceptions.keys()].filter((name) => !names.includes(name))).toEqual([]);
});

it.each(pairs)('$name takes what the GET of its address presents', async (pair) => {
  // An update may create what its example names; then the example of the GET names what is there.
  let send = await createSender(pair.update, pair);
  let before = await send('GET');
  if (before.status === 404) {
    send = await createSender(pair.read, pair);
    before = await send('GET');
  }
  expect(before.status, before.text).toBe(200);
  const { method } = pair.update.contract;
  // Area D answers in an envelope (docs/interface/billtracking.md).
  const put = await send(
    method,
    pair.update.contract.area === 'billtracking' ? before.body.data : before.body,
  );
  expect(put.status, put.text).toBeLessThan(300);
  expect(listDifferences(before.body, (await send('GET')).body)).toEqual([]);
});
