// The first step with an account at Google or Microsoft, where the platform has set it up and the tenant allows it.
import {
  type AccountProvider,
  accountProviderNames,
} from '../../../../shared/auth/accounts/account-providers.ts';
import { type Reply, type Write, write } from '../../../../shared/http/reply.ts';
import { logError } from '../../../../shared/log/log.ts';
import { getProviderRedirectUri } from '../../account-providers/administer.ts';
import { findAccountProvider } from '../../account-providers/store.ts';
import { openClientSecret, platformScope } from '../../federation/client-secret.ts';
import { beginFederatedSignIn } from '../../federation/relying-party.ts';
import type { SignInContext } from './complete-sign-in.ts';
import { buildPageContext, type InteractionView } from './continue.ts';
import { renderAccountProvider, renderSignIn } from './pages.ts';
import { replaceInteraction } from './store.ts';

/** Sends the person to the provider; the page again where it is not offered. */
export async function beginAccountSignIn(
  { platform, request }: SignInContext,
  view: InteractionView,
  provider: AccountProvider,
): Promise<Reply<200, string> | Write<Reply<200, string>>> {
  const { interaction } = view;
  const { accountSignIn: texts } = view.texts;
  const context = await buildPageContext(platform, view);
  const showAgain = (fault: string) => renderSignIn(context, { fault, isAgain: view.current !== undefined });
  const item = await findAccountProvider(platform, provider);
  if (!item || !context.accountProviders?.includes(provider)) return showAgain(texts.notOffered);
  try {
    const { url, checks } = await beginFederatedSignIn(
      { ...item, clientSecret: await openClientSecret(platformScope, item) },
      { redirectUri: getProviderRedirectUri(), stateName: interaction.id },
    );
    const accountSignIn = { provider, ...checks };
    return write(
      [replaceInteraction(platform, interaction, { accountSignIn, federationFault: undefined })],
      renderAccountProvider(context, provider, url),
    );
  } catch (error) {
    logError(request.requestId, error);
    return showAgain(texts.noAnswer({ name: accountProviderNames[provider] }));
  }
}
