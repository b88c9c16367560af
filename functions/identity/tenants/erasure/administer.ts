// Schedules and cancels the erasure of a tenant, for HTTP and for commands.
import { type AuditContext, auditRecordChange } from '../../../../shared/audit/audit.ts';
import type { TenantItem } from '../../../../shared/auth/accounts/records.ts';
import type { Change } from '../../../../shared/data/changes.ts';
import type { PlatformStore } from '../../../../shared/data/store.ts';
import { conflict, invalid, notFound } from '../../../../shared/errors/failure.ts';
import { endAdministrators } from '../../administration/administrators.ts';
import {
  erasureByCode,
  putErasure,
  removeErasure,
  type TenantErasureItem,
  tenantErasureRuns,
} from '../../administration/erased-tenants.ts';
import { replaceTenant, requireTenant } from '../store.ts';
import { cancelTenantErasure, scheduleTenantErasure } from '../tenant.ts';
import { buildErasure } from './erasure.ts';

/** The changes, and the erasure that they schedule or cancel; undefined where there is none to cancel. */
export interface ErasureDecision {
  readonly item: TenantErasureItem | undefined;
  readonly changes: readonly Change[];
}

const foldCode = (text: string): string => text.trim().toLowerCase();

/** The entry of the platform's audit: the tenant's own would be erased. */
const auditErasure = (
  platform: PlatformStore,
  tenantCode: string,
  views: { readonly before?: object; readonly after?: object },
  context: AuditContext,
): Change =>
  auditRecordChange(
    platform,
    {
      ...{ recordType: 'TenantErasure', recordId: tenantCode },
      ...(views.before && { before: { ...views.before } }),
      ...(views.after && { after: { ...views.after } }),
    },
    context,
  );

/**
 * Schedules the erasure: suspends the tenant now, and its data is erased when the days of grace are over.
 * @param request the code of the tenant typed once more, and the days of grace
 * @param now real time
 * @throws Failure 400 when the typed code is another; 404; 409 when it is scheduled already, or when every administrator
 * of the platform signs in to the tenant
 */
export async function requestErasure(
  platform: PlatformStore,
  code: string,
  request: { readonly tenantCode: string; readonly days: number },
  context: AuditContext,
  now: Date,
): Promise<ErasureDecision & { readonly item: TenantErasureItem }> {
  const before: TenantItem = await requireTenant(platform, code);
  if (foldCode(request.tenantCode) !== before.id)
    throw invalid([
      {
        ...{ code: 'UNKNOWN_VALUE', target: 'tenantCode' },
        message: `tenantCode must be ${before.id}, the code of the tenant whose data is to be erased.`,
      },
    ]);
  if (before.erasure) throw conflict(`The erasure of ${before.id} is scheduled already.`);
  const { item, run } = buildErasure(
    {
      ...{ tenantCode: before.id, requestedBy: context.caller.subject },
      ...{ statusBefore: before.status, days: request.days },
    },
    context.newId(),
    now,
  );
  return {
    item,
    changes: [
      ...replaceTenant(platform, before, scheduleTenantErasure(before, new Date(item.dueAt), context.now)),
      putErasure(platform, undefined, item),
      tenantErasureRuns.put(platform, undefined, run),
      await endAdministrators(platform, before.id, false),
      auditErasure(platform, before.id, { after: { status: item.status, dueAt: item.dueAt } }, context),
    ],
  };
}

/**
 * Cancels a scheduled erasure; the tenant gets the status back that it had. Changes nothing where none is scheduled.
 * @throws Failure 404; 409 once the erasure has begun
 */
export async function cancelErasure(
  platform: PlatformStore,
  code: string,
  context: AuditContext,
): Promise<ErasureDecision> {
  const item = await erasureByCode(platform, foldCode(code));
  if (item && item.status !== 'scheduled')
    throw conflict(`The erasure of ${item.tenantCode} has begun and can't be cancelled.`);
  const before = await requireTenant(platform, code);
  if (!item) return { item, changes: [] };
  const after = cancelTenantErasure(before, item.statusBefore, context.now);
  return {
    item,
    changes: [
      ...replaceTenant(platform, before, after),
      ...removeErasure(platform, item),
      auditErasure(platform, before.id, { before: { status: item.status, dueAt: item.dueAt } }, context),
    ],
  };
}

/** The erasure of a tenant. @throws Failure 404 */
export async function requireErasure(platform: PlatformStore, code: string): Promise<TenantErasureItem> {
  const item = await erasureByCode(platform, foldCode(code));
  if (!item) throw notFound('erasure of the tenant', code);
  return item;
}
