// Which tool a request to Assignment and Grade Services is from.

import { tenantByCode } from '../../../../shared/auth/access/tenant-by-code.ts';
import type { TenantItem } from '../../../../shared/auth/accounts/records.ts';
import type { PlatformStore, TenantStore } from '../../../../shared/data/store.ts';
import { Failure } from '../../../../shared/errors/failure.ts';
import { tenantTime } from '../../../../shared/schedule/tenant-clock.ts';
import type { CourseItem } from '../../courses/course.ts';
import { type Addresses, buildAddresses } from '../record/addresses.ts';
import { type ExternalCourseItem, loadCourseWithExternal } from '../record/external-course.ts';
import { type ScopeName, scopes } from './scopes.ts';
import { toolTokenKey } from './tokens.ts';

/** The request of a tool, as its handler has it. */
interface ToolRequest {
  readonly platform: PlatformStore;
  readonly params: { readonly tenantCode: string; readonly id: string };
  readonly request: { readonly headers: Readonly<Record<string, string>> };
  readonly receivedAt: Date;
  readonly url: (path: string) => string;
}

/** A tool that may do what it requests. */
export interface AuthorizedTool {
  readonly tenant: TenantStore;
  readonly settings: TenantItem;
  readonly course: CourseItem;
  readonly external: ExternalCourseItem;
  readonly clientId: string;
  readonly addresses: Addresses;
  /** The tenant's time. */
  readonly now: Date;
}

const refuse = (): Failure =>
  new Failure(
    'INVALID_CLIENT',
    'Send Authorization: Bearer with an access token of the tool for this course, which has not expired.',
    { headers: { 'WWW-Authenticate': 'Bearer error="invalid_token"' } },
  );

/**
 * The tool whose token a request has. Two round trips.
 * @throws Failure 401 for a token that is unknown, has expired, or is of another course or tenant; 403 without the scope
 */
export async function authorizeTool(
  { platform, params, request, receivedAt, url }: ToolRequest,
  scope: ScopeName,
): Promise<AuthorizedTool> {
  const [, token] = /^Bearer +([A-Za-z0-9.-]{1,200})$/i.exec(request.headers.authorization ?? '') ?? [];
  const owner = token === undefined ? undefined : await tenantByCode(platform, params.tenantCode);
  if (token === undefined || !owner) throw refuse();
  const { tenant, settings } = owner;
  const [issued, { course, external }] = await Promise.all([
    tenant.get(toolTokenKey(tenant, params.id, token), { consistent: true }),
    loadCourseWithExternal(tenant, params.id),
  ]);
  if (!issued || issued.ttl * 1000 <= receivedAt.getTime()) throw refuse();
  if (!course || external?.lti?.clientId !== issued.clientId) throw refuse();
  if (!issued.scopes.includes(scopes[scope]))
    throw new Failure('PERMISSION_DENIED', `The access token needs the scope ${scopes[scope]}.`, {
      headers: { 'WWW-Authenticate': `Bearer error="insufficient_scope", scope="${scopes[scope]}"` },
    });
  return {
    ...{ tenant, settings, course, external, clientId: issued.clientId },
    addresses: buildAddresses(url, tenant.code),
    now: tenantTime(settings, receivedAt),
  };
}
