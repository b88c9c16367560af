// The administration of clients as decisions: changes to commit, and the client after them. For HTTP, commands and the
// demo.

import { type AuditContext, auditRecordChange } from '../../../shared/audit/audit.ts';
import type { ClientItem } from '../../../shared/auth/clients/clients.ts';
import { resolveScopePermissions } from '../../../shared/auth/permissions/permissions.ts';
import { updateSubject } from '../../../shared/auth/tokens/revocation.ts';
import { insertRevokedClient } from '../../../shared/auth/tokens/revoked-clients.ts';
import { tokenLifetime } from '../../../shared/auth/tokens/tokens.ts';
import type { Change } from '../../../shared/data/changes.ts';
import type { PlatformStore } from '../../../shared/data/store.ts';
import { parseTenantCode } from '../../../shared/data/tenant/tenant-code.ts';
import { notFound } from '../../../shared/errors/failure.ts';
import type { IfMatch } from '../../../shared/http/etag.ts';
import { openTenant } from '../administration/open-tenant.ts';
import {
  appendSecret,
  buildClient,
  buildClientAccess,
  buildStoredSecret,
  markClientRevoked,
  presentClient,
  removeSecret,
  revokeAccess,
  setClientScopes,
  setClientSignIn,
} from './client.ts';
import type { SignInInput } from './sign-in.ts';
import {
  checkClient,
  insertClient,
  replaceClient,
  replaceReturnAddresses,
  requireClientAccess,
} from './store.ts';

/** The changes, and the client after them. */
export interface Decision {
  readonly client: ClientItem;
  readonly changes: readonly Change[];
}

/** The input of a new client. The caller passes the secret, because only the caller may present it. */
export interface ClientInput {
  readonly id: string;
  readonly name: string;
  readonly tenantCode: string;
  readonly scopes: readonly string[];
  readonly secretId: string;
  readonly secret: string;
  readonly signIn?: SignInInput | undefined;
  /** Absent where an administrator of the platform registers it. */
  readonly registeredBy?: 'tenant';
}

/** The decision that changes nothing: no new version, but If-Match is still checked. */
const leaveUnchanged = (
  platform: PlatformStore,
  client: ClientItem,
  ifMatch: IfMatch | undefined,
): Decision => ({
  client,
  changes: ifMatch === undefined ? [] : [checkClient(platform, client, ifMatch)],
});

/** The changes that record a change to a client, for the platform and for its tenant. */
function auditClientChange(
  platform: PlatformStore,
  before: ClientItem | undefined,
  after: ClientItem,
  context: AuditContext,
): Change[] {
  const change = {
    recordType: 'Client',
    recordId: after.id,
    before: before && presentClient(before, context.now),
    after: presentClient(after, context.now),
  } as const;
  const stores = [platform, openTenant(platform, after.tenantCode)];
  return stores.map((store) => auditRecordChange(store, change, context));
}

/** Issues a client. @throws Failure 400, 404 */
export function registerClient(platform: PlatformStore, issue: ClientInput, context: AuditContext): Decision {
  const { now } = context;
  const code = parseTenantCode(issue.tenantCode);
  if (!code) throw notFound('tenant', issue.tenantCode);
  const hasNoSecret = issue.signIn?.clientType === 'public' || issue.signIn?.jwks !== undefined;
  const secret = hasNoSecret ? undefined : buildStoredSecret(issue.secretId, issue.secret, now);
  const client = buildClient({ ...issue, tenantCode: code, secret }, now);
  return {
    client,
    changes: [
      ...insertClient(platform, client, buildClientAccess(client, context.caller.subject, now)),
      ...auditClientChange(platform, undefined, client, context),
    ],
  };
}

/** The change by which the caller is one of those who can act as the client; none where they are already. */
async function noteHolder(
  platform: PlatformStore,
  client: ClientItem,
  { caller, now }: AuditContext,
): Promise<Change[]> {
  const access = await requireClientAccess(platform, client);
  const { heldBy = [] } = access;
  if (heldBy.includes(caller.subject)) return [];
  const tenant = openTenant(platform, client.tenantCode);
  return [updateSubject(tenant, access, { heldBy: [...heldBy, caller.subject] }, now)];
}

/** Adds a second secret. @throws Failure 409 */
export async function addClientSecret(
  platform: PlatformStore,
  before: ClientItem,
  secretId: string,
  secret: string,
  context: AuditContext,
  ifMatch?: IfMatch,
): Promise<Decision> {
  const { now } = context;
  const client = appendSecret(before, buildStoredSecret(secretId, secret, now), now);
  return {
    client,
    changes: [
      replaceClient(platform, before, client, ifMatch),
      ...(await noteHolder(platform, client, context)),
      ...auditClientChange(platform, before, client, context),
    ],
  };
}

/** Retires a secret. @throws Failure 404 */
export function retireClientSecret(
  platform: PlatformStore,
  before: ClientItem,
  secretId: string,
  context: AuditContext,
  ifMatch?: IfMatch,
): Decision {
  const { now } = context;
  const client = removeSecret(before, secretId, now);
  return {
    client,
    changes: [
      replaceClient(platform, before, client, ifMatch),
      ...auditClientChange(platform, before, client, context),
    ],
  };
}

/** Replaces the scopes. @throws Failure 400, 404, 409 */
export async function replaceClientScopes(
  platform: PlatformStore,
  before: ClientItem,
  scopes: readonly string[],
  context: AuditContext,
  ifMatch?: IfMatch,
): Promise<Decision> {
  const { now } = context;
  const client = setClientScopes(before, scopes, now);
  if (client === before) return leaveUnchanged(platform, before, ifMatch);
  const access = await requireClientAccess(platform, before);
  const permissions = [...resolveScopePermissions(client.scopes)];
  return {
    client,
    changes: [
      replaceClient(platform, before, client, ifMatch),
      updateSubject(openTenant(platform, client.tenantCode), access, { permissions }, now),
      ...auditClientChange(platform, before, client, context),
    ],
  };
}

/** Replaces how people sign in through a client. @throws Failure 400, 409 */
export async function replaceClientSignIn(
  platform: PlatformStore,
  before: ClientItem,
  signIn: SignInInput,
  context: AuditContext,
  ifMatch?: IfMatch,
): Promise<Decision> {
  const client = setClientSignIn(before, signIn, context.now);
  if (client === before) return leaveUnchanged(platform, before, ifMatch);
  return {
    client,
    changes: [
      replaceClient(platform, before, client, ifMatch),
      ...replaceReturnAddresses(platform, before, client),
      ...(signIn.jwks ? await noteHolder(platform, client, context) : []),
      ...auditClientChange(platform, before, client, context),
    ],
  };
}

/** Revokes a client with everything it holds. @throws Failure 404 */
export async function revokeClientAccess(
  platform: PlatformStore,
  before: ClientItem,
  context: AuditContext,
  ifMatch?: IfMatch,
): Promise<Decision> {
  const { now } = context;
  const client = markClientRevoked(before, now);
  if (client === before) return leaveUnchanged(platform, before, ifMatch);
  const access = await requireClientAccess(platform, before);
  return {
    client,
    changes: [
      replaceClient(platform, before, client, ifMatch),
      ...replaceReturnAddresses(platform, before, client),
      updateSubject(openTenant(platform, client.tenantCode), access, revokeAccess(access, now), now),
      insertRevokedClient(platform, client.id, Math.floor(now.getTime() / 1000) + tokenLifetime),
      ...auditClientChange(platform, before, client, context),
    ],
  };
}
