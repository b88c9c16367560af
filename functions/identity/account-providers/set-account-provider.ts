// PUT /api/v1/AccountProviders/{provider}
import { lambda } from '../../../shared/http/lambda.ts';
import { ok, write } from '../../../shared/http/reply.ts';
import { getProviderRedirectUri, replaceAccountProvider } from './administer.ts';
import { setAccountProvider } from './contract.ts';
import { presentAccountProvider } from './provider.ts';

export const handler = lambda(
  setAccountProvider,
  async ({ params: { provider }, body, platform, ifMatch, ...context }) => {
    const { item, changes } = await replaceAccountProvider(platform, provider, body, context, ifMatch);
    return write(
      changes,
      ok(presentAccountProvider(provider, item, getProviderRedirectUri()), { version: item.version }),
    );
  },
);
