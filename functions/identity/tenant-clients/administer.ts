// A tenant's administration of its own clients as decisions: those of the platform, within what the tenant may decide.
import type { AuditContext } from '../../../shared/audit/audit.ts';
import type { Caller } from '../../../shared/auth/access/access.ts';
import { listHeldPermissions } from '../../../shared/auth/access/step-up.ts';
import { type ClientItem, getSignIn } from '../../../shared/auth/clients/clients.ts';
import type { PlatformStore, TenantStore } from '../../../shared/data/store.ts';
import type { IfMatch } from '../../../shared/http/etag.ts';
import {
  type ClientInput,
  type Decision,
  registerClient,
  replaceClientScopes,
  replaceClientSignIn,
} from '../clients/administer.ts';
import type { SignInInput } from '../clients/sign-in.ts';
import {
  addOwnClient,
  assertMayAdministerClient,
  assertMayGiveScopes,
  requireOwnClient,
} from './tenant-client.ts';

/** What every decision needs to know. */
export interface Administration extends AuditContext {
  readonly platform: PlatformStore;
  readonly tenant: TenantStore;
  readonly caller: Caller;
  readonly ifMatch?: IfMatch | undefined;
}

/** How people sign in, without what only the platform decides. */
type OwnSignInInput = Omit<SignInInput, 'isFirstParty' | 'workspaces' | 'isLegacy'>;

/** A client that the caller may change. @throws Failure 403, 404 */
export async function requireAdministered(
  { platform, tenant, caller }: Administration,
  id: string,
): Promise<ClientItem> {
  const client = await requireOwnClient(platform, tenant, id);
  assertMayAdministerClient(listHeldPermissions(caller), client);
  return client;
}

/** Registers a client of the tenant. @throws Failure 400; 409 when the tenant has as many as it may have */
export async function registerOwnClient(
  administration: Administration,
  input: Omit<ClientInput, 'tenantCode' | 'registeredBy' | 'signIn'> & {
    readonly signIn?: OwnSignInInput | undefined;
  },
): Promise<Decision> {
  const { platform, tenant, caller } = administration;
  assertMayGiveScopes(listHeldPermissions(caller), input.scopes);
  const own = { ...input, tenantCode: tenant.code, registeredBy: 'tenant' } as const;
  const { client, changes } = registerClient(platform, own, administration);
  return { client, changes: [...changes, await addOwnClient(platform, tenant, client.id)] };
}

/** Replaces the scopes. @throws Failure 400, 403, 404 */
export async function replaceOwnScopes(
  administration: Administration,
  id: string,
  scopes: readonly string[],
): Promise<Decision> {
  const { platform, caller, ifMatch } = administration;
  const before = await requireAdministered(administration, id);
  assertMayGiveScopes(listHeldPermissions(caller), scopes);
  return replaceClientScopes(platform, before, scopes, administration, ifMatch);
}

/** Replaces how people sign in; what only the platform decides stays. @throws Failure 400, 403, 404 */
export async function replaceOwnSignIn(
  administration: Administration,
  id: string,
  signIn: OwnSignInInput,
): Promise<Decision> {
  const { platform, ifMatch } = administration;
  const before = await requireAdministered(administration, id);
  const { isLegacy } = getSignIn(before);
  return replaceClientSignIn(platform, before, { ...signIn, isLegacy }, administration, ifMatch);
}
