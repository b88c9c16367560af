// The rules of a tenant's own identity provider: whom it may sign in, with which roles.
import { domainToASCII } from 'node:url';
import type { TenantItem } from '../../../shared/auth/accounts/records.ts';
import type { UserItem } from '../../../shared/auth/accounts/users.ts';
import { defaultRoles, platformRole } from '../../../shared/auth/permissions/permissions.ts';
import {
  type Authentication,
  readFederatedMethods,
} from '../../../shared/auth/sign-in/authentication-context.ts';
import type { VersionedRecord } from '../../../shared/data/versioned-record.ts';

/** A tenant's OpenID Connect provider, as its administrators configure it. */
export interface ProviderItem extends VersionedRecord {
  readonly type: 'identity-provider';
  /** The issuer identifier, below which its configuration is (OpenID Connect Discovery 1.0, 4). */
  readonly issuer: string;
  readonly clientId: string;
  /** The client secret, encrypted for this tenant and this issuer. */
  readonly sealedSecret: string;
  readonly isActive: boolean;
  /** Whether addresses count of which the provider does not say that they are verified; no by default. */
  readonly trustsAddresses?: boolean | undefined;
  /** Whether a sign-out here leaves the person signed in at the provider; no by default. */
  readonly keepsSession?: boolean | undefined;
  /** The claim of the ID token that names groups or roles; without it everybody has `defaultRoles`. */
  readonly rolesClaim?: string | undefined;
  /** Roles of the tenant by the values of the claim. */
  readonly roleMapping: Readonly<Record<string, string>>;
  /** The roles of a person whom the claim gives none. */
  readonly defaultRoles: readonly string[];
}

/** The claims of an ID token that count. */
export interface FederatedClaims {
  readonly sub: string;
  readonly email?: unknown;
  readonly email_verified?: unknown;
  readonly amr?: unknown;
  readonly auth_time?: unknown;
  /** The provider's own session (OpenID Connect Back-Channel Logout 1.0, 2.1). */
  readonly sid?: unknown;
  readonly [name: string]: unknown;
}

/** When and how the provider says that the person proved who they are. @param authTime of the sign-in here */
export function readAuthentication(
  { amr, auth_time: at }: FederatedClaims,
  authTime: number,
): Authentication {
  const isEarlier = typeof at === 'number' && at > 0 && at < authTime;
  return { authTime, amr: readFederatedMethods(amr), ...(isEarlier && { provedAt: Math.floor(at) }) };
}

/** The form in which domains are stored and compared: ASCII in lower case; undefined for what is no domain. */
export function normalizeDomain(text: string): string | undefined {
  const domain = domainToASCII(text.trim().replace(/^@/, '').replace(/\.$/, '')).toLowerCase();
  return /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/.test(domain)
    ? domain
    : undefined;
}

/** The domain of a mail address, also where it is typed as a user name; undefined where there is none. */
export function getMailDomain(address: string): string | undefined {
  const at = address.lastIndexOf('@');
  return at <= 0 ? undefined : normalizeDomain(address.slice(at + 1));
}

/** Why a sign-in by the provider is refused. */
export type FederationRefusal =
  | 'email-missing'
  | 'email-unverified'
  | 'foreign-domain'
  | 'disabled'
  | 'platform-administrator'
  | 'another-person';

/** Texts and numbers that providers write for true. */
const isTrue = (claim: unknown): boolean => [true, 'true', 1, '1'].includes(claim as string);

/**
 * The addresses of a person that are of the tenant's own domains, the best first. The provider vouches for addresses of these
 * alone: what it says of others proves nothing. `email_verified`, or `xms_edov` of Entra ID, must say that the address is
 * verified, unless the tenant trusts its provider: then an address counts of which the provider does not say whether it is,
 * and so do the user names of Entra ID (`preferred_username`, and `upn` in its tokens of version 1).
 */
export function readAddresses(
  claims: FederatedClaims,
  { trustsAddresses = false }: Pick<ProviderItem, 'trustsAddresses'>,
  domains: readonly string[],
): { readonly addresses: readonly [string, ...string[]] } | { readonly refusal: FederationRefusal } {
  const { email, email_verified: verified, xms_edov: isOwned } = claims;
  const isVerified = isTrue(verified) || (verified === undefined && isTrue(isOwned));
  const isUnknown = verified === undefined && isOwned === undefined;
  const names = trustsAddresses && isUnknown ? [claims.preferred_username, claims.upn] : [];
  const said = [email, ...names].filter(
    (address): address is string => typeof address === 'string' && getMailDomain(address) !== undefined,
  );
  if (said.length === 0) return { refusal: 'email-missing' };
  if (!isVerified && !(trustsAddresses && isUnknown)) return { refusal: 'email-unverified' };
  const [first, ...others] = [...new Set(said)].filter((address) =>
    domains.includes(getMailDomain(address) ?? ''),
  );
  return first === undefined ? { refusal: 'foreign-domain' } : { addresses: [first, ...others] };
}

/**
 * Why an existing account cannot be signed in by this tenant's provider; undefined when it can. Other tenants of the account
 * are no reason: such a session reaches this one alone (`reachesTenant`).
 */
export function refuseAccount(
  user: Pick<UserItem, 'disabled'>,
  roles: readonly string[],
): FederationRefusal | undefined {
  if (user.disabled) return 'disabled';
  return roles.includes(platformRole) ? 'platform-administrator' : undefined;
}

/** Values of a claim that is a text, or a list of texts. */
const listValues = (claim: unknown): readonly string[] =>
  (Array.isArray(claim) ? claim : [claim]).filter((value) => typeof value === 'string');

/**
 * The roles that the claims give in the tenant: never the platform's, and none that the tenant does not have. Undefined where
 * the provider says nothing about roles, so that those that an administrator gave stay.
 */
export function mapRoles(
  claims: FederatedClaims,
  provider: Pick<ProviderItem, 'rolesClaim' | 'roleMapping' | 'defaultRoles'>,
  settings: Pick<TenantItem, 'roles'>,
): readonly string[] | undefined {
  const { rolesClaim, roleMapping } = provider;
  const isKnown = (role: string) =>
    role !== platformRole && (Object.hasOwn(defaultRoles, role) || Object.hasOwn(settings.roles, role));
  if (rolesClaim === undefined) return undefined;
  const mapped = listValues(Object.hasOwn(claims, rolesClaim) ? claims[rolesClaim] : undefined).flatMap(
    (value) => (Object.hasOwn(roleMapping, value) ? [roleMapping[value] ?? ''] : []),
  );
  const roles = mapped.length > 0 ? mapped : provider.defaultRoles;
  return [...new Set(roles)].filter(isKnown);
}
