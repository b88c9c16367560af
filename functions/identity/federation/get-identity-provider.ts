// GET /api/v1/IdentityProvider
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { presentProvider } from './administer.ts';
import { getIdentityProvider } from './contract.ts';
import { loadFederation } from './store.ts';

export const handler = lambda(getIdentityProvider, async ({ tenant }) => {
  const { provider, domains } = await loadFederation(tenant);
  return ok(presentProvider(tenant.code, provider, domains), {
    version: provider?.version ?? 0,
    isComposed: true,
  });
});
