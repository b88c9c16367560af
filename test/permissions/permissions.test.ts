// Every permission that decides about a request: its contract declares it, and without exactly this permission the caller is
// refused, or the reply shows less (docs/interface/access.md#permissions).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { secondTenant } from '../../infra/contracts/demo-tenants.ts';
import { listEndpoints, type RegisteredEndpoint } from '../../infra/contracts/registry.ts';
import { type ExampleValues, fillPlaceholders } from '../../infra/openapi/examples.ts';
import { isTenantScoped } from '../../shared/auth/permissions/access-requirement.ts';
import { type Permission, tenantPermissionNames } from '../../shared/auth/permissions/permissions.ts';
import { buildExampleRequest } from '../contract/example-request.ts';
import { invokeHandler } from '../harness/invoke-handler.ts';
import { type Reply, startPlatform, type TestPlatform } from '../harness/platform.ts';
import { type RestorableTable, trackTable } from '../harness/restore.ts';
import { shareTokens } from '../harness/share-tokens.ts';
import { addressRequests } from './address-requests.ts';
import { directoryRequests, requestsByPermission } from './directory-requests.ts';
import { listNamedPermissions } from './named-permissions.ts';
import {
  decisionRequests,
  type OwnerRequest,
  openToAll,
  ownerRequests,
  personalRequests,
  withoutOwner,
} from './owner-requests.ts';
import { writePermissionData } from './permission-data.ts';
import type { PermissionRequest, PermissionRequests } from './permission-request.ts';
import { trainingRequests } from './training-requests.ts';

const scoped = (await listEndpoints()).flatMap((registered) => {
  const { access, also = [] } = registered.contract;
  if (!isTenantScoped(access)) return [];
  const { permission, others, some } = access;
  const inHandler = [others, some, ...also].filter((name) => name !== undefined);
  return [{ ...registered, admitting: permission, inHandler }];
});

const requestsByEndpoint: PermissionRequests = { ...directoryRequests, ...trainingRequests };

/** The requests by which a permission of an endpoint is tested. */
const listRequests = (name: string, permission: Permission): readonly PermissionRequest[] =>
  [requestsByEndpoint[permission]?.[name] ?? requestsByPermission[permission] ?? {}].flat();

/** Requests whose replies show less without a permission that many endpoints share, and so none declares. */
const addressChecks = scoped.flatMap((registered) => {
  const request = addressRequests[registered.name];
  const { area } = registered.contract;
  const title = `${area} ${registered.name} shows addresses`;
  return request ? [{ registered, permission: 'crm.emails.read' as const, request, title }] : [];
});

const checks = scoped.flatMap((registered) =>
  registered.inHandler.flatMap((permission) =>
    listRequests(registered.name, permission).map((request, index) => ({
      ...{ registered, permission, request },
      title: `${registered.contract.area} ${registered.name} asks for ${permission}${index > 0 ? `, ${index + 1}` : ''}`,
    })),
  ),
);

/** Permissions that a handler names in a rule of which it uses another part, with the reason. */
const notAsked: readonly (readonly [name: string, permission: Permission, reason: string])[] = [
  ...['getExport', 'listExports', 'listExportReports', 'listExportColumns'].map(
    (name) => [name, 'identity.permissions.read', 'asked when the export is requested'] as const,
  ),
  ...['createGroup', 'patchGroup'].map(
    (name) => [name, 'identity.permissions.read', 'no filter of a group is about users'] as const,
  ),
  ['endGroupExclusion', 'identity.permissions.read', 'the stored filter is read without a caller'],
  ['testBroadcast', 'crm.communication.read', 'asked of colleagues who get the test, and not of the caller'],
  ['getBroadcastRecipient', 'identity.permissions.read', 'the stored filter is read without a caller'],
  ...['addMailSeriesStep', 'updateMailSeriesStep'].flatMap((name) =>
    (['identity.permissions.read', 'crm.groups.read', 'crm.groups.write'] as const).map(
      (permission) => [name, permission, 'a step names no group and no filter'] as const,
    ),
  ),
  ['createClass', 'training.registrations.read', 'the caller has written the class and knows its content'],
  ['updateClass', 'training.registrations.read', 'the caller has written the class and knows its content'],
  ['cancelClass', 'training.registrations.read', 'the caller has written the class and knows its content'],
  ['cancelSessions', 'training.registrations.read', 'the caller has written the class and knows its content'],
  ['moveSessions', 'training.registrations.read', 'the caller has written the class and knows its content'],
];

it('every permission that a handler names is declared by its contract, and every declared one is named', async () => {
  const differences: string[] = [];
  for (const { name, handlerFile, admitting, inHandler } of scoped) {
    const { named, reachesTopics } = await listNamedPermissions(handlerFile);
    const excused = notAsked.flatMap(([each, permission]) => (each === name ? [permission] : []));
    // With crm.groups.write a caller sees every group.
    const included = admitting === 'crm.groups.write' ? ['crm.groups.read'] : [];
    const declared = new Set<string>([admitting, ...inHandler, ...excused, ...included]);
    for (const [permission, place] of named)
      if (!declared.has(permission)) differences.push(`${name} does not declare ${permission} of ${place}`);
    for (const permission of [...inHandler, ...excused])
      if (!named.has(permission) && !reachesTopics) differences.push(`${name} never names ${permission}`);
  }
  expect(differences).toEqual([]);
});

it('every request is of an endpoint that asks for the permission', () => {
  const listed = Object.entries(requestsByEndpoint).flatMap(([permission, requests]) =>
    Object.keys(requests).map((name) => `${name} ${permission}`),
  );
  const tested = checks.map(({ registered, permission }) => `${registered.name} ${permission}`);
  expect(listed.filter((one) => !tested.includes(one))).toEqual([]);
  const names = [addressRequests, decisionRequests, ownerRequests, personalRequests].flatMap((requests) =>
    Object.keys(requests),
  );
  const ofOwners = [...names, ...withoutOwner, ...openToAll, ...notAsked.map(([name]) => name)];
  expect(ofOwners.filter((name) => !scoped.some((registered) => registered.name === name))).toEqual([]);
});

let platform: TestPlatform;
let values: ExampleValues;
let findSharedToken: ReturnType<typeof shareTokens>;
let data: RestorableTable;

const fill = (text: string | undefined): string | undefined => {
  const filled = fillPlaceholders(text, values);
  return typeof filled === 'string' ? filled : undefined;
};

interface CallerParts {
  readonly permissions: readonly Permission[];
  readonly personId?: string | undefined;
  readonly subject?: string | undefined;
}

/** The token of a caller. Those with a subject of their own are created anew: what it may do is stored with it. */
const findToken = ({ permissions, personId, subject }: CallerParts): Promise<string> =>
  findSharedToken({
    ...{ tenant: values.tenantCode ?? '', permissions, personId },
    ...(subject !== undefined && { subject }),
  });

/** Has the handler answer a request of its example with other parts, and restores what it wrote. */
async function send(
  registered: RegisteredEndpoint,
  request: PermissionRequest,
  caller: CallerParts,
): Promise<Reply> {
  const { contract } = registered;
  const replaced = Object.fromEntries(
    Object.entries(request.values ?? {}).map(([name, text]) => [name, fill(text) ?? '']),
  );
  const example = {
    ...contract.example,
    ...(request.params && { params: request.params }),
    ...(request.query && { query: request.query }),
    ...(request.body !== undefined && { body: request.body }),
  };
  const { address, headers, body } = buildExampleRequest(
    { ...contract, example },
    { ...values, ...replaced },
  );
  try {
    return await invokeHandler(registered, address, {
      ...{ tenant: values.tenantCode ?? '', token: await findToken(caller), headers },
      ...(body !== undefined && { body }),
    });
  } finally {
    await data.restore();
  }
}

interface Check {
  readonly permission: Permission;
  readonly request: PermissionRequest;
}

/** Two callers who differ by the permission alone. */
function listCallers({ permission, request: { lacks = [], person, subject } }: Check) {
  const permissions = tenantPermissionNames.filter((name) => !lacks.includes(name));
  const caller = { personId: fill(person), subject: fill(subject) };
  return {
    admitted: { ...caller, permissions },
    refused: { ...caller, permissions: permissions.filter((name) => name !== permission) },
  };
}

const owned = scoped.filter(
  ({ admitting, name, contract: { access } }) =>
    admitting === 'own' && typeof access === 'object' && 'others' in access && !withoutOwner.has(name),
);
const personal = scoped.filter(({ name }) => Object.hasOwn(personalRequests, name));
const deciding = scoped.filter(({ name }) => Object.hasOwn(decisionRequests, name));

/** The owner, and a person who has nothing to do with the records of the demo; both have these permissions. */
const listOwners = ({ person, subject }: OwnerRequest, permissions: readonly Permission[]) => ({
  owner: { permissions, personId: fill(person), subject: fill(subject) },
  neighbor: { permissions, personId: values.neighborId },
});
const findOwnerRequest = (name: string): OwnerRequest => ownerRequests[name] ?? { person: '{{personId}}' };

/** Every caller of the tests below. */
const listAllCallers = (): readonly CallerParts[] =>
  [
    ...[...checks, ...addressChecks].map(listCallers),
    ...owned.map(({ name }) => listOwners(findOwnerRequest(name), [])),
    ...personal.map(({ name }) => listOwners(personalRequests[name] ?? {}, tenantPermissionNames)),
    ...deciding.map(({ name }) => listOwners(decisionRequests[name] ?? {}, tenantPermissionNames)),
  ]
    .flatMap((callers) => Object.values<CallerParts>(callers))
    .concat({ permissions: tenantPermissionNames });

beforeAll(async () => {
  platform = await startPlatform();
  findSharedToken = shareTokens(platform);
  values = await writePermissionData(platform);
  // A table that is restored later keeps them.
  for (const caller of listAllCallers()) if (caller.subject === undefined) await findToken(caller);
  data = await trackTable();
});
afterAll(async () => {
  data.stop();
  await platform.stop();
});

describe('the decision', () => {
  it.each([...checks, ...addressChecks])('$title', async ({ registered, ...check }) => {
    const { permission, request } = check;
    const { instead = 403, shows } = request;
    const callers = listCallers(check);
    const refused = await send(registered, request, callers.refused);
    const admitted = await send(registered, request, callers.admitted);
    if (shows !== undefined) {
      const text = fill(shows) ?? '';
      expect(admitted.text, `${admitted.status} with all permissions`).toContain(text);
      expect(refused.text).not.toContain(text);
      return;
    }
    expect(refused.status, refused.text).toBe(instead);
    expect([instead, 401, 500], admitted.text).not.toContain(admitted.status);
    if (instead === 403) expect(refused.text).toContain(permission);
  });
});

describe('the owner, without any permission', () => {
  it.each(owned)('is served by $contract.area $name, and others are not', async (registered) => {
    const request = findOwnerRequest(registered.name);
    const { owner, neighbor } = listOwners(request, []);
    const own = await send(registered, request, owner);
    expect(own.status, own.text).toBeLessThan(400);
    if (openToAll.has(registered.name)) return;
    const other = await send(registered, request, neighbor);
    if (request.shows === undefined) return expect([400, 403, 404], other.text).toContain(other.status);
    expect(own.text).toContain(fill(request.shows));
    expect(other.text).not.toContain(fill(request.shows));
  });
});

describe('a decision about oneself', () => {
  it.each(deciding)('is refused by $contract.area $name, whatever the caller may do', async (registered) => {
    const request = decisionRequests[registered.name] ?? {};
    const { owner, neighbor } = listOwners(request, tenantPermissionNames);
    const other = await send(registered, request, neighbor);
    expect(other.status, other.text).toBeLessThan(400);
    const own = await send(registered, request, owner);
    if (request.shows === undefined) return expect(own.status, own.text).toBe(403);
    expect(other.text).toContain(fill(request.shows));
    expect(own.text).not.toContain(fill(request.shows));
  });
});

describe('a path that names another tenant than the header', () => {
  const named = scoped.filter(
    ({ admitting, contract: { path } }) => admitting !== 'platform.admin' && path.includes('{tenantCode}'),
  );

  it.each(named)('is refused by $contract.area $name', async (registered) => {
    const { params = {} } = registered.contract.example;
    const caller = { permissions: tenantPermissionNames };
    const own = await send(registered, {}, caller);
    expect(own.status, own.text).toBeLessThan(400);
    const other = await send(registered, { params: { ...params, tenantCode: secondTenant } }, caller);
    expect(other.status, other.text).toBe(403);
  });
});

describe('what is personal', () => {
  it.each(personal)('is served by $contract.area $name to its owner alone', async (registered) => {
    const request = personalRequests[registered.name] ?? {};
    const { owner, neighbor } = listOwners(request, tenantPermissionNames);
    const own = await send(registered, request, owner);
    expect(own.status, own.text).toBeLessThan(400);
    const other = await send(registered, request, neighbor);
    if (request.shows === undefined) return expect(other.status, other.text).toBe(404);
    expect(own.text).toContain(fill(request.shows));
    expect(other.text).not.toContain(fill(request.shows));
  });
});
