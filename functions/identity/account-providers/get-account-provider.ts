// GET /api/v1/AccountProviders/{provider}
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { getProviderRedirectUri } from './administer.ts';
import { getAccountProvider } from './contract.ts';
import { presentAccountProvider } from './provider.ts';
import { findAccountProvider } from './store.ts';

export const handler = lambda(getAccountProvider, async ({ params: { provider }, platform }) => {
  const item = await findAccountProvider(platform, provider);
  return ok(presentAccountProvider(provider, item, getProviderRedirectUri()), {
    version: item?.version ?? 0,
  });
});
