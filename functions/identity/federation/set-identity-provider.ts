// PUT /api/v1/IdentityProvider
import { lambda } from '../../../shared/http/lambda.ts';
import { ok, write } from '../../../shared/http/reply.ts';
import { presentProvider, setProvider } from './administer.ts';
import { setIdentityProvider } from './contract.ts';

export const handler = lambda(
  setIdentityProvider,
  async ({ body, tenant, settings, ifMatch, ...context }) => {
    const { provider, domains, changes } = await setProvider(tenant, settings, body, context, ifMatch);
    return write(
      changes,
      ok(presentProvider(tenant.code, provider, domains), { version: provider.version, isComposed: true }),
    );
  },
);
