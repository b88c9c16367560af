// Gives the local platform its demo tenants, users and clients, with credentials that are worth nothing elsewhere.
import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { emailChangeKey } from '../../../functions/identity/account/email-change.ts';
import { fingerprintReset, putLink } from '../../../functions/identity/account/link.ts';
import { openTenant } from '../../../functions/identity/administration/open-tenant.ts';
import { registerClient } from '../../../functions/identity/clients/administer.ts';
import { setSignIn } from '../../../functions/identity/clients/contract.ts';
import { saveGroup } from '../../../functions/identity/scim/groups/store.ts';
import { hashRecoveryCode } from '../../../functions/identity/second-factor/factor.ts';
import { generateCookieToken } from '../../../functions/identity/sessions/cookies.ts';
import { buildSession } from '../../../functions/identity/sessions/session.ts';
import { insertSession } from '../../../functions/identity/sessions/store.ts';
import { addOwnClient } from '../../../functions/identity/tenant-clients/tenant-client.ts';
import {
  buildInvitation as buildTenantInvitation,
  formatBound,
} from '../../../functions/identity/tenant-invitations/invitation.ts';
import { insertInvitation, invitationById } from '../../../functions/identity/tenant-invitations/store.ts';
import { createTenant } from '../../../functions/identity/tenants/contract.ts';
import { insertTenant } from '../../../functions/identity/tenants/store.ts';
import { buildTenant } from '../../../functions/identity/tenants/tenant.ts';
import { registerUser } from '../../../functions/identity/users/register-user.ts';
import { recordSignIn, replaceUser, userIdByName } from '../../../functions/identity/users/store.ts';
import { buildInvitation, updateUser } from '../../../functions/identity/users/user.ts';
import type { AuditContext } from '../../../shared/audit/audit.ts';
import { type TenantItem, tenantKey } from '../../../shared/auth/accounts/records.ts';
import type { UserItem } from '../../../shared/auth/accounts/users.ts';
import { clientKey } from '../../../shared/auth/clients/clients.ts';
import { putFactor } from '../../../shared/auth/sign-in/second-factor.ts';
import { signInEntries } from '../../../shared/auth/throttles/sign-in-log.ts';
import { type Change, commit, put } from '../../../shared/data/changes.ts';
import { decideAndCommit } from '../../../shared/data/decide-and-commit.ts';
import type { PlatformStore } from '../../../shared/data/store.ts';
import { parseTenantCode } from '../../../shared/data/tenant/tenant-code.ts';
import type { DemoClient, DemoUser } from '../../contracts/demo-tenants.ts';
import { completeStep } from './steps/complete-step.ts';
import { demoId, readDemoFile } from './steps/references.ts';

const Assignment = z.strictObject({
  tenantCode: z.string(),
  roles: z.array(z.string()),
  /** The key of the person in the demo directory whom the user is. */
  person: z.string().optional(),
});

const User = z.strictObject({
  id: z.uuid(),
  userName: z.string(),
  password: z.string().optional(),
  /** A fixed one, for the example of the reference; a real one is random and mailed. */
  invitationToken: z.string().optional(),
  /** Fixed secrets of links, for the examples of the reference; real ones are random and mailed. */
  resetToken: z.string().optional(),
  emailChange: z.strictObject({ email: z.string(), token: z.string() }).optional(),
  /** A second factor without an authenticator, with one recovery code; needed to sign in once it is confirmed. */
  secondFactor: z.strictObject({ isConfirmed: z.boolean(), recoveryCode: z.string() }).optional(),
  /** The id of a browser's session. */
  sessionId: z.string().optional(),
  /** Shown in local.json; users without one only serve the examples of the reference. */
  role: z.string().optional(),
  assignments: z.array(Assignment),
});
type User = z.output<typeof User>;

const Client = z.strictObject({
  ...{ id: z.string(), name: z.string(), tenantCode: z.string(), scopes: z.array(z.string()) },
  ...{ secretId: z.string(), secret: z.string() },
  /** How people sign in through it. */
  signIn: setSignIn.body.optional(),
  registeredBy: z.literal('tenant').optional(),
  /** Whether local.json shows it. */
  isShown: z.boolean().default(false),
});

const Invitation = z.strictObject({
  ...{ id: z.uuid(), tenantCode: z.string(), email: z.string(), roles: z.array(z.string()) },
  token: z.string(),
});

const Identity = z.strictObject({
  /** With their own roles, and the permissions of each. */
  tenants: z.array(createTenant.body.extend({ roles: z.record(z.string(), z.array(z.string())) })),
  users: z.array(User),
  invitations: z.array(Invitation),
  clients: z.array(Client),
  /** The values of `{{name}}` in the examples of area C. */
  values: z.record(z.string(), z.string()),
});

/** Whom the audit names for the demo data. */
export const buildDemoAudit = (now: Date): AuditContext => ({
  caller: { kind: 'command', subject: 'command', name: 'demo data' },
  now,
  newId: randomUUID,
  operation: 'demo data',
});

/** The content of the demo, as local.json and the contracts' examples name it. */
export interface SeededIdentity {
  readonly users: readonly DemoUser[];
  readonly clients: readonly DemoClient[];
  readonly values: Readonly<Record<string, string>>;
}

/** A tenant, whose directory created the roles that have no permissions. */
function buildTenantChanges(platform: PlatformStore, item: TenantItem): Change[] {
  const created = Object.entries(item.roles).filter(([, permissions]) => permissions.length === 0);
  return [
    ...insertTenant(platform, item),
    ...created.map(([role]) =>
      saveGroup(openTenant(platform, item.id), item, {
        ...{ role, displayName: role, isCreated: true, stored: undefined },
      }),
    ),
  ];
}

/**
 * Creates what is absent and leaves the rest as it is, also on the data of an earlier version.
 * For the local platform and tests only: the credentials are published in identity.json.
 */
export async function seedIdentity(
  platform: PlatformStore,
  now: Date,
  isAgain: boolean,
): Promise<SeededIdentity> {
  const { tenants, users, invitations, clients, values } = await readDemoFile('identity.json', Identity);
  for (const { code: text, ...settings } of tenants) {
    const code = parseTenantCode(text);
    if (!code) throw new Error(`${text} cannot be a tenant code.`);
    const tenant = platform.tenant(code);
    if (!(await tenant.get(tenantKey(tenant), { consistent: true })))
      await completeStep(isAgain, () =>
        commit(buildTenantChanges(platform, buildTenant(code, settings, now))),
      );
  }
  const steps = [
    ...users.map((user) => () => seedUser(platform, user, now)),
    ...invitations.map((invitation) => () => seedInvitation(platform, invitation, now)),
    ...clients.map((client) => async () => {
      if (!(await platform.get(clientKey(platform, client.id), { consistent: true })))
        await decideAndCommit(() => decideClient(platform, client, now));
    }),
  ];
  await Promise.all(steps.map((step) => completeStep(isAgain, step)));
  return {
    users: users.flatMap(({ userName, password, role, assignments }) =>
      password && role
        ? [{ userName, password, tenantCodes: assignments.map(({ tenantCode }) => tenantCode), role }]
        : [],
    ),
    clients: clients.flatMap(({ id, secret, tenantCode, isShown }) =>
      isShown ? [{ client_id: id, client_secret: secret, tenantCode }] : [],
    ),
    values,
  };
}

/** A client; of two that a tenant registers side by side, each changes the same list. */
async function decideClient(
  platform: PlatformStore,
  { registeredBy, ...client }: z.output<typeof Client>,
  now: Date,
): Promise<{ readonly changes: readonly Change[] }> {
  const input = { ...client, ...(registeredBy && { registeredBy }) };
  const { changes } = registerClient(platform, input, buildDemoAudit(now));
  if (!registeredBy) return { changes };
  const listed = await addOwnClient(platform, openTenant(platform, client.tenantCode), client.id);
  return { changes: [...changes, listed] };
}

async function seedUser(platform: PlatformStore, user: User, now: Date): Promise<void> {
  const { id, userName, password, invitationToken } = user;
  if (await userIdByName(platform, userName)) return;
  const invitation = invitationToken === undefined ? undefined : buildInvitation(invitationToken, now);
  const assignments = user.assignments.map(({ tenantCode, roles, person }) => ({
    ...{ tenantCode, roles },
    ...(person !== undefined && { personId: demoId(tenantCode, `person:${person}`) }),
  }));
  const input = { userName, email: userName, password, invitation, assignments };
  // Users are created side by side, and each may change the same list of administrators.
  const { user: created } = await decideAndCommit(() =>
    registerUser(platform, id, input, buildDemoAudit(now)),
  );
  await commit([
    ...buildLinks(platform, created, user, now),
    ...buildSignIn(platform, created, user, now),
    ...(user.secondFactor ? buildSecondFactor(platform, created, user.secondFactor, now) : []),
  ]);
}

function buildSecondFactor(
  platform: PlatformStore,
  user: UserItem,
  { isConfirmed, recoveryCode }: NonNullable<User['secondFactor']>,
  now: Date,
): Change[] {
  const after = updateUser(user, { secondFactorSince: now.toISOString() }, now);
  return [
    putFactor(platform, undefined, { userId: user.id, recoveryCodes: [hashRecoveryCode(recoveryCode)] }),
    ...(isConfirmed ? [replaceUser(platform, user, after)] : []),
  ];
}

async function seedInvitation(
  platform: PlatformStore,
  { id, tenantCode, token, ...input }: z.output<typeof Invitation>,
  now: Date,
): Promise<void> {
  const tenant = openTenant(platform, tenantCode);
  const settings = await tenant.get(tenantKey(tenant), { consistent: true });
  if (!settings || (await invitationById(tenant, id))) return;
  // With the id that the examples name.
  const invitation = { ...buildTenantInvitation(id, input, settings, now), id };
  const bound = formatBound(invitation);
  await commit([
    insertInvitation(tenant, invitation),
    putLink(platform, token, { purpose: 'accept-invitation', of: tenantCode, bound }, now),
  ]);
}

/** The session of a browser, and the sign-in that began it. */
function buildSignIn(platform: PlatformStore, user: UserItem, input: User, now: Date): Change[] {
  const { sessionId, assignments } = input;
  if (sessionId === undefined) return [];
  const device = { address: '192.0.2.7', userAgent: 'Demo browser' };
  const session = {
    ...{ id: sessionId, userId: user.id, authTime: Math.floor(now.getTime() / 1000), amr: ['pwd'] },
    ...{ ...device, isRemembered: true },
  };
  const tenants = assignments.map(({ tenantCode }) => openTenant(platform, tenantCode));
  const event = {
    ...({ step: 'sign-in', outcome: 'succeeded', kind: 'user' } as const),
    ...{ subjectId: user.id, name: user.userName, ...device },
  };
  return [
    insertSession(platform, buildSession(session, now), generateCookieToken()),
    ...tenants.flatMap((tenant) => [
      ...signInEntries(platform, [tenant.code], event, now),
      recordSignIn(tenant, user, now),
    ]),
  ];
}

/** The links of mails that the examples follow. */
function buildLinks(
  platform: PlatformStore,
  user: UserItem,
  { resetToken, emailChange }: User,
  now: Date,
): Change[] {
  const of = user.id;
  const bound = fingerprintReset(user);
  return [
    ...(resetToken === undefined
      ? []
      : [putLink(platform, resetToken, { purpose: 'reset-password', of, bound }, now)]),
    ...(emailChange === undefined
      ? []
      : [
          putLink(platform, emailChange.token, { purpose: 'confirm-new-email', of, bound: of }, now),
          put(emailChangeKey(platform, of), {
            ...{ type: 'email-change', id: of, userId: of, email: emailChange.email },
            ...{ confirmed: ['old'], version: 1, ttl: Math.ceil(now.getTime() / 1000) + 86_400 },
          }),
        ]),
  ];
}
