// GET /api/v1/Tenants/{code}/SignInDomains
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { openTenant } from '../administration/open-tenant.ts';
import { requireTenant } from '../tenants/store.ts';
import { getSignInDomains } from './contract.ts';
import { loadFederation } from './store.ts';

export const handler = lambda(getSignInDomains, async ({ params, platform }) => {
  const settings = await requireTenant(platform, params.code);
  const { domains } = await loadFederation(openTenant(platform, settings.id));
  const version = domains?.version ?? 0;
  return ok({ domains: [...(domains?.domains ?? [])], version }, { version });
});
