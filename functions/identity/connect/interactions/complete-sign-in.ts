// Ends the steps in which a person proves who they are: a new session under a new cookie.

import { linkAccount } from '../../../../shared/auth/accounts/linked-accounts.ts';
import { type UserItem, userKey } from '../../../../shared/auth/accounts/users.ts';
import { isFederated } from '../../../../shared/auth/sign-in/authentication-context.ts';
import { hasSecondFactor } from '../../../../shared/auth/sign-in/second-factor.ts';
import type { Change } from '../../../../shared/data/changes.ts';
import type { PlatformStore } from '../../../../shared/data/store.ts';
import { type Write, write } from '../../../../shared/http/reply.ts';
import type { Request } from '../../../../shared/http/request/request.ts';
import { buildLinkedAccountMail, mailUser } from '../../account/mails.ts';
import { describeAccount } from '../../account-providers/describe-account.ts';
import { readTexts } from '../../languages/choose-language.ts';
import { generateCookieToken, hashCookieToken, readCookie, setCookie } from '../../sessions/cookies.ts';
import { endSession } from '../../sessions/end-session.ts';
import {
  hashSubject,
  insertProviderSession,
  type ProviderSignIn,
  removeProviderSession,
} from '../../sessions/provider-session.ts';
import {
  addClient,
  buildSession,
  getAuthentication,
  getCookieSeconds,
  type SessionItem,
} from '../../sessions/session.ts';
import {
  findCurrentSession,
  insertSession,
  removeSessionOfCookie,
  type StoredSession,
} from '../../sessions/store.ts';
import type { TenantAccess } from '../../users/store.ts';
import { seeOther } from '../requests/authorization-response.ts';
import {
  buildPageContext,
  finish,
  getInteractionUrl,
  type InteractionReply,
  type InteractionView,
} from './continue.ts';
import type { InteractionItem, ProvedIdentity } from './interaction.ts';
import { findStep } from './progress.ts';
import { replaceInteraction } from './store.ts';

/** What a session is begun with. */
export interface SignInContext {
  readonly platform: PlatformStore;
  readonly request: Request;
  readonly now: Date;
  readonly newId: () => string;
}

/** Who signs in, as far as the answer to the application follows from it without another request of the browser. */
export interface SignedInUser {
  readonly view: InteractionView;
  readonly user: UserItem;
  readonly accesses: readonly TenantAccess[];
}

/** Who has proved who they are, with the sign-in at the tenant's provider where that was there. */
type SignInIdentity = ProvedIdentity & { readonly provider?: ProviderSignIn };

/** A new session, with the cookie that names it. */
interface BegunSession {
  readonly session: SessionItem;
  readonly provider: ProviderSignIn | undefined;
  /** The browser's earlier session, where this one goes on with it. */
  readonly own: StoredSession | undefined;
  readonly token: string;
  /** The end of the browser's earlier session, where that was somebody else's. */
  readonly ended: readonly Change[];
}

/**
 * Begins a session of a person who has proved who they are. The browser's earlier session ends; where it was the same
 * person's, its id and its applications go on, so that signing out reaches them.
 */
async function beginSession(
  { platform, request, now, newId }: SignInContext,
  identity: SignInIdentity,
): Promise<BegunSession> {
  const earlier = await findCurrentSession(platform, request.headers, now);
  const own = earlier?.session.userId === identity.userId ? earlier.session : undefined;
  const { userId, isRemembered, provider } = identity;
  const content = {
    ...{ userId, isRemembered, address: request.address },
    ...getAuthentication(identity),
    id: own?.id ?? newId(),
    userAgent: request.headers['user-agent'],
    ...(provider && { providerSubject: hashSubject(provider) }),
  };
  const session = { ...buildSession(content, now), clients: own?.clients ?? [] };
  const ended = earlier && !own ? await endSession(platform, earlier.session, { now, newId }) : [];
  return { session, provider, own, token: generateCookieToken(), ended };
}

/** Stores a session under its cookie, in the place of the browser's earlier one. */
function storeSession(
  { platform, request }: SignInContext,
  { session, provider, own, token, ended }: BegunSession,
): readonly Change[] {
  const old = readCookie(request.headers.cookie, 'rostrum-session');
  const stored = { ...session, hash: hashCookieToken(token) };
  const isSameSubject =
    own?.providerSubject === session.providerSubject && own?.providerTenant === session.providerTenant;
  return [
    insertSession(platform, session, token),
    ...(provider ? insertProviderSession(platform, stored, provider, token) : []),
    ...(own && !isSameSubject ? removeProviderSession(platform, own) : []),
    ...(old === undefined || ended.length > 0 ? ended : [removeSessionOfCookie(platform, old)]),
  ];
}

/** A session that replaces the browser's: the changes that store it, and the header with its cookie. */
export async function replaceSession(context: SignInContext, identity: ProvedIdentity) {
  const begun = await beginSession(context, identity);
  return {
    session: begun.session,
    changes: storeSession(context, begun),
    headers: setCookie('rostrum-session', begun.token, getCookieSeconds(begun.session)),
  };
}

/** The end of the interaction in a new session, where no step is left; undefined where one is. */
async function finishAtOnce(
  context: SignInContext,
  begun: BegunSession,
  { view, user, accesses }: SignedInUser,
  headers: Readonly<Record<string, string>>,
): Promise<Write<InteractionReply> | undefined> {
  const { platform, now } = context;
  const { interaction, client } = view;
  const session = { ...begun.session, hash: hashCookieToken(begun.token) };
  const state = { ...interaction, identity: undefined, isFresh: true };
  const step = await findStep(platform, state, client, { session, user, accesses, unreached: [] }, now);
  if (step.kind !== 'done') return undefined;
  const clients =
    client && step.tenantCode !== undefined
      ? addClient(session.clients, { clientId: client.id, tenantCode: step.tenantCode })
      : session.clients;
  const current = { session: { ...session, clients }, user, accesses, unreached: [] };
  const page = await buildPageContext(platform, { ...view, current });
  const stored = storeSession(context, { ...begun, session: current.session });
  return finish(platform, interaction, current, step.tenantCode, page, now, stored, headers);
}

/** Goes on with a person who has proved the first factor: to the second one where they have one, otherwise in a new session. */
export async function completeFirstFactor(
  context: SignInContext,
  identity: ProvedIdentity,
  signedIn: SignedInUser,
): Promise<Write<InteractionReply>> {
  const { interaction } = signedIn.view;
  return hasSecondFactor(signedIn.user)
    ? write(
        [replaceInteraction(context.platform, interaction, { identity, sessionId: undefined })],
        seeOther(getInteractionUrl(interaction)),
      )
    : completeSignIn(context, interaction, identity, signedIn);
}

/** Goes on with an interaction in a new session: to the application at once where the person has nothing left to do. */
export async function completeSignIn(
  context: SignInContext,
  interaction: InteractionItem,
  identity: SignInIdentity,
  signedIn?: SignedInUser,
): Promise<Write<InteractionReply>> {
  const begun = await beginSession(context, identity);
  const { session, token } = begun;
  const headers = setCookie('rostrum-session', token, getCookieSeconds(session));
  const links = await linkNewAccount(context, interaction, identity);
  const finished = signedIn && (await finishAtOnce(context, begun, signedIn, headers));
  if (finished) return write([...finished.changes, ...links], finished.reply);
  const next = { identity: undefined, newLink: undefined, sessionId: session.id, isFresh: true };
  return write(
    [replaceInteraction(context.platform, interaction, next), ...storeSession(context, begun), ...links],
    seeOther(getInteractionUrl(interaction), headers),
  );
}

/**
 * The changes by which an account elsewhere signs the person in from now on. A tenant's provider cannot link one: that would
 * open the account in the other tenants too.
 */
async function linkNewAccount(
  { platform, request, now, newId }: SignInContext,
  { newLink, goal }: InteractionItem,
  identity: ProvedIdentity,
): Promise<readonly Change[]> {
  if (!newLink || isFederated(identity)) return [];
  const user = await platform.get(userKey(platform, identity.userId), { consistent: true });
  if (!user) return [];
  const changes = await linkAccount(platform, user, newLink, identity.authTime);
  if (changes.length === 0) return [];
  const uiLocales = goal.kind === 'authorization' ? goal.request.uiLocales : undefined;
  const texts = await readTexts(request.headers, uiLocales);
  const mail = buildLinkedAccountMail(texts, user.userName, describeAccount(texts, newLink));
  return [...changes, ...(await mailUser(platform, user, mail, { now, newId }))];
}
