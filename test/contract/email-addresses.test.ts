// Who sees the e-mail addresses of other people, over every endpoint that reads: users with the permission, everybody
// for themselves, and all members where the tenant's setting says so (docs/interface/access.md#e-mail-addresses).
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listEndpoints, projectFolder } from '../../infra/contracts/registry.ts';
import { type EmailVisibility, subjectsByName, tenantKey } from '../../shared/auth/accounts/records.ts';
import { isTenantScoped, isWrite } from '../../shared/auth/permissions/access-requirement.ts';
import { type Permission, tenantPermissionNames } from '../../shared/auth/permissions/permissions.ts';
import { commit, update } from '../../shared/data/changes.ts';
import { countedPeople } from '../../shared/directory/people/person-store.ts';
import type { Area } from '../../shared/http/areas.ts';
import { type EndpointConfig, endpointName } from '../../shared/http/endpoint.ts';
import { startPlatform, type TestPlatform } from '../harness/platform.ts';
import { buildExampleRequest } from './example-request.ts';

/** Administration shows addresses to those who administer, and contacts are published to be written to. */
const exceptions: Readonly<Record<string, string>> = {
  'GET identity/api/v1/Audit': 'for administrators of the tenant',
  'GET identity/api/v1/Audit/Export': 'for administrators of the tenant',
  'GET identity/api/v1/SignIns': 'for administrators of the tenant',
  'GET identity/api/v1/SignIns/Export': 'for administrators of the tenant',
  'GET identity/api/v1/TenantUsers': 'for administrators of the tenant',
  'GET identity/api/v1/TenantUsers/{id}': 'for administrators of the tenant',
  'GET identity/api/v1/TenantInvitations': 'for administrators of the tenant',
  'GET identity/api/v1/TenantInvitations/{id}': 'for administrators of the tenant',
  'GET identity/scim/v2/Users': "for the tenant's own directory",
  'GET identity/scim/v2/Users/{id}': "for the tenant's own directory",
  'GET training/api/v1/Settings/Audit': 'for administrators of the tenant',
  'GET crm/api/v1/GetPersonDetailByEmail/{email}/{tenantCode}': 'finds nobody for who sees no addresses',
  'GET training/api/v1/Awards/{id}': 'contact persons of an award',
  'GET training/api/v1/Public/getAwardById/{id}': 'contact persons of an award',
};

const reads = (await listEndpoints()).filter(
  ({ contract }) =>
    !isWrite(contract) &&
    isTenantScoped(contract.access) &&
    contract.access.permission !== 'platform.admin' &&
    // They show one's own account.
    !contract.path.startsWith('/api/v1/Account/') &&
    !Object.hasOwn(exceptions, endpointName(contract)),
);

/** Documented endpoints whose examples have no address of somebody else in them. */
const notInExamples: readonly string[] = [
  'GET /crm/api/v1/GetPersonDetailByEmail/{email}/{tenantCode}',
  'GET /crm/api/v1/people/{id}/Duplicates',
  'GET /crm/api/v1/PeopleApproval/Requests',
  'GET /crm/api/v1/PeopleApproval/Requests/{requestId}',
  'POST /crm/api/v1/people/{id}/Merge',
  'POST /crm/api/v1/people/{id}/UndoMerge',
  // Changes data: its example is not called here.
  'POST /billtracking/api/1.0/Advocacy/Champaign/{id}/participants',
  'GET /billtracking/api/1.0/bill/event/subscription/{id}',
  'POST /billtracking/api/1.0/bill/event/subscription/list',
  'GET /training/api/v1/Organizations/{id}',
  'GET /training/api/v1/Organizations/{id}/Manager',
];

/** Of a user who writes records, for who sees no addresses shown as what is before the @. */
const authorName = 'mail.is.my.name@example.org';

let platform: TestPlatform;
/** The addresses in the tenant, and the login names that are addresses. */
let addresses: string[];
/** The endpoints whose examples show an address of somebody else, by setting and by what the caller may do. */
const shown = new Map<string, string[]>();

const setVisibility = (emailsVisibleTo: EmailVisibility) => {
  const tenant = platform.store(platform.demo.values.tenantCode ?? '');
  return commit([update(tenantKey(tenant), { set: { emailsVisibleTo } })]);
};

/** Everything but to see addresses. */
const otherPermissions = tenantPermissionNames.filter((name) => name !== 'crm.emails.read');

/** The reply to the example, for a caller who is nobody in the directory, unless the endpoint needs one. */
async function readExample(contract: EndpointConfig, more: readonly Permission[] = []): Promise<string> {
  const { values } = platform.demo;
  const { method, area, address, headers, body } = buildExampleRequest(contract, values);
  const tenant = values.tenantCode ?? '';
  const send = async (personId?: string) =>
    platform.call(method, area, address, {
      headers,
      tenant,
      token: await platform.tokenFor({
        tenant,
        permissions: [...otherPermissions, ...more],
        ...(personId !== undefined && { personId }),
      }),
      ...(body !== undefined && { body }),
    });
  const first = await send();
  const reply = first.status < 400 ? first : await send(values.personId);
  expect(reply.status, `${endpointName(contract)}: ${reply.text}`).toBeLessThan(400);
  return reply.text;
}

/** Writes whose records name their author, by somebody whose user name is an address. */
const authored: readonly string[] = [
  'addAwardPayment',
  'addRegistrationPayment',
  'awardCertification',
  'createAward',
  'createBillDocument',
  'createBillNote',
  'createBillSearch',
  'createReportSchedule',
  'createWebhook',
  'overbookRegistration',
  'recordSessionAttendance',
  'reevaluateAward',
  'saveBillTracking',
  'saveCapitolReport',
  'saveLegislationDays',
  'subscribeToEvents',
];

/** Sends the examples of those writes. */
async function writeAuthored(name: string): Promise<void> {
  const { values } = platform.demo;
  const tenant = values.tenantCode ?? '';
  const token = await platform.tokenFor({ tenant, permissions: tenantPermissionNames, name });
  for (const { contract, name: endpoint } of await listEndpoints()) {
    if (!authored.includes(endpoint)) continue;
    const { method, area, address, headers, body } = buildExampleRequest(contract, values);
    const reply = await platform.call(method, area, address, { headers, tenant, token, body });
    expect(reply.status, `${endpointName(contract)}: ${reply.text}`).toBeLessThan(400);
  }
}

async function listShowing(more: readonly Permission[] = []): Promise<string[]> {
  const found: string[] = [];
  for (const { contract } of reads) {
    const text = await readExample(contract, more);
    if (addresses.some((address) => text.includes(address)))
      found.push(`${contract.method} /${contract.area}${contract.path}`);
  }
  return found.sort();
}

beforeAll(async () => {
  platform = await startPlatform();
  const { tenantCode = '' } = platform.demo.values;
  const tenant = platform.store(tenantCode);
  await writeAuthored(authorName);
  const people = await countedPeople(tenant).between({});
  const users = await tenant.queryAll(subjectsByName(tenant), { beginsWith: 'user#' });
  addresses = [
    ...people.flatMap(({ email, secondaryEmail }) => [email ?? [], secondaryEmail ?? []].flat()),
    ...users.flatMap(({ name }) => (name.includes('@') ? [name] : [])),
    authorName,
  ];
  await setVisibility('members');
  shown.set('members', await listShowing());
  await setVisibility('permission');
  shown.set('permission', await listShowing());
  shown.set('holder', await listShowing(['crm.emails.read']));
});
afterAll(() => platform.stop());

describe('the e-mail addresses of others', () => {
  it('are shown by no endpoint to a user without the permission', () => {
    expect(shown.get('permission')).toEqual([]);
  });

  it('are shown to a user with the permission as to a member where the setting says so', () => {
    expect(shown.get('holder')).toEqual(shown.get('members'));
  });

  it('are in the replies of the documented endpoints, and of no others', async () => {
    const page = await readFile(join(projectFolder, 'docs/interface/access.md'), 'utf8');
    const section = page.split('\n## ').find((text) => text.startsWith('E-mail addresses')) ?? '';
    const documented = [...section.matchAll(/`((?:GET|POST) \/[^`]+)`/g)].map(([, address = '']) => address);
    const found = shown.get('members') ?? [];
    expect(found.filter((address) => !documented.includes(address))).toEqual([]);
    expect(
      documented.filter((address) => !found.includes(address) && !notInExamples.includes(address)),
    ).toEqual([]);
  });
});

describe('a hidden address', () => {
  const call = async (
    method: string,
    area: Area,
    path: string,
    caller: {
      readonly permissions: readonly Permission[];
      readonly personId?: string;
      readonly subject?: string;
    },
    body?: unknown,
  ) => {
    const tenant = platform.demo.values.tenantCode ?? '';
    return platform.call(method, area, path, {
      tenant,
      token: await platform.tokenFor({ tenant, ...caller }),
      headers: area === 'billtracking' ? { 'api-version': '1.0' } : {},
      ...(body !== undefined && { body }),
    });
  };

  it('is null or empty, so that the field stays, and a person sees their own', async () => {
    const { personId = '' } = platform.demo.values;
    const readPerson = async (more: readonly Permission[], own?: string) => {
      const caller = {
        permissions: ['crm.people.read', 'training.people.read', ...more],
        personId: own,
      } as const;
      const replies = await Promise.all([
        call('GET', 'crm', `/api/v1/people/${personId}`, caller),
        call('GET', 'training', `/api/v1/People/${personId}`, caller),
      ]);
      return replies.map(({ body }) => body.email);
    };
    expect(await readPerson([])).toEqual([null, '']);
    const address = expect.stringContaining('@');
    expect(await readPerson([], personId)).toEqual([address, address]);
    expect(await readPerson(['crm.emails.read'])).toEqual([address, address]);
  });

  it('of a subscription is seen by its creator, and stays when somebody else sends the subscription back', async () => {
    const permissions = ['billtracking.subscriptions.read', 'billtracking.subscriptions.write'] as const;
    const creator = { permissions, subject: randomUUID() };
    const channel = { type: 'webhook', url: 'https://example.org/changes', email: 'pat@example.org' };
    const path = '/api/1.0/bill/event';
    const created = await call('POST', 'billtracking', `${path}/subscribe`, creator, {
      name: 'Changes',
      channel,
    });
    expect(created.body.data?.channel, created.text).toEqual(channel);
    const address = `${path}/subscription/${created.body.data.id}`;
    const { body } = await call('GET', 'billtracking', address, { permissions });
    expect(body.data.channel).toEqual({ ...channel, email: '' });
    const { name, filter, what, channel: asRead } = body.data;
    const sent = { name: `${name}, renamed`, filter, what, channel: asRead };
    const updated = await call('PUT', 'billtracking', address, { permissions }, sent);
    expect([updated.status, updated.body.data?.channel.email], updated.text).toEqual([200, '']);
    const own = await call('GET', 'billtracking', address, creator);
    expect(own.body.data).toMatchObject({ name: 'Changes, renamed', channel });
  });

  it('is not in the report of who may not see it, and nobody fetches it from the report of another', async () => {
    const { classId = '' } = platform.demo.values;
    const report = { report: 'ClassRoster', format: 'json', parameters: { classId, includeEnded: true } };
    const plain = { permissions: ['training.reports.read'], subject: randomUUID() } as const;
    const holder = { permissions: ['training.reports.read', 'crm.emails.read'] } as const;
    const made = await call('POST', 'training', '/api/v1/Reports', plain, report);
    expect(await (await fetch(made.body.reportLink)).text()).not.toContain('@');
    const whole = await call('POST', 'training', '/api/v1/Reports', holder, report);
    expect(await (await fetch(whole.body.reportLink)).text()).toContain('@');
    const fetched = await call('GET', 'training', `/api/v1/Reports/${whole.body.id}`, plain);
    expect([fetched.status, fetched.text]).toEqual([403, expect.stringContaining('crm.emails.read')]);
    expect((await call('GET', 'training', `/api/v1/Reports/${made.body.id}`, holder)).status).toBe(200);
  });

  it('stays hidden without a token, also where the setting lets members see it', async () => {
    await setVisibility('members');
    const { tenantCode: tenant = '', personId, managerId } = platform.demo.values;
    const path = `/api/v1/People/${personId}/Manager`;
    const reply = await platform.call('PUT', 'training', path, { tenant, body: { managerId } });
    expect([reply.status, reply.body.manager?.email], reply.text).toEqual([200, '']);
    await setVisibility('permission');
  });

  it('is decided by a setting that the tenant changes, which the audit records', async () => {
    const admin = {
      permissions: ['training.settings.read', 'training.settings.write', 'identity.audit.read'],
    } as const;
    const path = '/api/v1/Settings/AccessPolicy';
    const { body } = await call('PUT', 'training', path, admin, { emailsVisibleTo: 'members' });
    expect(body).toEqual({ read: 'tenant', write: 'tenant', emailsVisibleTo: 'members' });
    const audit = await call('GET', 'identity', '/api/v1/Audit?type=AccessPolicy&pageSize=1', admin);
    expect(audit.body.items[0]).toMatchObject({
      before: { emailsVisibleTo: 'permission' },
      after: { emailsVisibleTo: 'members' },
    });
    await setVisibility('permission');
  });
});
