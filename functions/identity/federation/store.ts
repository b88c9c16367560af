// The stored provider of a tenant, and the mail domains whose people it may sign in.
import { type Change, ifAbsent, put, remove } from '../../../shared/data/changes.ts';
import type { Key, PlatformStore, TenantStore } from '../../../shared/data/store.ts';
import type { VersionedRecord } from '../../../shared/data/versioned-record.ts';
import { conflict } from '../../../shared/errors/failure.ts';
import { type IfMatch, ifUnchangedOrAbsent } from '../../../shared/http/etag.ts';
import type { ProviderItem } from './provider.ts';

/** The domains of a tenant. An administrator of the platform sets them, who has seen that they are the tenant's. */
export interface SignInDomainsItem extends VersionedRecord {
  readonly type: 'sign-in-domains';
  readonly domains: readonly string[];
}

/** The claim on a domain: it leads to one tenant. */
interface DomainClaimItem {
  readonly type: 'sign-in-domain';
  readonly tenantCode: string;
}

const providerKey = (tenant: TenantStore): Key<ProviderItem> => tenant.key('IDENTITY-PROVIDER', 'PROVIDER');
const domainsKey = (tenant: TenantStore): Key<SignInDomainsItem> =>
  tenant.key('IDENTITY-PROVIDER', 'DOMAINS');
const claimKey = (platform: PlatformStore, domain: string): Key<DomainClaimItem> =>
  platform.key(`SIGN-IN-DOMAIN#${domain}`, 'DOMAIN');

/** A tenant's provider and domains, in one round trip. */
export async function loadFederation(
  tenant: TenantStore,
): Promise<{ readonly provider: ProviderItem | undefined; readonly domains: SignInDomainsItem | undefined }> {
  const [provider, domains] = await tenant.getMany<ProviderItem | SignInDomainsItem>(
    [providerKey(tenant), domainsKey(tenant)],
    { consistent: true },
  );
  return {
    provider: provider?.type === 'identity-provider' ? provider : undefined,
    domains: domains?.type === 'sign-in-domains' ? domains : undefined,
  };
}

/** The code of the tenant whose provider signs in people of this domain. */
export const tenantCodeByDomain = async (
  platform: PlatformStore,
  domain: string,
): Promise<string | undefined> => (await platform.get(claimKey(platform, domain)))?.tenantCode;

export const saveProvider = (
  tenant: TenantStore,
  before: ProviderItem | undefined,
  after: ProviderItem,
  ifMatch: IfMatch | undefined,
): Change => put(providerKey(tenant), after, ifUnchangedOrAbsent(before, ifMatch));

/** Ends the claim of a tenant on a domain. */
export const releaseDomain = (platform: PlatformStore, domain: string): Change =>
  remove(claimKey(platform, domain));

/** Saves the domains and the claims on them. A domain that another tenant has is refused. */
export function saveDomains(
  platform: PlatformStore,
  tenant: TenantStore,
  before: SignInDomainsItem | undefined,
  after: SignInDomainsItem,
  ifMatch: IfMatch | undefined,
): Change[] {
  const earlier = before?.domains ?? [];
  return [
    put(domainsKey(tenant), after, ifUnchangedOrAbsent(before, ifMatch)),
    ...after.domains
      .filter((domain) => !earlier.includes(domain))
      .map((domain) =>
        put(
          claimKey(platform, domain),
          { type: 'sign-in-domain', tenantCode: tenant.code },
          {
            condition: ifAbsent,
            onConflict: conflict(`The domain ${domain} leads to another tenant already.`, 'domains'),
          },
        ),
      ),
    ...earlier
      .filter((domain) => !after.domains.includes(domain))
      .map((domain) => releaseDomain(platform, domain)),
  ];
}
