// GET /connect/account-providers/callback
import { findLinkedUser, type LinkedAccount } from '../../../../shared/auth/accounts/linked-accounts.ts';
import type { UserItem } from '../../../../shared/auth/accounts/users.ts';
import { hasSecondFactor } from '../../../../shared/auth/sign-in/second-factor.ts';
import { logSignIn, type SignInOutcome } from '../../../../shared/auth/throttles/sign-in-log.ts';
import { foldUserName } from '../../../../shared/auth/throttles/sign-in-throttle.ts';
import type { PlatformStore } from '../../../../shared/data/store.ts';
import { parseTenantCode } from '../../../../shared/data/tenant/tenant-code.ts';
import { write } from '../../../../shared/http/reply.ts';
import { logError } from '../../../../shared/log/log.ts';
import { getProviderRedirectUri } from '../../account-providers/administer.ts';
import { type AccountProviderItem, findAnsweredAddress } from '../../account-providers/provider.ts';
import { findAccountProvider } from '../../account-providers/store.ts';
import { openClientSecret, platformScope } from '../../federation/client-secret.ts';
import type { FederatedClaims } from '../../federation/provider.ts';
import { buildAnswer, completeFederatedSignIn } from '../../federation/relying-party.ts';
import { platformBrand } from '../../pages/identity-page.ts';
import { pageLambda } from '../../pages/page-lambda.ts';
import { getAuthTime, listRevocations } from '../../sessions/session.ts';
import { listTenantAccess, userByName } from '../../users/store.ts';
import { completeFirstFactor } from '../interactions/complete-sign-in.ts';
import { getInteractionUrl } from '../interactions/continue.ts';
import type { InteractionItem, PendingAccountSignIn } from '../interactions/interaction.ts';
import { renderLostInteraction } from '../interactions/pages.ts';
import { replaceInteraction } from '../interactions/store.ts';
import { loadView } from '../interactions/view.ts';
import { seeOther } from '../requests/authorization-response.ts';
import { completeAccountSignIn } from './contract.ts';

/** The claims of the person; undefined when the provider's answer is refused, or the person did not go on. */
async function readClaims(
  item: AccountProviderItem,
  pending: PendingAccountSignIn,
  query: Readonly<Record<string, string | undefined>>,
  requestId: string,
): Promise<FederatedClaims | undefined> {
  const answer = buildAnswer(getProviderRedirectUri(), query);
  try {
    const clientSecret = await openClientSecret(platformScope, item);
    return (await completeFederatedSignIn({ ...item, clientSecret }, answer, pending)).claims;
  } catch (error) {
    logError(requestId, error);
    return undefined;
  }
}

/** The user whose confirmed address is the one for which the provider answers. */
async function findConfirmedUser(
  platform: PlatformStore,
  address: string | undefined,
): Promise<UserItem | undefined> {
  const user = address === undefined ? undefined : await userByName(platform, address);
  const { trustedEmail } = user ?? {};
  const isTheirs =
    trustedEmail?.by === 'person' && foldUserName(trustedEmail.address) === foldUserName(address ?? '');
  return isTheirs ? user : undefined;
}

export const handler = pageLambda(completeAccountSignIn, async ({ query, texts, ...context }) => {
  const { platform, request, now } = context;
  const [interactionId = ''] = (query.state ?? '').split('.');
  // The browser's cookie must be that of the sign-in: the answer that another person got is not accepted.
  const view = await loadView(platform, interactionId, request.headers, now);
  const pending = view?.interaction.accountSignIn;
  if (!view || !pending || pending.state !== query.state)
    return renderLostInteraction({ brand: platformBrand, texts });
  const { provider } = pending;
  const goBack = (set: Partial<InteractionItem>) =>
    write(
      [replaceInteraction(platform, view.interaction, { accountSignIn: undefined, ...set })],
      seeOther(getInteractionUrl(view.interaction)),
    );
  const item = await findAccountProvider(platform, provider);
  const claims = item?.isActive && (await readClaims(item, pending, query, request.requestId));
  if (!claims) return goBack({ federationFault: `${provider}-not-signed-in` });
  const account: LinkedAccount = {
    ...{ provider, issuer: String(claims.iss), sub: claims.sub },
    ...(typeof claims.email === 'string' && { email: claims.email.slice(0, 254) }),
  };
  const linked = await findLinkedUser(platform, account);
  const user = linked ?? (await findConfirmedUser(platform, findAnsweredAddress(provider, claims)));
  // Who has proved nothing else yet proves that the account is theirs.
  if (!user) return goBack({ newLink: account, federationFault: undefined });
  const log = (outcome: SignInOutcome) =>
    logSignIn(
      platform,
      user.tenants.flatMap((tenant) => parseTenantCode(tenant) ?? []),
      {
        ...{ step: 'sign-in', outcome, kind: 'user', subjectId: user.id, name: user.userName },
        ...{ address: request.address, userAgent: request.headers['user-agent'] },
      },
      now,
    );
  if (user.disabled) {
    await log('disabled');
    return goBack({ federationFault: 'account-disabled' });
  }
  const accesses = await listTenantAccess(platform, user);
  await log(hasSecondFactor(user) ? 'code-required' : 'succeeded');
  const interaction = {
    ...view.interaction,
    ...{ accountSignIn: undefined, federationFault: undefined },
    newLink: linked ? undefined : account,
  };
  const identity = {
    ...{ userId: user.id, amr: [provider], isRemembered: false },
    authTime: getAuthTime(now, listRevocations(user, accesses)),
  };
  return completeFirstFactor(context, identity, { view: { ...view, interaction }, user, accesses });
});
