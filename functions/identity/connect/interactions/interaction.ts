// An interaction: what a person does here between an application's request and its answer. The steps follow from what
// is known, so that a step can be added between two others.
import type { AuthenticationMethods } from '../../sessions/session.ts';
import type { AuthorizationRequest } from '../requests/authorization-request.ts';

/** How long somebody may take, in seconds. */
export const interactionSeconds = 3600;

/** What an interaction is for: the answer to an application, or a page of this area that needs a session. */
export type InteractionGoal =
  | { readonly kind: 'authorization'; readonly request: AuthorizationRequest }
  | { readonly kind: 'page'; readonly path: string; readonly loginHint?: string | undefined };

/** A person who has proved who they are, in part or as far as is needed. */
export interface ProvedIdentity {
  readonly userId: string;
  /** Epoch seconds. */
  readonly authTime: number;
  readonly amr: AuthenticationMethods;
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
  /** Epoch seconds. */
  readonly endsAt: number;
  readonly ttl: number;
}

/** A sign-in through the provider of a tenant that has begun. */
export interface PendingFederation {
  readonly tenantCode: string;
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

/** Where an interaction stands. */
export type Step =
  | { readonly kind: 'sign-in' }
  | { readonly kind: 'second-factor' }
  | { readonly kind: 'no-access' }
  | { readonly kind: 'workspace'; readonly tenantCodes: readonly string[] }
  | { readonly kind: 'consent'; readonly tenantCode: string }
  | { readonly kind: 'done'; readonly tenantCode: string | undefined };

/** What the next step follows from. */
export interface StepFacts {
  readonly goal: InteractionGoal;
  /** Whether the password was right, but another factor is needed before a session begins. */
  readonly needsSecondFactor: boolean;
  /** The session, with the codes of the tenants that the person may enter. */
  readonly session:
    | {
        readonly authTime: number;
        readonly amr: AuthenticationMethods;
        readonly tenantCodes: readonly string[];
      }
    | undefined;
  readonly isFresh: boolean;
  /** The client's own tenant, where people can enter no other through it. */
  readonly fixedTenantCode: string | undefined;
  readonly chosenTenantCode: string | undefined;
  readonly hasConsented: boolean;
  /** What the person has allowed earlier, in a tenant. */
  readonly needsConsent: (tenantCode: string) => boolean;
  /** Epoch seconds. */
  readonly now: number;
}

/** Whether a sign-in is too long ago for the request, or must be repeated anyway (OpenID Connect Core 3.1.2.1). */
function mustSignInAgain({ goal, session, isFresh, now }: StepFacts): boolean {
  if (!session) return true;
  if (isFresh || goal.kind === 'page') return false;
  const { prompt, maxAge } = goal.request;
  if (prompt.includes('login') || prompt.includes('select_account')) return true;
  return maxAge !== undefined && now - session.authTime > maxAge;
}

/** The next step. */
export function decideStep(facts: StepFacts): Step {
  const { goal, session, chosenTenantCode, hasConsented, needsConsent, needsSecondFactor } = facts;
  if (needsSecondFactor) return { kind: 'second-factor' };
  if (!session || mustSignInAgain(facts)) return { kind: 'sign-in' };
  if (goal.kind === 'page') return { kind: 'done', tenantCode: undefined };
  const { tenantCodes } = session;
  const named = facts.fixedTenantCode ?? goal.request.tenantCode ?? chosenTenantCode;
  const [only, ...others] = tenantCodes;
  if (only === undefined || (named !== undefined && !tenantCodes.includes(named)))
    return { kind: 'no-access' };
  if (named === undefined && others.length > 0) return { kind: 'workspace', tenantCodes };
  const tenantCode = named ?? only;
  const mustAsk = goal.request.prompt.includes('consent') || needsConsent(tenantCode);
  return mustAsk && !hasConsented ? { kind: 'consent', tenantCode } : { kind: 'done', tenantCode };
}
