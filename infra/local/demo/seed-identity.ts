// Gives the local platform its demo tenants, users and clients, with credentials that are worth nothing elsewhere.

import { type ClientInput, registerClient } from '../../../functions/identity/clients/administer.ts';
import { insertTenant } from '../../../functions/identity/tenants/store.ts';
import { buildTenant, type TenantInput } from '../../../functions/identity/tenants/tenant.ts';
import { registerUser, type TenantAssignment } from '../../../functions/identity/users/administer.ts';
import { userIdByName } from '../../../functions/identity/users/store.ts';
import { buildInvitation } from '../../../functions/identity/users/user.ts';
import { clientKey } from '../../../shared/auth/clients.ts';
import { platformRole } from '../../../shared/auth/permissions.ts';
import { tenantKey } from '../../../shared/auth/records.ts';
import { type Change, commit } from '../../../shared/data/changes.ts';
import type { PlatformStore } from '../../../shared/data/store.ts';
import { parseTenantCode } from '../../../shared/data/tenant-code.ts';
import { recordId } from '../../../shared/directory/record-id.ts';
import { type DemoClient, type DemoUser, demoTenant, secondTenant } from '../../contracts/demo-tenants.ts';

const open = { read: 'tenant', write: 'tenant' } as const;

const tenants: readonly (TenantInput & { readonly code: string; readonly name: string })[] = [
  {
    code: demoTenant,
    name: 'Cascadia Association of Counties',
    access: { training: open, billtracking: open },
    // A form served from another port, a page opened as a file.
    allowedOrigins: ['*'],
    timeZone: 'America/Los_Angeles',
    fiscalYearStart: '07-01',
    roles: {
      'Class host': [
        'training.catalogue.read',
        'training.registrations.read',
        'training.registrations.write',
      ],
    },
  },
  {
    code: secondTenant,
    name: 'Harbor Realtors Guild',
    roles: {
      'Education secretary': ['training.catalogue.read', 'training.people.read', 'training.reports.read'],
    },
  },
];

interface SeedUser {
  readonly id: string;
  readonly userName: string;
  readonly password?: string;
  readonly invitationToken?: string;
  /** Shown in local.json; users without one only serve the examples of the reference. */
  readonly role?: string;
  readonly assignments: readonly TenantAssignment[];
}

const invitedUserId = '6b1d4c9e-7a35-4f0b-9c51-2d8e0f3a7b15';
/** Fixed, for the example of the reference; a real one is random and mailed. */
const invitationToken = `${invitedUserId}.${'laptop-only'.padEnd(43, '-')}`;
const reinvitedUserId = '6b1d4c9e-7a35-4f0b-9c51-2d8e0f3a7b17';
const exampleUserId = '6b1d4c9e-7a35-4f0b-9c51-2d8e0f3a7b16';

/** The person of the demo directory that a user is. */
const personOf = (code: string, key: string): string => recordId(code, 'person:demo', key);

const users: readonly SeedUser[] = [
  {
    id: '6b1d4c9e-7a35-4f0b-9c51-2d8e0f3a7b11',
    userName: 'ada@demo.example',
    password: 'tall cedars by the sound',
    role: 'admin',
    assignments: [
      { tenantCode: demoTenant, roles: ['admin', platformRole], personId: personOf(demoTenant, 'ada') },
      { tenantCode: secondTenant, roles: ['admin'] },
    ],
  },
  {
    id: '6b1d4c9e-7a35-4f0b-9c51-2d8e0f3a7b12',
    userName: 'ben@demo.example',
    password: 'gravel roads in april',
    role: 'admin',
    assignments: [{ tenantCode: demoTenant, roles: ['admin'], personId: personOf(demoTenant, 'ben') }],
  },
  {
    id: '6b1d4c9e-7a35-4f0b-9c51-2d8e0f3a7b13',
    userName: 'cleo@harbor.example',
    password: 'lamps along the wharf',
    role: 'admin',
    assignments: [{ tenantCode: secondTenant, roles: ['admin'], personId: personOf(secondTenant, 'cleo') }],
  },
  {
    id: '6b1d4c9e-7a35-4f0b-9c51-2d8e0f3a7b14',
    userName: 'dora@demo.example',
    password: 'paper maps and pencils',
    role: 'member',
    assignments: [{ tenantCode: demoTenant, roles: ['member'], personId: personOf(demoTenant, 'dora') }],
  },
  {
    id: invitedUserId,
    userName: 'erin@demo.example',
    invitationToken,
    assignments: [{ tenantCode: demoTenant, roles: ['member'] }],
  },
  {
    id: reinvitedUserId,
    userName: 'gus@demo.example',
    assignments: [{ tenantCode: demoTenant, roles: ['member'] }],
  },
  {
    id: exampleUserId,
    userName: 'fay@demo.example',
    assignments: [{ tenantCode: demoTenant, roles: ['member'] }],
  },
];

const scopes = [
  'crm.people.read',
  'crm.organizations.read',
  'crm.committees.read',
  'crm.changes.read',
] as const;

const clients: readonly (ClientInput & { readonly isShown: boolean })[] = [
  {
    id: 'demo-client',
    name: 'Demo client',
    tenantCode: demoTenant,
    scopes,
    secretId: 'demo-secret',
    secret: 'rst_demo-only-cascadia-0000000000000000000000000000',
    isShown: true,
  },
  {
    id: 'harbor-client',
    name: 'Harbor client',
    tenantCode: secondTenant,
    scopes,
    secretId: 'harbor-secret',
    secret: 'rst_demo-only-harbor-000000000000000000000000000000',
    isShown: true,
  },
  ...['example-client', 'revocable-client'].map((id) => ({
    id,
    name: id === 'example-client' ? 'Client of the examples' : 'Client to be revoked',
    tenantCode: demoTenant,
    scopes: ['crm.people.read'],
    secretId: `${id}-secret`,
    secret: `rst_demo-only-${id}-00000000000000000000000000`,
    isShown: false,
  })),
];

/** The content of the demo, as local.json and the contracts' examples name it. */
export interface SeededIdentity {
  readonly users: readonly DemoUser[];
  readonly clients: readonly DemoClient[];
  /** The values of `{{name}}` in the examples of area C. */
  readonly values: Readonly<Record<string, string>>;
}

/**
 * Creates what is absent and leaves the rest as it is, so that it may run at every start.
 * For the local platform and tests only: the credentials are published in this file.
 */
export async function seedIdentity(platform: PlatformStore, now: Date): Promise<SeededIdentity> {
  for (const { code: text, ...settings } of tenants) {
    const code = parseTenantCode(text);
    if (!code) throw new Error(`${text} can be no tenant code`);
    const tenant = platform.tenant(code);
    if (!(await tenant.get(tenantKey(tenant), { consistent: true })))
      await commit(insertTenant(platform, buildTenant(code, settings, now)));
  }
  await Promise.all([
    ...users.map(async (user) => commit(await userChanges(platform, user, now))),
    ...clients.map(async (client) => {
      if (!(await platform.get(clientKey(platform, client.id), { consistent: true })))
        await commit(registerClient(platform, client, now).changes);
    }),
  ]);
  return {
    users: users.flatMap(({ userName, password, role, assignments }) =>
      password && role
        ? [{ userName, password, tenantCodes: assignments.map((one) => one.tenantCode), role }]
        : [],
    ),
    clients: clients.flatMap((client) =>
      client.isShown
        ? [{ client_id: client.id, client_secret: client.secret, tenantCode: client.tenantCode }]
        : [],
    ),
    values: {
      secondTenantCode: secondTenant,
      userId: users[1]?.id ?? '',
      exampleUserId,
      reinvitedUserId,
      invitationToken,
      exampleClientId: 'example-client',
      exampleSecretId: 'example-client-secret',
      revocableClientId: 'revocable-client',
    },
  };
}

async function userChanges(platform: PlatformStore, user: SeedUser, now: Date): Promise<readonly Change[]> {
  const { id, userName, password, assignments, invitationToken: token } = user;
  if (await userIdByName(platform, userName)) return [];
  const invitation = token === undefined ? undefined : buildInvitation(token, now);
  const { changes } = await registerUser(
    platform,
    id,
    { userName, email: userName, password, invitation, assignments },
    now,
  );
  return changes;
}
