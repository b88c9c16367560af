// Whether a person needs another factor than the password, and how strongly they have proved who they are.
import type { AuthenticationMethods } from '../../sessions/session.ts';
import type { InteractionGoal, ProvedIdentity } from './interaction.ts';

/** How strongly somebody has proved who they are: by a password alone, or by two factors. For `acr`. */
const passwordContext = 'urn:rostrum:acr:password';
const twoFactorContext = 'urn:rostrum:acr:two-factors';
export const supportedContexts: readonly string[] = [passwordContext, twoFactorContext];

/** The context class of these methods (OpenID Connect Core 2, `acr`). */
export const getContextClass = (amr: AuthenticationMethods): string =>
  amr.includes('mfa') ? twoFactorContext : passwordContext;

/** Whether another factor is needed after the password. No factor can be registered yet, so none is. */
export const needsSecondFactor = (_identity: ProvedIdentity, _goal: InteractionGoal): boolean => false;
