// GET /connect/federation/callback

import { tenantByCode } from '../../../../shared/auth/access/tenant-by-code.ts';
import { logSignIn, type SignInOutcome } from '../../../../shared/auth/throttles/sign-in-log.ts';
import { write } from '../../../../shared/http/reply.ts';
import { logError } from '../../../../shared/log/log.ts';
import { getRedirectUri } from '../../federation/administer.ts';
import { openClientSecret } from '../../federation/client-secret.ts';
import { type Federation, findFederatedUser } from '../../federation/federated-user.ts';
import { readAuthentication } from '../../federation/provider.ts';
import {
  buildAnswer,
  completeFederatedSignIn,
  type FederatedSignIn,
} from '../../federation/relying-party.ts';
import { loadFederation } from '../../federation/store.ts';
import { platformBrand } from '../../pages/identity-page.ts';
import { pageLambda } from '../../pages/page-lambda.ts';
import { getAuthTime } from '../../sessions/session.ts';
import { completeSignIn } from '../interactions/complete-sign-in.ts';
import { getInteractionUrl } from '../interactions/continue.ts';
import type { FederationFault, PendingFederation } from '../interactions/interaction.ts';
import { renderLostInteraction } from '../interactions/pages.ts';
import { replaceInteraction } from '../interactions/store.ts';
import { loadView } from '../interactions/view.ts';
import { seeOther } from '../requests/authorization-response.ts';
import { completeFederation } from './contract.ts';

/** The tenant, its provider and its domains; undefined where the provider was switched off meanwhile. */
async function loadParts(platform: Federation['platform'], code: string): Promise<Federation | undefined> {
  const found = await tenantByCode(platform, code);
  if (found?.settings.status !== 'active') return undefined;
  const { provider, domains } = await loadFederation(found.tenant);
  return provider?.isActive ? { platform, ...found, provider, domains: domains?.domains ?? [] } : undefined;
}

/** The sign-in at the provider; undefined when the provider's answer is refused, or the person did not go on. */
async function readSignIn(
  { tenant, provider }: Federation,
  pending: PendingFederation,
  query: Readonly<Record<string, string | undefined>>,
  requestId: string,
): Promise<FederatedSignIn | undefined> {
  const answer = buildAnswer(getRedirectUri(), query);
  try {
    const clientSecret = await openClientSecret(tenant, provider);
    return await completeFederatedSignIn({ ...provider, clientSecret }, answer, pending);
  } catch (error) {
    logError(requestId, error);
    return undefined;
  }
}

export const handler = pageLambda(completeFederation, async ({ query, texts, ...context }) => {
  const { platform, request, now, newId } = context;
  const [interactionId = ''] = (query.state ?? '').split('.');
  // The browser's cookie must be that of the sign-in: nobody else's answer is accepted.
  const view = await loadView(platform, interactionId, request.headers, now);
  const pending = view?.interaction.federation;
  if (!view || !pending || pending.state !== query.state)
    return renderLostInteraction({ brand: platformBrand, texts });
  // The form of the sign-in works at the address of the interaction alone.
  const showAgain = (federationFault: FederationFault) =>
    write(
      [replaceInteraction(platform, view.interaction, { federation: undefined, federationFault })],
      seeOther(getInteractionUrl(view.interaction)),
    );
  const federation = await loadParts(platform, pending.tenantCode);
  const answered = federation && (await readSignIn(federation, pending, query, request.requestId));
  if (!answered) return showAgain(pending.maxAge === undefined ? 'not-signed-in' : 'not-recent');
  const { claims, idToken, endSessionEndpoint } = answered;
  const found = await findFederatedUser(federation, claims, context);
  const log = (outcome: SignInOutcome, who: { readonly subjectId?: string; readonly name?: string }) =>
    logSignIn(
      platform,
      [federation.tenant.code],
      {
        ...{ step: 'sign-in', outcome, kind: who.subjectId === undefined ? 'unknown' : 'user', ...who },
        address: request.address,
        userAgent: request.headers['user-agent'],
      },
      now,
    );
  if ('refusal' in found) {
    await log('workspace-denied', {});
    return showAgain(found.refusal);
  }
  const { user, subject, changes } = found;
  await log('succeeded', { subjectId: user.id, name: user.userName });
  const authentication = readAuthentication(claims, getAuthTime(now, [subject]));
  const providerTenant = federation.tenant.code;
  const provider = {
    ...{ issuer: federation.provider.issuer, sub: claims.sub, idToken, endSessionEndpoint },
    sid: typeof claims.sid === 'string' ? claims.sid : undefined,
  };
  const identity = { userId: user.id, ...authentication, providerTenant, isRemembered: false, provider };
  const interaction = { ...view.interaction, federation: undefined, federationFault: undefined };
  const signedIn = await completeSignIn({ platform, request, now, newId }, interaction, identity);
  return write([...changes, ...signedIn.changes], signedIn.reply);
});
