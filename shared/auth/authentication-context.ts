// How a person proved who they are, as tokens say it: methods (`amr`, RFC 8176) and their class (`acr`).

/** The words of RFC 8176 that are used: `pwd`, `otp`, `pop` (a passkey), `mfa`; none for a provider of a tenant. */
export type AuthenticationMethods = readonly string[];

const passwordContext = 'urn:rostrum:acr:password';
export const twoFactorContext = 'urn:rostrum:acr:two-factors';
export const supportedContexts: readonly string[] = [passwordContext, twoFactorContext];

/** The context class of these methods (OpenID Connect Core 2, `acr`). */
export const getContextClass = (amr: AuthenticationMethods): string =>
  amr.includes('mfa') ? twoFactorContext : passwordContext;

/** How strong a sign-in was: a provider of a tenant decides itself which factors it takes. */
export function getStrength(amr: AuthenticationMethods): 'two-factors' | 'password' | 'provider' {
  if (amr.includes('mfa')) return 'two-factors';
  return amr.length === 0 ? 'provider' : 'password';
}
