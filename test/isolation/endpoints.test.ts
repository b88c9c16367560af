// Every endpoint within a tenant, called by everyone who must not have access: never a success, never a byte of another
// tenant's data, always the area's envelope; and every key that these calls read or wrote
// (docs/interface/access.md#tenant-code; docs/data.md#tenant-keys).
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { demoTenant, secondTenant } from '../../infra/contracts/demo-tenants.ts';
import { listEndpoints, type RegisteredEndpoint } from '../../infra/contracts/registry.ts';
import { listTouchedKeys } from '../../infra/local/database/touched-keys.ts';
import type { ExampleValues } from '../../infra/openapi/examples.ts';
import { listSuccessStatuses } from '../../infra/openapi/responses.ts';
import {
  type AccessRequirement,
  isTenantScoped,
  isWrite,
  takesBearerAlone,
} from '../../shared/auth/permissions/access-requirement.ts';
import { permissionNames } from '../../shared/auth/permissions/permissions.ts';
import { observeRequests } from '../../shared/data/client.ts';
import { parseTenantCode } from '../../shared/data/tenant/tenant-code.ts';
import { buildExampleRequest, listRequiredPermissions } from '../contract/example-request.ts';
import { createExampleTokens, type FindExampleToken } from '../contract/example-tokens.ts';
import { invokeHandler } from '../harness/invoke-handler.ts';
import { type Reply, startPlatform, type TestPlatform } from '../harness/platform.ts';
import { type RestorableTable, trackTable } from '../harness/restore.ts';
import { shareTokens } from '../harness/share-tokens.ts';
import { insertForeignBill } from './insert-foreign-bill.ts';
import { collectTenantData, type TenantData } from './tenant-data.ts';
import { createBadTokens } from './tokens.ts';

type Scoped = RegisteredEndpoint & {
  readonly contract: { readonly access: Extract<AccessRequirement, { readonly permission: unknown }> };
};
const endpoints = await listEndpoints();
const scopedEndpoints = endpoints.filter((one): one is Scoped => isTenantScoped(one.contract.access));
const singleTenantEndpoints = scopedEndpoints.filter(({ contract }) => contract.access.platform !== true);

let platform: TestPlatform;
/** Creates the token of a caller; endpoints that need the same share it. */
let createToken: ReturnType<typeof shareTokens>;
let harbor: TenantData;
/** A bill of harbor whose id no bill of demo has: each tenant numbers its own bills. */
let foreignBillId: string;
let stopObserving: () => void;
/** The endpoint that the platform serves now, and the tenants of the calls: those made together are of one endpoint. */
let serving:
  | { readonly name: string; readonly tenants: readonly string[]; readonly mayReadPlatform: boolean }
  | undefined;
const trespasses: string[] = [];
let touchCount = 0;

beforeAll(async () => {
  platform = await startPlatform();
  createToken = shareTokens(platform);
  foreignBillId = await insertForeignBill(platform.store(secondTenant));
  harbor = await collectTenantData(platform.tableName, secondTenant);
  stopObserving = observeRequests((request) => {
    if (!serving) return;
    const { name, tenants, mayReadPlatform } = serving;
    for (const key of listTouchedKeys(request)) {
      touchCount += 1;
      const isOwn = tenants.some((tenant) => key.startsWith(`T#${tenant}#`));
      const isPublic = key === 'P#KEYS' || (mayReadPlatform && /^(P|T#[a-z0-9-]+)#/.test(key));
      if (!isOwn && !isPublic)
        trespasses.push(`${name} for ${tenants.join() || 'no tenant'}: ${request.operation} ${key}`);
    }
  });
});
afterAll(async () => {
  stopObserving();
  await platform.stop();
});

interface Credentials {
  readonly tenant?: string;
  readonly token?: string;
}

/** Records the keys that an endpoint uses while it serves these callers. */
async function observeServing<T>(
  { name, contract: { access } }: RegisteredEndpoint,
  callers: readonly Credentials[],
  serve: () => Promise<T>,
): Promise<T> {
  serving = {
    name,
    tenants: callers.flatMap(({ tenant = '' }) => parseTenantCode(tenant) ?? []),
    mayReadPlatform: !isTenantScoped(access) || access.platform === true,
  };
  try {
    return await serve();
  } finally {
    serving = undefined;
  }
}

/**
 * Has the endpoint's handler answer its example for each of these callers at once. Without HTTP: the gateway reads neither
 * tenant nor token, and passes them on as they are.
 */
function invokeAs(registered: RegisteredEndpoint, callers: readonly Credentials[]): Promise<Reply[]> {
  const { address, headers, body } = buildExampleRequest(registered.contract, platform.demo.values);
  const request = { headers, ...(body !== undefined && { body }) };
  return observeServing(registered, callers, () =>
    Promise.all(
      callers.map((credentials) => invokeHandler(registered, address, { ...credentials, ...request })),
    ),
  );
}

/** Sends the endpoint's example as a caller. */
function send(
  registered: RegisteredEndpoint,
  credentials: Credentials,
  values: ExampleValues = platform.demo.values,
  to: TestPlatform = platform,
): Promise<Reply> {
  const { method, area, address, headers, body } = buildExampleRequest(registered.contract, values);
  return observeServing(registered, [credentials], () =>
    to.call(method, area, address, { ...credentials, headers, ...(body !== undefined && { body }) }),
  );
}

/** The reply is a refusal that reveals nothing; the harness has already checked it against its area's envelope. */
function expectRefused(
  reply: Reply,
  statuses: readonly number[],
  how: string,
  sent: readonly string[] = [],
): void {
  expect(statuses, `${how}: ${reply.status} ${reply.text}`).toContain(reply.status);
  expectNothingOfHarbor(reply, how, sent);
}

/**
 * A reply without its request's id and moments, which differ from call to call, without the name of a field in which "Agent" is, a
 * position in harbor, and without CE Broker, a system of boards, because "Broker" is another.
 */
const removeRequestFacts = (text: string): string =>
  text.replace(/req-[0-9a-f-]+|\d{4}-\d\d-\d\dT[\d:.]+Z|"userAgent":|CE ?Broker/g, '');

/** What was found to have nothing of harbor; most refusals are the same text. */
const harmless = new Set<string>();

/** The reply has no text that only harbor has, except what the caller itself sent. */
function expectNothingOfHarbor(reply: Reply, how: string, sent: readonly string[] = []): void {
  const text = removeRequestFacts(reply.text);
  if (harmless.has(text)) return;
  const found = [...harbor.texts].filter((one) => text.includes(one));
  if (found.length === 0) harmless.add(text);
  const leaked = found.filter((one) => !sent.some((own) => own.includes(one)));
  expect(leaked, `${how}: texts of harbor in the reply`).toEqual([]);
}

/** A token in a tenant with the permissions that the endpoint needs. */
const createTokenIn = (tenant: string, { contract }: RegisteredEndpoint): Promise<string> =>
  createToken({ tenant, permissions: listRequiredPermissions(contract) });

const badTokens = new Map<string, ReturnType<typeof createBadTokens>>();

/** Invalid tokens in demo with the permissions that the endpoint needs; endpoints that need the same share them. */
function badTokensFor({ contract }: RegisteredEndpoint): ReturnType<typeof createBadTokens> {
  const permissions = listRequiredPermissions(contract);
  const key = JSON.stringify(permissions);
  const made =
    badTokens.get(key) ?? createBadTokens(platform, { tenant: demoTenant, permissions }, secondTenant);
  badTokens.set(key, made);
  return made;
}

it('has something to prove: endpoints, and data that only the second tenant has', () => {
  expect(scopedEndpoints.length).toBeGreaterThan(5);
  expect(harbor.texts.size).toBeGreaterThan(20);
  expect([...harbor.ids.keys()]).toEqual(expect.arrayContaining(['person', 'organization', 'committee']));
});

describe.each(scopedEndpoints)('$contract.area $name', (registered) => {
  const { contract } = registered;

  it('refuses a caller that names no tenant or an unknown one, with the same reply', async () => {
    const token = await createTokenIn(demoTenant, registered);
    // A token names the tenant where the header may be absent.
    const absent = contract.access.tenantFrom === 'token' ? [] : [undefined];
    const codes = [...absent, '', 'nobody', 'demo2', 'DEMO#', '*', 'demo,harbor', '__proto__', 'constructor'];
    const callers = codes.flatMap((code) =>
      [{ token }, {}].map((credentials) => ({ ...credentials, ...(code !== undefined && { tenant: code }) })),
    );
    const replies = await invokeAs(registered, callers);
    for (const [index, reply] of replies.entries())
      expectRefused(reply, [401], `tenant ${callers[index]?.tenant}`);
    expect(new Set(replies.map(({ text }) => removeRequestFacts(text))).size).toBe(1);
  });

  it('refuses a caller without a token where one is needed', async () => {
    // The second tenant has the settings of a new one: reading is open in areas A and D, writing is not.
    if (contract.access.token === 'tenant' && !isWrite(contract)) return;
    for (const tenant of contract.access.token === 'required' ? [demoTenant, secondTenant] : [secondTenant])
      expectRefused(await send(registered, { tenant }), [401], `no token in ${tenant}`);
  });

  it('refuses every token that is tampered with, expired or revoked', async () => {
    const bad = Object.entries(await badTokensFor(registered));
    const callers = bad.map(([, token]) => ({ tenant: demoTenant, token }));
    for (const [index, reply] of (await invokeAs(registered, callers)).entries())
      expectRefused(reply, [401], bad[index]?.[0] ?? '');
  });

  it("refuses another tenant's token, whichever of the two tenants is named", async () => {
    expectRefused(
      await send(registered, { tenant: demoTenant, token: await createTokenIn(secondTenant, registered) }),
      [403],
      'a token of harbor in demo',
    );
    expectRefused(
      await send(registered, { tenant: secondTenant, token: await createTokenIn(demoTenant, registered) }),
      [403],
      'a token of demo in harbor',
    );
  });

  it('refuses a token without exactly the permission, and a tenant administrator where platform.admin is needed', async () => {
    const { permission } = contract.access;
    if (permission === 'own') return;
    const poor = await createToken({ tenant: demoTenant, roles: ['no-such-role', 'constructor'] });
    expectRefused(await send(registered, { tenant: demoTenant, token: poor }), [403], 'no permission');
    const others = permissionNames.filter((name) => name !== permission);
    const rich = await createToken({ tenant: demoTenant, permissions: others });
    const reply = await send(registered, { tenant: demoTenant, token: rich });
    expectRefused(reply, [403], `all but ${permission}`);
    expect(reply.text).toContain(permission);
    if (permission !== 'platform.admin') return;
    const admin = await createToken({ tenant: demoTenant, roles: ['admin'] });
    expectRefused(
      await send(registered, { tenant: demoTenant, token: admin }),
      [403],
      'an admin of the tenant',
    );
  });
});

describe.each(singleTenantEndpoints)(
  "$contract.area $name ($contract.method $contract.path) with the second tenant's ids",
  (registered) => {
    it('never succeeds with them, and reveals nothing about their records', async () => {
      const foreign = buildForeignValues();
      const reply = await send(
        registered,
        { tenant: demoTenant, token: await createTokenIn(demoTenant, registered) },
        foreign,
      );
      const own = buildExampleRequest(registered.contract, platform.demo.values);
      const others = buildExampleRequest(registered.contract, foreign);
      const namesIds =
        JSON.stringify([own.address, own.body]) !== JSON.stringify([others.address, others.body]);
      if (namesIds && perTenantReplies.has(registered.name)) {
        expectNothingOfHarbor(reply, 'ids of harbor', Object.values(foreign));
        // Each id is reported as not found; rows that are refused one by one are not written.
        expect(await callWithUnknownIds(registered)).toBe(removeIds(reply.text, foreign));
      } else if (namesIds)
        expectRefused(reply, [400, 403, 404, 409, 422], 'ids of harbor', Object.values(foreign));
      else expectNothingOfHarbor(reply, 'as it is', [JSON.stringify(own.body ?? '')]);
    });

    it('ignores every other place where a tenant could be named', async () => {
      const token = await createTokenIn(demoTenant, registered);
      const { method, area, address, body } = buildExampleRequest(registered.contract, platform.demo.values);
      const query = `${address.includes('?') ? '&' : '?'}tenant-code=harbor&tenant=harbor&tenantId=harbor`;
      const headers = {
        'x-tenant-code': secondTenant,
        tenant: secondTenant,
        'x-forwarded-tenant': secondTenant,
      };
      serving = { name: registered.name, tenants: [demoTenant], mayReadPlatform: false };
      const reply = await platform.call(method, area, address + query, {
        tenant: demoTenant,
        token,
        headers,
        ...(body !== undefined && { body }),
      });
      serving = undefined;
      expectNothingOfHarbor(reply, 'named elsewhere', [JSON.stringify(body ?? '')]);
    });
  },
);

/** They answer 200 with a result for each id, or with an empty record, which says that the id was not found. */
const perTenantReplies: ReadonlySet<string> = new Set([
  'importCredits',
  'writeOrganizationsInBatch',
  'writePeopleInBatch',
  'checkPeopleRegistered',
  'bulkSaveBillTracking',
  'getPublicBillDetail',
]);

/** A reply without the parts that differ from call to call, and without the ids that were sent. */
const removeIds = (text: string, values: ExampleValues): string =>
  Object.values(values)
    .filter((value) => value.length > 5)
    .reduce((left, value) => left.replaceAll(value, '<id>'), text)
    .replace(/req-[0-9a-f-]+|"batchId":"[0-9a-f-]+"|\d{4}-\d\d-\d\dT[\d:.]+Z/g, '');

/** What the endpoint answers to ids that no tenant has. */
async function callWithUnknownIds(registered: RegisteredEndpoint): Promise<string> {
  const unknownValues = Object.fromEntries(
    Object.keys(buildForeignValues()).map((name) => [
      name,
      name.endsWith('Id') ? randomUUID() : (platform.demo.values[name] ?? ''),
    ]),
  );
  Object.assign(unknownValues, { billId: '987654' });
  const token = await createTokenIn(demoTenant, registered);
  const reply = await send(registered, { tenant: demoTenant, token }, unknownValues);
  return removeIds(reply.text, unknownValues);
}

/** `approval-chain` becomes `approvalChain`. */
const toCamelCase = (type: string): string =>
  type.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** The demo's values with their ids replaced by ids of the second tenant: `personId` is then a person of harbor. */
const buildForeignValues = (): ExampleValues => ({
  ...platform.demo.values,
  ...Object.fromEntries([...harbor.ids].map(([type, id]) => [`${toCamelCase(type)}Id`, id])),
  billId: foreignBillId,
  officialId: harbor.ids.get('official-entry') ?? '',
  tenantCode: secondTenant,
  userId: platform.demo.values.exampleUserId ?? '',
  clientId: 'harbor-client',
});

describe('the keys read or written', () => {
  /** Sends the example to the platform, as a caller of the demo tenant with just the permission it needs. */
  async function succeed(
    registered: RegisteredEndpoint,
    on: TestPlatform,
    findToken: FindExampleToken,
  ): Promise<void> {
    const { contract } = registered;
    const isScoped = isTenantScoped(contract.access);
    const credentials =
      isScoped || takesBearerAlone(contract.access)
        ? { ...(isScoped && { tenant: demoTenant }), token: await findToken(contract) }
        : {};
    const reply = await send(registered, credentials, on.demo.values, on);
    expect(listSuccessStatuses(contract), reply.text).toContain(reply.status);
  }
  const changes = ({ contract }: RegisteredEndpoint) => isWrite(contract);

  describe('by an endpoint that changes nothing', () => {
    // Restored too: a request of the tests above may have succeeded where it named only demo's own records.
    let fresh: TestPlatform;
    let findToken: FindExampleToken;
    beforeAll(async () => {
      fresh = await startPlatform();
      findToken = await createExampleTokens(fresh);
    });
    afterAll(() => fresh.stop());

    it.each(endpoints.filter((one) => !changes(one)))('when $name succeeds', (one) =>
      succeed(one, fresh, findToken),
    );
  });

  // Each starts with the seeded demo data, because one example may remove what another needs.
  describe('by an endpoint that changes something', () => {
    const writes = endpoints.filter(changes);
    let fresh: TestPlatform;
    let findToken: FindExampleToken;
    let data: RestorableTable;
    beforeAll(async () => {
      fresh = await startPlatform();
      findToken = await createExampleTokens(fresh, writes);
      data = await trackTable();
    });
    afterEach(() => data.restore());
    afterAll(async () => {
      data.stop();
      await fresh.stop();
    });

    it.each(writes)('when $name succeeds', (one) => succeed(one, fresh, findToken));
  });

  it('were only those of the tenant of the call', () => {
    expect(touchCount).toBeGreaterThan(500);
    expect(trespasses).toEqual([]);
  });
});
