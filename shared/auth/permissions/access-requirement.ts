// Who may call an endpoint: the part of its contract that decides access.
import type { Permission } from './permissions.ts';

/**
 * Who may call.
 * - `'public'`: anyone, and no tenant is named (sign-in, metadata).
 * - `{ client: true }`: an OAuth client that authenticates itself (introspection, revocation); the handler does it.
 * - `{ bearer: true }`: an access token alone, which names its tenant (userinfo); the handler verifies it.
 * - a permission, with the tenant-code header. `token: 'required'` always requires a bearer token;
 * `token: 'tenant'` follows the tenant's own access setting (areas A and D, and public reads of area B;
 * docs/interface/access.md#tenant-access-setting), and so does `token: 'as writing'`, which applies the setting for
 * writing to reading: people's addresses, logs, drafts. `platform: true` gives the handler the platform's store.
 * With `tenantFrom: 'token'` the tenant-code header may be absent, and the token names the tenant: provisioning services send
 * no headers of their own.
 * `showsSettings: true`: the reply shows settings of the tenant, so they are always read again, whatever the tenant accepts
 * (recent-standing.ts).
 * With `permission: 'own'` a rule decides. `others` is the permission that a caller needs, also besides another one, to
 * act for others, `some` the one that some filters and fields need besides.
 */
export type AccessRequirement =
  | 'public'
  | { readonly client: true }
  | { readonly bearer: true }
  | {
      readonly permission: Permission | 'own';
      readonly others?: Permission;
      readonly some?: Permission;
      readonly token: 'required' | 'tenant' | 'as writing';
      readonly platform?: boolean;
      readonly tenantFrom?: 'token';
      readonly showsSettings?: boolean;
    };

/** The part of a contract that decides access. */
export interface AccessDeclaration {
  readonly area: string;
  readonly method: string;
  readonly access: AccessRequirement;
  /**
   * Further permissions that decide about parts of a request, or about what its reply shows. Each is tested without
   * (test/permissions/permissions.test.ts).
   */
  readonly also?: readonly Permission[];
  /** A POST that only reads or that must run each time: Idempotency-Key has no effect. */
  readonly repeatable?: boolean;
  /** A GET that changes data, as existing callers send it: not answered to HEAD, and never with 304. */
  readonly writes?: boolean;
}

/** Whether a call is made within a tenant: with the tenant-code header, and a required permission. */
export const isTenantScoped = (
  access: AccessRequirement,
): access is Extract<AccessRequirement, { readonly permission: unknown }> =>
  typeof access === 'object' && 'permission' in access;

/** Whether the tenant-code header is required: for a call within a tenant whose token does not name it alone. */
export const requiresTenantHeader = (access: AccessRequirement): boolean =>
  isTenantScoped(access) && access.tenantFrom !== 'token';

/** Whether a call within a tenant always needs a token, whatever the tenant's access setting is. */
export const requiresToken = (access: AccessRequirement): boolean =>
  isTenantScoped(access) && access.token === 'required';

/** Whether a call takes a bearer token without the tenant-code header. */
export const takesBearerAlone = (access: AccessRequirement): boolean =>
  typeof access === 'object' && 'bearer' in access;

/** Whether the request changes data, by its method and declaration. */
export const isWrite = ({
  method,
  repeatable = false,
  writes = false,
}: Pick<AccessDeclaration, 'method' | 'repeatable' | 'writes'>): boolean =>
  writes || (method !== 'GET' && !repeatable);

/** Whether it is a GET that only reads, as RFC 9110 9.2.1 expects of every GET: then it is answered to HEAD too. */
export const isSafeGet = ({
  method,
  writes = false,
}: Pick<AccessDeclaration, 'method' | 'writes'>): boolean => method === 'GET' && !writes;
