// Authenticates and authorizes a request: tenant, token, subject and permission, in this order.
import { openTenantStore, type TenantStore } from '../../data/store.ts';
import { findOwnTable } from '../../data/tables.ts';
import { parseTenantCode, type TenantCode } from '../../data/tenant/tenant-code.ts';
import { Failure, permissionDenied } from '../../errors/failure.ts';
import { readGroups } from '../accounts/read-groups.ts';
import {
  type RevokedTokenItem,
  revokedTokenKey,
  type SubjectItem,
  subjectKey,
  type TenantItem,
  tenantKey,
} from '../accounts/records.ts';
import { type AccessDeclaration, isTenantScoped, isWrite } from '../permissions/access-requirement.ts';
import {
  defaultRoles,
  isPermission,
  narrowByScope,
  type Permission,
  reachesArea,
  resolveRolePermissions,
} from '../permissions/permissions.ts';
import { listHeldRoles } from '../permissions/role-ids.ts';
import { assertPossession, parseSentToken, type SentProof } from '../tokens/possession.ts';
import { cacheClient, getClientToRead, isClientRevoked } from '../tokens/revoked-clients.ts';
import { type AccessTokenClaims, readUnverifiedClaims } from '../tokens/tokens.ts';
import {
  type AccessFacts,
  expiredToken,
  loadAccessFacts,
  parseAuthorization,
  revokedToken,
  unauthenticated,
} from './access-facts.ts';
import { nameOpenMerges } from './name-open-merges.ts';
import { acceptsRecentStanding } from './recent-standing.ts';
import { findWithheld, requiresStepUp, stepUpRequired, type WithheldPermissions } from './step-up.ts';

/** The caller: a user, a client, or anonymous where the tenant allows calls without a token. */
export type Caller =
  | {
      readonly kind: 'anonymous';
      readonly subject: 'anonymous';
      readonly permissions: ReadonlySet<Permission>;
      readonly withheld?: undefined;
    }
  | {
      readonly kind: 'user' | 'client';
      readonly subject: string;
      readonly name: string;
      readonly roles: readonly string[];
      readonly permissions: ReadonlySet<Permission>;
      /** Permissions that are held, and need a more recent or a stronger sign-in; absent where there are none. */
      readonly withheld?: WithheldPermissions | undefined;
      readonly personId: string | undefined;
      readonly claims: AccessTokenClaims;
    };

/** What an admitted request may use. */
export interface Admission {
  readonly tenant: TenantStore;
  readonly settings: TenantItem;
  readonly caller: Caller;
}

/** The headers that decide access. */
export interface Credentials {
  readonly tenantCode: string | undefined;
  readonly authorization: string | undefined;
  /** What came as proof of possession; where it is left out, no bound token is accepted. */
  readonly proof?: SentProof | undefined;
}

/**
 * A missing, a malformed and an unknown tenant-code are one mistake of the caller's and get one answer
 * (docs/interface/access.md#tenant-code).
 */
const unknownTenant = (): Failure =>
  new Failure('AUTHENTICATION_REQUIRED', 'The tenant-code header must name a tenant of this platform.', {
    target: 'tenant-code',
  });

/**
 * A subject's permissions in a tenant: those of its roles as the tenant defines them, and those granted to a client.
 */
export const resolvePermissions = (subject: SubjectItem, settings: TenantItem): ReadonlySet<Permission> =>
  new Set([
    ...resolveRolePermissions(listHeldRoles(subject, settings), { ...defaultRoles, ...settings.roles }),
    ...subject.permissions.filter(isPermission),
  ]);

/**
 * Whether a token was revoked: by itself, or with everything its subject held (RFC 7009;
 * docs/interface/access.md#revoked-access).
 */
export const isRevoked = (
  claims: AccessTokenClaims,
  subject: SubjectItem,
  revoked: RevokedTokenItem | undefined,
): boolean => revoked !== undefined || claims.iat < subject.revokedBefore;

/** The tenant that a token names, which nothing has verified yet: the admission to that tenant does. */
export function readNamedTenant(authorization: string | undefined): string | undefined {
  const sent = parseSentToken(authorization);
  return sent && readUnverifiedClaims(sent.token)?.tenant;
}

function requiresToken(contract: AccessDeclaration, settings: TenantItem): boolean {
  const { access, area } = contract;
  if (!isTenantScoped(access) || access.token === 'required') return true;
  const { permission, others, some } = access;
  if (requiresStepUp(settings.signInPolicy, [permission, others, some])) return true;
  const isWriting = isWrite(contract) || access.token === 'as writing';
  if (area === 'crm') return isWriting || settings.access.crm?.read !== 'tenant';
  if (area !== 'training' && area !== 'billtracking') return true;
  return settings.access[area][isWriting ? 'write' : 'read'] === 'token';
}

/**
 * Admits a request or throws: one round trip reads the tenant and, with a token, the caller's access, whether the token
 * was revoked, and every five minutes the key it was signed with. There is none where the tenant accepts what was read a
 * moment ago (recent-standing.ts).
 *
 * @param onTenantFound is called with the tenant and its settings once it is known to exist, also when admission then
 * fails
 * @throws Failure 401 AUTHENTICATION_REQUIRED: tenant-code missing or unknown; token needed, invalid, expired, revoked
 * @throws Failure 401 INSUFFICIENT_USER_AUTHENTICATION: the tenant requires another sign-in for this
 * @throws Failure 403 TENANT_MISMATCH, TENANT_SUSPENDED or PERMISSION_DENIED
 */
export async function admit(
  contract: AccessDeclaration,
  credentials: Credentials,
  now: Date,
  onTenantFound: (tenant: TenantStore, settings: TenantItem) => void = () => {},
): Promise<Admission> {
  const code = parseTenantCode(credentials.tenantCode ?? '');
  if (!code) throw unknownTenant();
  const sent = parseAuthorization(credentials.authorization);
  const tenant = openTenantStore(code);
  const facts = await loadAccessFacts(tenant, sent?.token, now, acceptsRecentStanding(contract));
  if (sent && facts.claims) await assertPossession(facts.claims, sent, credentials.proof, now);
  return decideAdmission(contract, tenant, facts, now, onTenantFound);
}

/**
 * Checks again that callers admitted with these claims still have access: one round trip for about fifty of them. Needs
 * no tokens, so none has to be stored.
 * @returns for each its admission, or the failure that `admit` would throw
 */
export async function recheckAdmissions(
  contract: AccessDeclaration,
  tenant: TenantStore,
  callers: readonly AccessTokenClaims[],
  now: Date,
): Promise<(Admission | Failure)[]> {
  const unread = callers.flatMap((claims) => {
    const key = getClientToRead(claims);
    return key ? [{ claims, key }] : [];
  });
  const [[settings], subjects, revoked, clients] = await readGroups(
    [tenantKey(tenant)],
    callers.map(({ sub }) => subjectKey(tenant, sub)),
    callers.map(({ jti }) => revokedTokenKey(tenant, jti)),
    unread.map(({ key }) => key),
  );
  for (const [index, { claims }] of unread.entries()) cacheClient(claims, clients[index]);
  return callers.map((claims, index) => {
    try {
      if (claims.exp * 1000 <= now.getTime()) throw unauthenticated(expiredToken);
      const facts = { claims, settings, subject: subjects[index], revoked: revoked[index] };
      return decideAdmission(contract, tenant, { ...facts, isClientRevoked: isClientRevoked(claims) }, now);
    } catch (error) {
      if (error instanceof Failure) return error;
      throw error;
    }
  });
}

/** The failure of a request to a tenant whose record names another table than this process knows. */
const tableElsewhere = (code: TenantCode): Failure =>
  new Failure(
    'SERVICE_BUSY',
    `The data of the tenant ${code} is being moved; the request was not carried out.`,
    {
      headers: { 'Retry-After': '60' },
    },
  );

/** Nobody acts for a person where the person has only said who they are. */
const outsideScope = (): Failure =>
  new Failure('PERMISSION_DENIED', 'The scope of the access token does not include this area.');

/** Decides on the facts that were read: the steps from the tenant's settings on. */
function decideAdmission(
  contract: AccessDeclaration,
  tenant: TenantStore,
  { claims, settings, subject, revoked, isClientRevoked: isClientOver }: AccessFacts,
  now: Date,
  onTenantFound: (tenant: TenantStore, settings: TenantItem) => void = () => {},
): Admission {
  const { access } = contract;
  if (!isTenantScoped(access)) throw new Error('A public endpoint has no admission');
  if (!settings) throw unknownTenant();
  onTenantFound(tenant, settings);
  // Else what is written now would be in a table that others do not look into: the tenant is being moved.
  if (settings.table !== findOwnTable(tenant.code)) throw tableElsewhere(tenant.code);
  if (claims && claims.tenant !== tenant.code)
    throw new Failure('TENANT_MISMATCH', undefined, { target: 'tenant-code' });
  if (claims && (!subject || subject.disabled || isClientOver || isRevoked(claims, subject, revoked)))
    throw unauthenticated(revokedToken);
  if (settings.status === 'suspended') throw new Failure('TENANT_SUSPENDED');
  const admitted = nameOpenMerges(tenant, settings);
  if (!claims || !subject) {
    if (requiresToken(contract, settings)) {
      throw new Failure(
        'AUTHENTICATION_REQUIRED',
        'This request requires an access token: Authorization: Bearer <access token>.',
        {
          target: 'Authorization',
        },
      );
    }
    return {
      tenant: admitted,
      settings,
      caller: { kind: 'anonymous', subject: 'anonymous', permissions: new Set() },
    };
  }
  const held = narrowByScope(resolvePermissions(subject, settings), claims.scope);
  if (subject.kind === 'user' && !reachesArea(claims.scope, contract.area)) throw outsideScope();
  // A client's own token is of no person who could sign in again.
  const withheld =
    subject.kind === 'user' ? findWithheld(settings.signInPolicy, held, claims, now) : undefined;
  if (access.permission !== 'own') {
    const needed = withheld?.get(access.permission);
    if (needed) throw stepUpRequired(needed, claims, now);
    if (!held.has(access.permission)) throw permissionDenied(access.permission);
  }
  const permissions = withheld ? new Set([...held].filter((name) => !withheld.has(name))) : held;
  const { kind, name, personId } = subject;
  const roles = listHeldRoles(subject, settings);
  return {
    tenant: admitted,
    settings,
    caller: {
      ...{ kind, subject: claims.sub, name, roles, permissions, personId, claims },
      ...(withheld && { withheld }),
    },
  };
}
