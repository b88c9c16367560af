// GET /connect/authorize

import { tenantByCode } from '../../../../shared/auth/access/tenant-by-code.ts';
import { type ClientItem, findActiveClient, getSignIn } from '../../../../shared/auth/clients/clients.ts';
import type { Change } from '../../../../shared/data/changes.ts';
import type { PlatformStore } from '../../../../shared/data/store.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { type Write, write } from '../../../../shared/http/reply.ts';
import type { Request } from '../../../../shared/http/request/request.ts';
import type { Brand } from '../../../../shared/pages/brand.ts';
import { readTexts } from '../../languages/choose-language.ts';
import type { Texts } from '../../languages/languages.ts';
import { renderFailurePage } from '../../pages/failure-page.ts';
import { platformBrand } from '../../pages/identity-page.ts';
import { type CurrentSession, findCurrentSession } from '../../sessions/store.ts';
import { authorizeClient } from '../grants/authorize-client.ts';
import { beginInteraction } from '../interactions/begin.ts';
import type { InteractionReply } from '../interactions/continue.ts';
import type { Step } from '../interactions/interaction.ts';
import { renderUnanswerable } from '../interactions/pages.ts';
import { findGoalTenant, findStep, getBrandTenant, getGoalBrand } from '../interactions/progress.ts';
import {
  type AuthorizationError,
  type AuthorizationRequest,
  readAuthorizationRequest,
  unmetRequirements,
} from '../requests/authorization-request.ts';
import { answerError } from '../requests/authorization-response.ts';
import { findPushedRequest } from '../requests/pushed-requests.ts';
import type { Parameters } from '../requests/redirect-uri.ts';
import { readIdTokenHint } from '../signout/id-token-hint.ts';
import { authorize } from './contract.ts';

/** A request's parameters with the client that sent them; or why the page says that it does not work. */
type FoundParameters =
  | { readonly client: ClientItem; readonly parameters: Parameters; readonly changes: readonly Change[] }
  | { readonly reason: keyof Texts['unanswerable']['reasons'] };

/** An empty parameter counts as absent (RFC 6749 3.1). */
const removeEmpty = (parameters: Parameters): Parameters =>
  Object.fromEntries(Object.entries(parameters).filter(([, value]) => value !== undefined && value !== ''));

/** Every parameter that was sent: parts of an unencoded redirect_uri are among them. */
const readAll = ({ query }: Request): Parameters =>
  Object.fromEntries(Object.entries(query).map(([name, values]) => [name, values.at(-1)]));

/** Finds the client and the parameters, which the client may have pushed. At most two reads. */
async function findParameters(
  platform: PlatformStore,
  query: Parameters,
  request: Request,
  now: Date,
): Promise<FoundParameters> {
  const sent = removeEmpty(query);
  const { client_id: clientId, request_uri: uri } = sent;
  if (clientId === undefined) return { reason: 'client-missing' };
  const [client, pushed] = await Promise.all([
    findActiveClient(platform, clientId),
    uri === undefined ? undefined : findPushedRequest(platform, uri, clientId, now),
  ]);
  if (!client) return { reason: 'client-unknown' };
  if (uri !== undefined && !pushed) return { reason: 'request-expired' };
  if (getSignIn(client).requiresPushedRequests && !pushed?.isPushed) return { reason: 'not-pushed' };
  return pushed
    ? { client, parameters: pushed.parameters, changes: [pushed.end] }
    : { client, parameters: removeEmpty({ ...readAll(request), ...sent }), changes: [] };
}

/** The error for an application that wants no page shown, where one is needed (OpenID Connect Core 3.1.2.6). */
function describeNeed(step: Exclude<Step, { readonly kind: 'done' }>): AuthorizationError {
  if (step.kind === 'sign-in') return { error: 'login_required', description: 'The person has to sign in.' };
  if (step.kind === 'consent')
    return { error: 'consent_required', description: 'The person has to allow the request.' };
  if (step.kind === 'no-access')
    return { error: 'access_denied', description: 'The person has no access to the workspace.' };
  if (step.kind === 'unmet' || (step.kind === 'set-up' && step.by === 'request')) return unmetRequirements;
  if (step.kind === 'set-up')
    return { error: 'interaction_required', description: 'The person has to set up a second factor.' };
  return { error: 'interaction_required', description: 'The person has to choose a workspace.' };
}

/**
 * The session of the browser, if the application does not name another person. A hint that cannot be trusted names an unknown
 * person (OpenID Connect Core 3.1.2.1, id_token_hint).
 */
async function selectMeantSession(
  current: CurrentSession | undefined,
  idToken: string | undefined,
  now: Date,
): Promise<CurrentSession | undefined> {
  if (!current || idToken === undefined) return current;
  return (await readIdTokenHint(idToken, now))?.userId === current.user.id ? current : undefined;
}

async function decide(
  platform: PlatformStore,
  client: ClientItem,
  request: AuthorizationRequest,
  current: CurrentSession | undefined,
  headers: Readonly<Record<string, string>>,
  texts: Texts,
  now: Date,
): Promise<Write<InteractionReply>> {
  const goal = { kind: 'authorization', request } as const;
  const step = await findStep(platform, { goal }, client, current, now);
  const tenantCode = step.kind === 'done' ? step.tenantCode : undefined;
  const isReady = current !== undefined && tenantCode !== undefined;
  if (!isReady && step.kind !== 'unmet' && !request.prompt.includes('none'))
    return beginInteraction(
      platform,
      { ...goal, brandOf: getBrandTenant(goal, client) },
      headers,
      current,
      now,
    );
  const brand: Brand =
    request.responseMode === 'form_post'
      ? getGoalBrand(await findGoalTenant(goal, client, current, (code) => tenantByCode(platform, code)))
      : platformBrand;
  const look = { brand, texts };
  if (!isReady) {
    const missing = step.kind === 'done' ? ({ kind: 'sign-in' } as const) : step;
    return write([], answerError(request, describeNeed(missing), look));
  }
  const { changes, reply } = authorizeClient(platform, request, current, { tenantCode, look }, now);
  return write(changes, reply);
}

export const handler = lambda(
  authorize,
  async ({ query, platform, request, now }) => {
    const [found, session] = await Promise.all([
      findParameters(platform, query, request, now),
      findCurrentSession(platform, request.headers, now),
    ]);
    const { ui_locales: uiLocales } = 'reason' in found ? query : found.parameters;
    const texts = await readTexts(request.headers, uiLocales);
    const look = { brand: platformBrand, texts };
    if ('reason' in found) return renderUnanswerable(look, found.reason);
    const { client, parameters, changes } = found;
    const read = readAuthorizationRequest(client, parameters);
    if (read.kind === 'unanswerable') return renderUnanswerable(look, read.reason);
    if (read.kind === 'refused') return write(changes, answerError(read.target, read.error, look));
    const decision = await decide(
      platform,
      client,
      read.request,
      await selectMeantSession(session, parameters.id_token_hint, now),
      request.headers,
      texts,
      now,
    );
    return write([...changes, ...decision.changes], decision.reply);
  },
  { renderFailurePage },
);
