// An interaction: what a person does here between an application's request and its answer. The steps follow from what
// is known, so that a step can be added between two others.

import type { AccountProvider } from '../../../../shared/auth/accounts/account-providers.ts';
import type { LinkedAccount } from '../../../../shared/auth/accounts/linked-accounts.ts';
import {
  type Authentication,
  getProofTime,
  getStrength,
  isOwnSignIn,
  supportedContexts,
  twoFactorContext,
} from '../../../../shared/auth/sign-in/authentication-context.ts';
import type { FederationRefusal } from '../../federation/provider.ts';
import type { SignInChecks } from '../../federation/relying-party.ts';
import { isRecent, recentSeconds } from '../../sessions/session.ts';
import type { AuthorizationRequest, RequestedSignIn } from '../requests/authorization-request.ts';

/** How long somebody may take, in seconds. */
export const interactionSeconds = 3600;

/** What an interaction is for: the answer to an application or a device, or a page of this area that needs a session. */
export type InteractionGoal =
  | {
      readonly kind: 'authorization';
      readonly request: AuthorizationRequest;
      /** The tenant whose look the pages had when it began: it is read beside the client that decides it. */
      readonly brandOf?: string | undefined;
    }
  | {
      readonly kind: 'device';
      readonly request: RequestedSignIn;
      readonly device: EnteredDevice;
      readonly brandOf?: string | undefined;
    }
  | {
      readonly kind: 'page';
      readonly path: string;
      readonly loginHint?: string | undefined;
      /** Seconds since the person last proved to the platform itself who they are: the page changes the account. */
      readonly maxAge?: number | undefined;
      /** What is set up on the way to the page. */
      readonly setsUp?: FactorKind | undefined;
    };

/** A device whose code a person has entered. */
export interface EnteredDevice {
  /** The hash of its device code. */
  readonly codeHash: string;
  /** As the device shows it, for the person to compare. */
  readonly userCode: string;
}

/** What a second factor is. */
export type FactorKind = 'authenticator' | 'passkey';

/** A person who has proved who they are, in part or as far as is needed. */
export interface ProvedIdentity extends Authentication {
  readonly userId: string;
  /** Whether the browser is to stay signed in. */
  readonly isRemembered: boolean;
}

/** A stored interaction. */
export interface InteractionItem {
  readonly type: 'interaction';
  readonly id: string;
  readonly version: number;
  /** The hash of the browser's cookie: what is sent for the interaction must come from the browser that began it. */
  readonly browser: string;
  readonly goal: InteractionGoal;
  /** Whose password was right here; a session only follows once nothing else is needed. */
  readonly identity?: ProvedIdentity | undefined;
  /** The session in which it goes on; its cookie must come with every further step. */
  readonly sessionId?: string | undefined;
  /** Whether the person has signed in, or confirmed who they are, since the interaction began. */
  readonly isFresh?: boolean | undefined;
  /** The tenant that the person has chosen. */
  readonly tenantCode?: string | undefined;
  /** Whether the person has allowed the request. */
  readonly hasConsented?: boolean | undefined;
  /** While the person is at the identity provider of a tenant: what must come back from there. */
  readonly federation?: PendingFederation | undefined;
  /** While the person is at Google or Microsoft. */
  readonly accountSignIn?: PendingAccountSignIn | undefined;
  /** An account there that is to sign the person in from now on, once they have signed in otherwise. */
  readonly newLink?: LinkedAccount | undefined;
  /** Why the provider's answer signed nobody in; the page with the form says so. */
  readonly federationFault?: FederationFault | undefined;
  /** The sealed key of the authenticator that is being set up: only this browser has seen it. */
  readonly pendingKey?: string | undefined;
  /** What a passkey has to answer here, once. */
  readonly passkey?: PasskeyChallenge | undefined;
  /** The code that was mailed, which stands for the password here. */
  readonly mailedCode?: MailedCode | undefined;
  /** Whether what the goal sets up is set up. */
  readonly hasSetUp?: boolean | undefined;
  /** Epoch seconds. */
  readonly endsAt: number;
  readonly ttl: number;
}

/** A code that was mailed, or would have been if there were such a user. */
export interface MailedCode {
  /** SHA-256 of the interaction's id and the code. */
  readonly hash: string;
  /** As it was entered. */
  readonly userName: string;
  readonly userId?: string | undefined;
  /** What the code ends with: the password and the address of the account. */
  readonly bound?: string | undefined;
  readonly tries: number;
  /** Epoch seconds. */
  readonly endsAt: number;
}

/** A challenge that the browser got, for one step. */
export interface PasskeyChallenge {
  readonly purpose: 'sign-in' | 'second-factor' | 'set-up';
  /** 256 random bits, base64url. */
  readonly challenge: string;
}

/** A sign-in through the provider of a tenant that has begun. */
export interface PendingFederation {
  readonly tenantCode: string;
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
  /** How long ago the person may have proved who they are there, seconds; absent where that does not matter. */
  readonly maxAge?: number | undefined;
}

/** A sign-in with an account at Google or Microsoft that has begun. */
export interface PendingAccountSignIn extends SignInChecks {
  readonly provider: AccountProvider;
}

/** A second factor is set up: which the person may choose, unless one is required. */
export interface SetUpStep {
  readonly kind: 'set-up';
  readonly factor: FactorKind | 'any';
  /** Who requires it: the request of the application, the workspace, or the person. */
  readonly by: 'request' | 'workspace' | 'person';
}

/** Why the answer of a provider was not accepted. */
export type FederationFault =
  | FederationRefusal
  | 'not-signed-in'
  | 'not-recent'
  | `${AccountProvider}-not-signed-in`
  | 'account-disabled';

/** The person signs in. */
export interface SignInStep {
  readonly kind: 'sign-in';
  /** Whether it must be with what belongs to the account, because something of it is going to change. */
  readonly isOwn?: true;
}

/** Where an interaction stands. */
export type Step =
  | SignInStep
  | { readonly kind: 'second-factor' }
  | SetUpStep
  | { readonly kind: 'unmet' }
  | { readonly kind: 'no-access' }
  | { readonly kind: 'workspace'; readonly tenantCodes: readonly string[] }
  | { readonly kind: 'consent'; readonly tenantCode: string }
  | { readonly kind: 'done'; readonly tenantCode: string | undefined };

/** What the next step follows from. */
export interface StepFacts {
  readonly goal: InteractionGoal;
  /** Whether the password was right, but another factor is needed before a session begins. */
  readonly needsSecondFactor: boolean;
  /** The session, with the codes of the tenants that the person may enter in it, and of those that another sign-in may reach. */
  readonly session:
    | (Authentication & {
        readonly tenantCodes: readonly string[];
        readonly unreached: readonly string[];
        /** Whether it reached more tenants once. */
        readonly hasLost: boolean;
      })
    | undefined;
  readonly isFresh: boolean;
  readonly hasSetUp: boolean;
  /** Whether a tenant lets the person enter with two factors only. */
  readonly requiresFactor: (tenantCode: string) => boolean;
  /** The client's own tenant, where people can enter no other through it. */
  readonly fixedTenantCode: string | undefined;
  readonly chosenTenantCode: string | undefined;
  readonly hasConsented: boolean;
  /** What the person has allowed earlier, in a tenant. */
  readonly needsConsent: (tenantCode: string) => boolean;
  /** Epoch seconds. */
  readonly now: number;
}

/** Whether an interaction leads to a page that changes the account, which the provider of one tenant cannot open. */
export const changesAccount = (goal: InteractionGoal): boolean =>
  goal.kind === 'page' && goal.maxAge !== undefined;

/** Whether a sign-in is too long ago for the request, or must be repeated anyway (OpenID Connect Core 3.1.2.1). */
function mustSignInAgain({ goal, session, isFresh, now }: StepFacts): boolean {
  if (!session) return true;
  if (isFresh) return false;
  const age = now - getProofTime(session);
  if (goal.kind === 'page') return goal.maxAge !== undefined && age > goal.maxAge;
  const { prompt, maxAge } = goal.request;
  if (prompt.includes('login') || prompt.includes('select_account')) return true;
  return maxAge !== undefined && age > maxAge;
}

/**
 * How long ago somebody may have proved who they are who signs in now elsewhere, seconds; undefined where that does not
 * matter. What must be repeated must not be long ago there either.
 */
export function getLongestAge(
  goal: InteractionGoal,
  isAgain: boolean,
): { readonly maxAge: number; readonly mustRepeat: boolean } | undefined {
  const prompt = goal.kind === 'page' ? [] : goal.request.prompt;
  const mustRepeat = isAgain || prompt.includes('login');
  const maxAge = goal.kind === 'page' ? goal.maxAge : goal.request.maxAge;
  return maxAge !== undefined || mustRepeat ? { maxAge: maxAge ?? recentSeconds, mustRepeat } : undefined;
}

type SessionFacts = NonNullable<StepFacts['session']>;

/**
 * Whether the request wants two factors: one context class of several is enough (OpenID Connect Core 3.1.2.1), and those
 * that nobody here knows are ignored, because a request for them is voluntary.
 */
function asksForTwoFactors({ goal }: StepFacts): boolean {
  if (goal.kind === 'page') return false;
  const known = goal.request.acrValues.filter((value) => supportedContexts.includes(value));
  return known.length > 0 && known.every((value) => value === twoFactorContext);
}

/** Sets up a second factor, by whoever has just proved who they are: a browser left open is not enough. */
const setUp = (
  { isFresh, now }: StepFacts,
  session: SessionFacts,
  step: Omit<SetUpStep, 'kind'>,
): SetUpStep | SignInStep => {
  if (!isOwnSignIn(session)) return { kind: 'sign-in', isOwn: true };
  return isFresh || isRecent(session, now) ? { kind: 'set-up', ...step } : { kind: 'sign-in' };
};

/** What is missing of two factors that the request wants: the provider of a tenant decides itself which it takes. */
function findMissingFactor(facts: StepFacts, session: SessionFacts): Step | undefined {
  const strength = getStrength(session.amr);
  if (strength === 'two-factors' || !asksForTwoFactors(facts)) return undefined;
  if (strength === 'password') return setUp(facts, session, { factor: 'any', by: 'request' });
  return facts.isFresh ? { kind: 'unmet' } : { kind: 'sign-in' };
}

/** The next step. */
export function decideStep(facts: StepFacts): Step {
  const { goal, session, chosenTenantCode, hasConsented, needsConsent, needsSecondFactor } = facts;
  if (needsSecondFactor) return { kind: 'second-factor' };
  if (session && changesAccount(goal) && !isOwnSignIn(session)) return { kind: 'sign-in', isOwn: true };
  if (!session || mustSignInAgain(facts)) return { kind: 'sign-in' };
  if (goal.kind === 'page')
    return goal.setsUp !== undefined && !facts.hasSetUp
      ? setUp(facts, session, { factor: goal.setsUp, by: 'person' })
      : { kind: 'done', tenantCode: undefined };
  const missing = findMissingFactor(facts, session);
  if (missing) return missing;
  const { tenantCodes } = session;
  const named = facts.fixedTenantCode ?? goal.request.tenantCode ?? chosenTenantCode;
  const [only, ...others] = tenantCodes;
  if (only === undefined || (named !== undefined && !tenantCodes.includes(named))) {
    const isReachable = named === undefined || session.unreached.includes(named);
    return { kind: isReachable && session.unreached.length > 0 && !facts.isFresh ? 'sign-in' : 'no-access' };
  }
  // A person whose access to one tenant ended chooses before they enter another one.
  if (named === undefined && (others.length > 0 || session.hasLost))
    return { kind: 'workspace', tenantCodes };
  const tenantCode = named ?? only;
  if (facts.requiresFactor(tenantCode) && getStrength(session.amr) === 'password')
    return setUp(facts, session, { factor: 'any', by: 'workspace' });
  const mustAsk = goal.request.prompt.includes('consent') || needsConsent(tenantCode);
  return mustAsk && !hasConsented ? { kind: 'consent', tenantCode } : { kind: 'done', tenantCode };
}
