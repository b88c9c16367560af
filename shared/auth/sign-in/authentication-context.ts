// How a person proved who they are, as tokens say it: methods (`amr`, RFC 8176) and their class (`acr`).
import { findAccountProvider } from '../accounts/account-providers.ts';

/**
 * The words of RFC 8176 that are used: `pwd`, `otp`, `pop` and `user` (a passkey), `mfa`. After a sign-in through the provider
 * of a tenant they are `fed` and those that the provider stated; none where an earlier version stored it.
 */
export type AuthenticationMethods = readonly string[];

/** When and how a person proved who they are. */
export interface Authentication {
  /** When they signed in here, epoch seconds: what was revoked later ends it. */
  readonly authTime: number;
  /** When they proved it at the provider of a tenant, where that says so and it was earlier; epoch seconds. */
  readonly provedAt?: number | undefined;
  readonly amr: AuthenticationMethods;
  /** Whether a code by mail stood for the password: such a sign-in reaches the tenants that allow it. */
  readonly isMailed?: true | undefined;
  /** The tenant whose provider signed the person in; absent after a sign-in at the platform itself. */
  readonly providerTenant?: string | undefined;
}

const passwordContext = 'urn:rostrum:acr:password';
export const twoFactorContext = 'urn:rostrum:acr:two-factors';
const providerContext = 'urn:rostrum:acr:provider';
export const supportedContexts: readonly string[] = [passwordContext, twoFactorContext, providerContext];

/** The method that says: signed in by the provider of a tenant. */
const federated = 'fed';

/** Words of RFC 8176 that a provider may state. What it calls otherwise says nothing to an application. */
const methodPattern =
  /^(?:face|fpt|geo|hwk|iris|kba|mca|mfa|otp|pin|pop|pwd|rba|retina|sc|sms|swk|tel|user|vbm|wia)$/;

/** The methods of a sign-in by a tenant's provider: those that the ID token states. @param amr the claim as it came */
export const readFederatedMethods = (amr: unknown): AuthenticationMethods => [
  federated,
  ...new Set(
    (Array.isArray(amr) ? amr : []).filter(
      (method): method is string => typeof method === 'string' && methodPattern.test(method),
    ),
  ),
];

/** Whether a tenant's provider signed the person in: the platform itself has seen no password and no second factor. */
export const isFederated = ({ amr }: Pick<Authentication, 'amr'>): boolean =>
  amr.length === 0 || amr.includes(federated);

/**
 * Whether the person signed in with what belongs to the account in every tenant, such as its password. What changes the
 * account takes that: a provider, of a tenant or of the platform, signs in to some of the tenants.
 */
export const isOwnSignIn = ({ amr }: Pick<Authentication, 'amr'>): boolean =>
  !isFederated({ amr }) && findAccountProvider(amr) === undefined;

/**
 * Whether a sign-in reaches a tenant. One by a tenant's provider reaches that tenant alone, whichever others the account has or
 * gets: the provider is trusted in its own tenant (docs/identity.md#accounts-of-several-tenants).
 */
export const reachesTenant = (
  authentication: Pick<Authentication, 'amr' | 'providerTenant'>,
  tenantCode: string,
): boolean => !isFederated(authentication) || authentication.providerTenant === tenantCode;

/** How strong a sign-in was: a provider of a tenant decides itself which factors it takes, and may say that they were two. */
export function getStrength(amr: AuthenticationMethods): 'two-factors' | 'password' | 'provider' {
  if (amr.includes('mfa')) return 'two-factors';
  return isFederated({ amr }) ? 'provider' : 'password';
}

const contexts = {
  'two-factors': twoFactorContext,
  password: passwordContext,
  provider: providerContext,
} as const satisfies Record<ReturnType<typeof getStrength>, string>;

/** The context class of these methods (OpenID Connect Core 2, `acr`). */
export const getContextClass = (amr: AuthenticationMethods): string => contexts[getStrength(amr)];

/** When the person last proved who they are, wherever that was: `auth_time` (OpenID Connect Core 2). */
export const getProofTime = ({ authTime, provedAt }: Omit<Authentication, 'amr'>): number =>
  provedAt ?? authTime;

/** The claims by which tokens say how a person proved who they are (RFC 9068 2.2.1, OpenID Connect Core 2). */
export interface AuthenticationClaims {
  readonly auth_time: number;
  readonly acr: string;
  readonly amr: readonly string[];
}

export const buildAuthenticationClaims = (authentication: Authentication): AuthenticationClaims => ({
  auth_time: getProofTime(authentication),
  acr: getContextClass(authentication.amr),
  amr: [...authentication.amr],
});
