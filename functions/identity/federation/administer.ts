// The provider and the domains of a tenant as decisions: changes to commit, and what they are after them.
import { type AuditContext, auditRecordChange } from '../../../shared/audit/audit.ts';
import { defaultRoles, platformRole } from '../../../shared/auth/permissions.ts';
import type { TenantItem } from '../../../shared/auth/records.ts';
import type { Change } from '../../../shared/data/changes.ts';
import type { PlatformStore, TenantStore } from '../../../shared/data/store.ts';
import { type ErrorDetail, throwIfInvalid } from '../../../shared/errors/failure.ts';
import { areaUrl } from '../../../shared/http/area-url.ts';
import type { IfMatch } from '../../../shared/http/etag.ts';
import { findWebhookUrlError } from '../../../shared/webhooks/target.ts';
import { openTenant } from '../open-tenant.ts';
import { requireTenant } from '../tenants/store.ts';
import { sealClientSecret } from './client-secret.ts';
import { normalizeDomain, type ProviderItem } from './provider.ts';
import { loadFederation, type SignInDomainsItem, saveDomains, saveProvider } from './store.ts';

/** What an administrator of the tenant sends. */
export interface ProviderInput {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret?: string | undefined;
  readonly isActive?: boolean | undefined;
  readonly rolesClaim?: string | undefined;
  readonly roleMapping?: Readonly<Record<string, string>> | undefined;
  readonly defaultRoles?: readonly string[] | undefined;
}

/** The address to which providers send people back. */
export const getRedirectUri = (): string => areaUrl('identity', '/connect/federation/callback');

/** The provider in the interface's form, never with its secret; also where there is none yet. */
export const presentProvider = (
  provider: ProviderItem | undefined,
  domains: SignInDomainsItem | undefined,
) => ({
  ...(provider && { issuer: provider.issuer, clientId: provider.clientId }),
  isActive: provider?.isActive ?? false,
  ...(provider?.rolesClaim !== undefined && { rolesClaim: provider.rolesClaim }),
  roleMapping: { ...provider?.roleMapping },
  defaultRoles: [...(provider?.defaultRoles ?? [])],
  domains: [...(domains?.domains ?? [])],
  redirectUri: getRedirectUri(),
  version: provider?.version ?? 0,
  ...(provider && { modifiedDate: provider.modifiedDate }),
});

/** An issuer has no query: the address of its configuration is made by adding a path (OpenID Connect Discovery 1.0, 4). */
const findQuery = (issuer: string): string | undefined =>
  new URL(issuer).search === '' ? undefined : 'must not have a query';

function listProblems(
  input: ProviderInput,
  before: ProviderItem | undefined,
  settings: TenantItem,
): ErrorDetail[] {
  const urlProblem = findWebhookUrlError(input.issuer) ?? findQuery(input.issuer);
  const needsSecret = input.clientSecret === undefined && before?.issuer !== input.issuer;
  const refuseRole = (role: string, target: string): ErrorDetail[] =>
    role !== platformRole && (Object.hasOwn(defaultRoles, role) || Object.hasOwn(settings.roles, role))
      ? []
      : [{ code: 'UNKNOWN_VALUE', message: `The tenant has no role ${role} to give.`, target }];
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
    ...Object.entries(input.roleMapping ?? {}).flatMap(([value, role]) =>
      refuseRole(role, `roleMapping.${value}`),
    ),
    ...(input.defaultRoles ?? []).flatMap((role, index) => refuseRole(role, `defaultRoles[${index}]`)),
  ];
}

/** Sets the provider of a tenant. @throws Failure 400, 412, 503 */
export async function setProvider(
  tenant: TenantStore,
  settings: TenantItem,
  input: ProviderInput,
  context: AuditContext,
  ifMatch: IfMatch | undefined,
): Promise<{
  readonly provider: ProviderItem;
  readonly domains: SignInDomainsItem | undefined;
  readonly changes: readonly Change[];
}> {
  const { provider: before, domains } = await loadFederation(tenant);
  throwIfInvalid(listProblems(input, before, settings));
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
      before: before && presentProvider(before, domains),
      after: { ...presentProvider(provider, domains), isSecretNew },
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
