// PUT /api/v1/Tenants/{code}/SignInDomains
import { lambda } from '../../../shared/http/lambda.ts';
import { ok, write } from '../../../shared/http/reply.ts';
import { setDomains } from './administer.ts';
import { setSignInDomains } from './contract.ts';

export const handler = lambda(setSignInDomains, async ({ params, body, platform, ifMatch, ...context }) => {
  const { domains, changes } = await setDomains(platform, params.code, body.domains, context, ifMatch);
  return write(
    changes,
    ok({ domains: [...domains.domains], version: domains.version }, { version: domains.version }),
  );
});
