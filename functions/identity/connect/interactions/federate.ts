// The first step through a tenant's own identity provider: found by the domain of the mail address.

import { tenantByCode } from '../../../../shared/auth/access/tenant-by-code.ts';
import { type Reply, type Write, write } from '../../../../shared/http/reply.ts';
import { logError } from '../../../../shared/log/log.ts';
import { getRedirectUri } from '../../federation/administer.ts';
import { openClientSecret } from '../../federation/client-secret.ts';
import { getMailDomain } from '../../federation/provider.ts';
import { beginFederatedSignIn } from '../../federation/relying-party.ts';
import { loadFederation, tenantCodeByDomain } from '../../federation/store.ts';
import type { SignInContext } from './complete-sign-in.ts';
import { buildPageContext, type InteractionView } from './continue.ts';
import { changesAccount, getLongestAge } from './interaction.ts';
import { renderOrganization, renderSignIn } from './pages.ts';
import type { PasswordForm } from './sign-in.ts';
import { replaceInteraction } from './store.ts';

/** Sends the person to the provider of the tenant whose domain their address has; the page again where there is none. */
export async function beginFederation(
  { platform, request }: SignInContext,
  view: InteractionView,
  { userName = '' }: PasswordForm,
): Promise<Reply<200, string> | Write<Reply<200, string>>> {
  const { interaction, current } = view;
  const { federation: texts } = view.texts;
  const showAgain = async (fault: string) =>
    renderSignIn(await buildPageContext(platform, view), {
      ...{ userName, fault },
      isAgain: current !== undefined,
    });
  if (changesAccount(interaction.goal)) return showAgain(texts.changesAccount);
  const domain = getMailDomain(userName.trim());
  const code = domain === undefined ? undefined : await tenantCodeByDomain(platform, domain);
  const found = code === undefined ? undefined : await tenantByCode(platform, code);
  const provider = found && (await loadFederation(found.tenant)).provider;
  if (found?.settings.status !== 'active' || !provider?.isActive) return showAgain(texts.unknownAddress);
  try {
    const { url, checks } = await beginFederatedSignIn(
      { ...provider, clientSecret: await openClientSecret(found.tenant, provider) },
      {
        ...{ redirectUri: getRedirectUri(), loginHint: userName.trim(), stateName: interaction.id },
        age: getLongestAge(interaction.goal, current !== undefined),
      },
    );
    const federation = { tenantCode: found.tenant.code, ...checks };
    const context = await buildPageContext(platform, view);
    return write(
      [replaceInteraction(platform, interaction, { federation, federationFault: undefined })],
      renderOrganization(context, found.settings.name, url),
    );
  } catch (error) {
    logError(request.requestId, error);
    return showAgain(texts.noAnswer);
  }
}
