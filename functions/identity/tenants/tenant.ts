// The rules of tenants: the defaults of a new one, and which settings may be changed.
import { isDeepStrictEqual } from 'node:util';
import type {
  AccessMode,
  Branding,
  EmailVisibility,
  TenantItem,
} from '../../../shared/auth/accounts/records.ts';
import { renewRoleIds } from '../../../shared/auth/permissions/role-ids.ts';
import { describeAdministratorGap, validateRoleSet } from '../../../shared/auth/permissions/role-sets.ts';
import {
  applySignInPolicy,
  presentSignInPolicy,
  type SignInPolicyInput,
} from '../../../shared/auth/sign-in/sign-in-policy.ts';
import { defaultChangeRetentionDays } from '../../../shared/change-feed/retention.ts';
import type { TenantCode } from '../../../shared/data/tenant/tenant-code.ts';
import { conflict, type ErrorDetail, throwIfInvalid } from '../../../shared/errors/failure.ts';
import { defaultLanguage } from '../../../shared/languages/languages.ts';
import { getTierSince } from '../../../shared/limits/tier-since.ts';
import { defaultTier } from '../../../shared/limits/tiers.ts';

type AreaAccess = { readonly read: AccessMode; readonly write: AccessMode };

/** The input of a new or changed tenant; absent values keep their default or current value. */
export interface TenantInput {
  readonly name?: string | undefined;
  readonly tier?: string | undefined;
  readonly roles?: Readonly<Record<string, readonly string[]>> | undefined;
  readonly access?:
    | {
        readonly training?: AreaAccess | undefined;
        readonly billtracking?: AreaAccess | undefined;
        readonly crm?: { readonly read: AccessMode } | undefined;
      }
    | undefined;
  readonly emailsVisibleTo?: EmailVisibility | undefined;
  readonly branding?: Branding | undefined;
  readonly signInPolicy?: SignInPolicyInput | undefined;
  readonly language?: string | undefined;
  readonly timeZone?: string | undefined;
  readonly fiscalYearStart?: string | undefined;
  readonly allowedOrigins?: readonly string[] | undefined;
  readonly changeRetentionDays?: number | undefined;
  readonly clockOffsetSeconds?: number | undefined;
}

/** A new tenant reads without a token and writes with one (docs/interface/access.md#tenant-access-setting). */
const defaultAccess: AreaAccess = { read: 'tenant', write: 'token' };

/** Members see no e-mail addresses of others until the tenant decides so (docs/interface/access.md#e-mail-addresses). */
const defaultEmailVisibility: EmailVisibility = 'permission';

/** A new, active tenant. */
export function buildTenant(
  code: TenantCode,
  settings: TenantInput & { readonly name: string },
  now: Date,
): TenantItem {
  assertValidRoles(settings.roles);
  const moment = now.toISOString();
  return {
    type: 'tenant',
    id: code,
    name: settings.name,
    status: 'active',
    tier: settings.tier ?? defaultTier,
    tierSince: moment,
    roles: settings.roles ?? {},
    access: {
      training: settings.access?.training ?? defaultAccess,
      billtracking: settings.access?.billtracking ?? defaultAccess,
      ...(settings.access?.crm && { crm: settings.access.crm }),
    },
    emailsVisibleTo: settings.emailsVisibleTo ?? defaultEmailVisibility,
    ...(settings.branding && { branding: settings.branding }),
    ...(settings.language !== undefined && { language: settings.language }),
    timeZone: settings.timeZone ?? 'America/New_York',
    fiscalYearStart: settings.fiscalYearStart ?? '01-01',
    allowedOrigins: settings.allowedOrigins ?? [],
    ...(settings.changeRetentionDays && { changeRetentionDays: settings.changeRetentionDays }),
    clockOffsetSeconds: settings.clockOffsetSeconds ?? 0,
    version: 1,
    createdDate: moment,
    modifiedDate: moment,
    schemaVersion: 1,
  };
}

/**
 * The tenant with changed settings at the next version; the same object when nothing changes.
 * @throws Failure 400 when a role set is invalid
 */
export function applyTenantInput(tenant: TenantItem, settings: TenantInput, now: Date): TenantItem {
  assertValidRoles(settings.roles);
  const after = {
    ...tenant,
    name: settings.name ?? tenant.name,
    tier: settings.tier ?? tenant.tier,
    roles: settings.roles ?? tenant.roles,
    access: {
      ...tenant.access,
      training: settings.access?.training ?? tenant.access.training,
      billtracking: settings.access?.billtracking ?? tenant.access.billtracking,
      ...(settings.access?.crm && { crm: settings.access.crm }),
    },
    ...(settings.emailsVisibleTo && { emailsVisibleTo: settings.emailsVisibleTo }),
    ...(settings.branding && { branding: settings.branding }),
    ...(settings.signInPolicy && {
      signInPolicy: applySignInPolicy(
        { roles: settings.roles ?? tenant.roles },
        settings.signInPolicy,
        'signInPolicy.',
      ),
    }),
    ...(settings.language !== undefined && { language: settings.language }),
    timeZone: settings.timeZone ?? tenant.timeZone,
    fiscalYearStart: settings.fiscalYearStart ?? tenant.fiscalYearStart,
    allowedOrigins: settings.allowedOrigins ?? tenant.allowedOrigins,
    ...(settings.changeRetentionDays && { changeRetentionDays: settings.changeRetentionDays }),
    clockOffsetSeconds: settings.clockOffsetSeconds ?? tenant.clockOffsetSeconds,
  };
  if (isDeepStrictEqual(after, tenant)) return tenant;
  return {
    ...after,
    tierSince: after.tier === tenant.tier ? getTierSince(tenant) : now.toISOString(),
    roleIds: renewRoleIds(tenant, after.roles),
    version: tenant.version + 1,
    modifiedDate: now.toISOString(),
  };
}

/**
 * The tenant with another status at the next version; the same object when it has that status already.
 * @throws Failure 409 when a tenant that is going to be erased would be reactivated
 */
export function setTenantStatus(tenant: TenantItem, status: TenantItem['status'], now: Date): TenantItem {
  if (tenant.erasure && status === 'active')
    throw conflict(`The tenant ${tenant.id} is going to be erased; cancel its erasure first.`);
  return tenant.status === status
    ? tenant
    : {
        ...tenant,
        status,
        tierSince: getTierSince(tenant),
        version: tenant.version + 1,
        modifiedDate: now.toISOString(),
      };
}

/** The suspended tenant with the moment of its erasure, at the next version. */
export const scheduleTenantErasure = (tenant: TenantItem, dueAt: Date, now: Date): TenantItem => ({
  ...tenant,
  status: 'suspended',
  tierSince: getTierSince(tenant),
  erasure: { dueAt: dueAt.toISOString() },
  version: tenant.version + 1,
  modifiedDate: now.toISOString(),
});

/** The tenant without an erasure, with the status that it had before, at the next version. */
export const cancelTenantErasure = (
  { erasure: _erasure, ...tenant }: TenantItem,
  status: TenantItem['status'],
  now: Date,
): TenantItem => ({
  ...tenant,
  status,
  tierSince: getTierSince(tenant),
  version: tenant.version + 1,
  modifiedDate: now.toISOString(),
});

/**
 * A tenant can't be suspended by a request made in it: the next request could not undo it.
 * @throws Failure 409
 */
export function assertNotOwnTenant(code: string, callerTenant: string): void {
  if (code === callerTenant)
    throw conflict(
      `The tenant ${code} is the tenant of this request; suspend it by a request in another tenant.`,
    );
}

/** Throws Failure 400 with every detail of an invalid role set. */
function assertValidRoles(roles: TenantInput['roles']): void {
  throwIfInvalid(
    Object.entries(roles ?? {}).flatMap(([role, names]): ErrorDetail[] => {
      const target = `roles.${role}`;
      const message = describeAdministratorGap(role, names);
      return [
        ...validateRoleSet(role, names, { role: target, names: target }),
        ...(message === undefined ? [] : [{ code: 'NOT_ALLOWED' as const, message, target }]),
      ];
    }),
  );
}

/** The tenant in the interface's form. */
export const presentTenant = ({ id, ...rest }: TenantItem) => ({
  code: id,
  name: rest.name,
  status: rest.status,
  tier: rest.tier,
  roles: Object.fromEntries(Object.entries(rest.roles).map(([role, names]) => [role, [...names]])),
  access: rest.access,
  emailsVisibleTo: rest.emailsVisibleTo ?? defaultEmailVisibility,
  branding: rest.branding ?? {},
  signInPolicy: presentSignInPolicy(rest),
  language: rest.language ?? defaultLanguage,
  timeZone: rest.timeZone,
  fiscalYearStart: rest.fiscalYearStart,
  allowedOrigins: [...rest.allowedOrigins],
  changeRetentionDays: rest.changeRetentionDays ?? defaultChangeRetentionDays,
  clockOffsetSeconds: rest.clockOffsetSeconds,
  version: rest.version,
  createdDate: rest.createdDate,
  modifiedDate: rest.modifiedDate,
});
