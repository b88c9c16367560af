// How strongly a person has proved who they are.
import type { AuthenticationMethods } from '../../sessions/session.ts';

/** How strongly somebody has proved who they are: by a password alone, or by two factors. For `acr`. */
const passwordContext = 'urn:rostrum:acr:password';
const twoFactorContext = 'urn:rostrum:acr:two-factors';
export const supportedContexts: readonly string[] = [passwordContext, twoFactorContext];

/** The context class of these methods (OpenID Connect Core 2, `acr`). */
export const getContextClass = (amr: AuthenticationMethods): string =>
  amr.includes('mfa') ? twoFactorContext : passwordContext;
