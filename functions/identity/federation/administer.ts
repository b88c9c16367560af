// The provider and the domains of a tenant as decisions: changes to commit, and what they are after them.
import { type AuditContext, auditRecordChange } from '../../../shared/audit/audit.ts';
import type { Caller } from '../../../shared/auth/access/access.ts';
import { listHeldPermissions } from '../../../shared/auth/access/step-up.ts';
import type { TenantItem } from '../../../shared/auth/accounts/records.ts';
import { type Permission, tenantPermissionNames } from '../../../shared/auth/permissions/permissions.ts';
import type { Change } from '../../../shared/data/changes.ts';
import type { PlatformStore, TenantStore } from '../../../shared/data/store.ts';
import { type ErrorDetail, Failure, throwIfInvalid } from '../../../shared/errors/failure.ts';
import { areaUrl } from '../../../shared/http/area-url.ts';
import type { IfMatch } from '../../../shared/http/etag.ts';
import { findWebhookUrlError } from '../../../shared/webhooks/target.ts';
import { openTenant } from '../administration/open-tenant.ts';
import { listGrantProblems } from '../tenant-users/tenant-user.ts';
import { requireTenant } from '../tenants/store.ts';
import type { GivenRole } from '../users/user.ts';
import { sealClientSecret } from './client-secret.ts';
import { normalizeDomain, type ProviderItem } from './provider.ts';
import { loadFederation, type SignInDomainsItem, saveDomains, saveProvider } from './store.ts';

/** What an administrator of the tenant sends. */
export interface ProviderInput {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret?: string | undefined;
  readonly isActive?: boolean | undefined;
  readonly trustsAddresses?: boolean | undefined;
  readonly keepsSession?: boolean | undefined;
  readonly rolesClaim?: string | undefined;
  readonly roleMapping?: Readonly<Record<string, string>> | undefined;
  readonly defaultRoles?: readonly string[] | undefined;
}

/** The address to which providers send people back. */
export const getRedirectUri = (): string => areaUrl('identity', '/connect/federation/callback');

/** The address to which providers send people back after a sign-out. */
export const getSignOutReturnUri = (): string => areaUrl('identity', '/connect/endsession/callback');

/** The provider in the interface's form, never with its secret; also where there is none yet. */
export const presentProvider = (
  code: string,
  provider: ProviderItem | undefined,
  domains: SignInDomainsItem | undefined,
) => ({
  ...(provider && { issuer: provider.issuer, clientId: provider.clientId }),
  isActive: provider?.isActive ?? false,
  trustsAddresses: provider?.trustsAddresses ?? false,
  ...(provider?.rolesClaim !== undefined && { rolesClaim: provider.rolesClaim }),
  roleMapping: { ...provider?.roleMapping },
  defaultRoles: [...(provider?.defaultRoles ?? [])],
  domains: [...(domains?.domains ?? [])],
  keepsSession: provider?.keepsSession ?? false,
  redirectUri: getRedirectUri(),
  postLogoutRedirectUri: getSignOutReturnUri(),
  backchannelLogoutUri: areaUrl('identity', `/connect/federation/logout/${code}`),
  version: provider?.version ?? 0,
  ...(provider && { modifiedDate: provider.modifiedDate }),
});

/** An issuer has no query: the address of its configuration is made by adding a path (OpenID Connect Discovery 1.0, 4). */
const findQuery = (issuer: string): string | undefined =>
  new URL(issuer).search === '' ? undefined : 'must not have a query';

/**
 * Asserts that a caller may decide who signs in to the tenant: a provider can sign in as any of its users, so the caller must
 * hold what an administrator holds.
 * @throws Failure 403
 */
function assertMaySetProvider(held: ReadonlySet<Permission>): void {
  const missing = tenantPermissionNames.find((name) => !held.has(name));
  if (missing !== undefined)
    throw new Failure(
      'PERMISSION_DENIED',
      `An identity provider can sign in as any user of the tenant, so setting one takes every permission of the tenant; you do not hold ${missing}.`,
    );
}

/** The roles that a provider gives. */
const listGivenRoles = ({ roleMapping = {}, defaultRoles = [] }: ProviderInput): GivenRole[] => [
  ...Object.entries(roleMapping).map(([value, role]) => ({ role, target: `roleMapping.${value}` })),
  ...defaultRoles.map((role, index) => ({ role, target: `defaultRoles[${index}]` })),
];

/** What is wrong with how the platform is to be known at a provider. @param before what is stored */
export function listClientProblems(
  input: Pick<ProviderInput, 'issuer' | 'clientSecret'>,
  before: Pick<ProviderItem, 'issuer'> | undefined,
): ErrorDetail[] {
  const urlProblem = findWebhookUrlError(input.issuer) ?? findQuery(input.issuer);
  const needsSecret = input.clientSecret === undefined && before?.issuer !== input.issuer;
  return [
    ...(urlProblem === undefined
      ? []
      : [{ code: 'INVALID_FORMAT' as const, message: `issuer ${urlProblem}.`, target: 'issuer' }]),
    ...(needsSecret
      ? [
          {
            code: 'REQUIRED_FIELD' as const,
            message: 'clientSecret is required for a new issuer.',
            target: 'clientSecret',
          },
        ]
      : []),
  ];
}

/** Sets the provider of a tenant. @throws Failure 400, 403, 412, 503 */
export async function setProvider(
  tenant: TenantStore,
  settings: TenantItem,
  input: ProviderInput,
  context: AuditContext & { readonly caller: Caller },
  ifMatch: IfMatch | undefined,
): Promise<{
  readonly provider: ProviderItem;
  readonly domains: SignInDomainsItem | undefined;
  readonly changes: readonly Change[];
}> {
  const { provider: before, domains } = await loadFederation(tenant);
  const held = listHeldPermissions(context.caller);
  throwIfInvalid([
    ...listClientProblems(input, before),
    ...listGrantProblems(held, listGivenRoles(input), settings),
  ]);
  assertMaySetProvider(held);
  const moment = context.now.toISOString();
  const sealedSecret =
    input.clientSecret === undefined
      ? (before?.sealedSecret ?? '')
      : await sealClientSecret(tenant, input.issuer, input.clientSecret);
  const provider: ProviderItem = {
    type: 'identity-provider',
    issuer: input.issuer,
    clientId: input.clientId,
    sealedSecret,
    isActive: input.isActive ?? true,
    ...(input.trustsAddresses && { trustsAddresses: true }),
    ...(input.keepsSession && { keepsSession: true }),
    ...(input.rolesClaim !== undefined && { rolesClaim: input.rolesClaim }),
    roleMapping: input.roleMapping ?? {},
    defaultRoles: input.defaultRoles ?? [],
    version: (before?.version ?? 0) + 1,
    createdDate: before?.createdDate ?? moment,
    modifiedDate: moment,
    schemaVersion: 1,
  };
  const isSecretNew = input.clientSecret !== undefined;
  const audit = auditRecordChange(
    tenant,
    {
      recordType: 'IdentityProvider',
      recordId: tenant.code,
      before: before && presentProvider(tenant.code, before, domains),
      after: { ...presentProvider(tenant.code, provider, domains), isSecretNew },
    },
    context,
  );
  return { provider, domains, changes: [saveProvider(tenant, before, provider, ifMatch), audit] };
}

/** Sets the mail domains of a tenant. @throws Failure 400, 404, 409, 412 */
export async function setDomains(
  platform: PlatformStore,
  code: string,
  sent: readonly string[],
  context: AuditContext,
  ifMatch: IfMatch | undefined,
): Promise<{ readonly domains: SignInDomainsItem; readonly changes: readonly Change[] }> {
  const settings = await requireTenant(platform, code);
  const tenant = openTenant(platform, settings.id);
  const { domains: before } = await loadFederation(tenant);
  const details = sent.flatMap((text, index): ErrorDetail[] =>
    normalizeDomain(text) === undefined
      ? [
          {
            code: 'INVALID_FORMAT',
            message: `${text} is no mail domain, such as example.org.`,
            target: `domains[${index}]`,
          },
        ]
      : [],
  );
  throwIfInvalid(details);
  const moment = context.now.toISOString();
  const domains: SignInDomainsItem = {
    type: 'sign-in-domains',
    domains: [...new Set(sent.flatMap((text) => normalizeDomain(text) ?? []))].sort(),
    version: (before?.version ?? 0) + 1,
    createdDate: before?.createdDate ?? moment,
    modifiedDate: moment,
    schemaVersion: 1,
  };
  const change = {
    recordType: 'SignInDomains',
    recordId: tenant.code,
    before: { domains: [...(before?.domains ?? [])] },
    after: { domains: [...domains.domains] },
  } as const;
  return {
    domains,
    changes: [
      ...saveDomains(platform, tenant, before, domains, ifMatch),
      ...[platform, tenant].map((store) => auditRecordChange(store, change, context)),
    ],
  };
}
