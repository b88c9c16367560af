// The rules of tenants: what a new one starts with, and what may be changed.
import { isDeepStrictEqual } from 'node:util';
import type { AccessMode, TenantItem } from '../../../shared/auth/records.ts';
import { validateRoleSet } from '../../../shared/auth/role-sets.ts';
import type { TenantCode } from '../../../shared/data/tenant-code.ts';
import { conflict, invalid } from '../../../shared/errors/failure.ts';
import { defaultTier } from '../../../shared/limits/tiers.ts';

type AreaAccess = { readonly read: AccessMode; readonly write: AccessMode };

/** What may be said of a tenant when it is created or changed; absent values keep their default or present value. */
export interface TenantInput {
  readonly name?: string | undefined;
  readonly tier?: string | undefined;
  readonly roles?: Readonly<Record<string, readonly string[]>> | undefined;
  readonly access?:
    | { readonly training?: AreaAccess | undefined; readonly billtracking?: AreaAccess | undefined }
    | undefined;
  readonly timeZone?: string | undefined;
  readonly fiscalYearStart?: string | undefined;
  readonly allowedOrigins?: readonly string[] | undefined;
  readonly clockOffsetSeconds?: number | undefined;
}

/** A new tenant reads without a token and writes with one (docs/interface/access.md#tenant-access-setting). */
const defaultAccess: AreaAccess = { read: 'tenant', write: 'token' };

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
    roles: settings.roles ?? {},
    access: {
      training: settings.access?.training ?? defaultAccess,
      billtracking: settings.access?.billtracking ?? defaultAccess,
    },
    timeZone: settings.timeZone ?? 'America/New_York',
    fiscalYearStart: settings.fiscalYearStart ?? '01-01',
    allowedOrigins: settings.allowedOrigins ?? [],
    clockOffsetSeconds: settings.clockOffsetSeconds ?? 0,
    version: 1,
    createdDate: moment,
    modifiedDate: moment,
    schemaVersion: 1,
  };
}

/**
 * The tenant with its settings changed, at the next version; the same one when nothing is another than before.
 * @throws Failure 400 when a role set names what it cannot hold
 */
export function applyTenantInput(tenant: TenantItem, settings: TenantInput, now: Date): TenantItem {
  assertValidRoles(settings.roles);
  const after = {
    ...tenant,
    name: settings.name ?? tenant.name,
    tier: settings.tier ?? tenant.tier,
    roles: settings.roles ?? tenant.roles,
    access: {
      training: settings.access?.training ?? tenant.access.training,
      billtracking: settings.access?.billtracking ?? tenant.access.billtracking,
    },
    timeZone: settings.timeZone ?? tenant.timeZone,
    fiscalYearStart: settings.fiscalYearStart ?? tenant.fiscalYearStart,
    allowedOrigins: settings.allowedOrigins ?? tenant.allowedOrigins,
    clockOffsetSeconds: settings.clockOffsetSeconds ?? tenant.clockOffsetSeconds,
  };
  if (isDeepStrictEqual(after, tenant)) return tenant;
  return { ...after, version: tenant.version + 1, modifiedDate: now.toISOString() };
}

/** The tenant in another state, at the next version; the same one when it is in that state already. */
export const setTenantStatus = (tenant: TenantItem, status: TenantItem['status'], now: Date): TenantItem =>
  tenant.status === status
    ? tenant
    : { ...tenant, status, version: tenant.version + 1, modifiedDate: now.toISOString() };

/**
 * Nobody suspends the tenant through which the request comes: the next request could not undo it.
 * @throws Failure 409
 */
export function assertNotOwnTenant(code: string, callerTenant: string): void {
  if (code === callerTenant)
    throw conflict(
      `The tenant ${code} is the one this request comes through; suspend it from another tenant.`,
    );
}

/** A role set holds permissions of the tenant only, and the platform's role belongs to the platform. */
function assertValidRoles(roles: TenantInput['roles']): void {
  const faults = Object.entries(roles ?? {}).flatMap(([role, names]) =>
    validateRoleSet(role, names, { role: `roles.${role}`, names: `roles.${role}` }),
  );
  const [first, ...rest] = faults;
  if (first) throw invalid([first, ...rest]);
}

/** A tenant as the interface shows it. */
export const presentTenant = ({ id, ...rest }: TenantItem) => ({
  code: id,
  name: rest.name,
  status: rest.status,
  tier: rest.tier,
  roles: Object.fromEntries(Object.entries(rest.roles).map(([role, names]) => [role, [...names]])),
  access: rest.access,
  timeZone: rest.timeZone,
  fiscalYearStart: rest.fiscalYearStart,
  allowedOrigins: [...rest.allowedOrigins],
  clockOffsetSeconds: rest.clockOffsetSeconds,
  version: rest.version,
  createdDate: rest.createdDate,
  modifiedDate: rest.modifiedDate,
});
