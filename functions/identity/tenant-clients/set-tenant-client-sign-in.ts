// PUT /api/v1/TenantClients/{id}/SignIn
import { lambda } from '../../../shared/http/lambda.ts';
import { ok, write } from '../../../shared/http/reply.ts';
import { presentClient } from '../clients/client.ts';
import { replaceOwnSignIn } from './administer.ts';
import { setTenantClientSignIn } from './contract.ts';

export const handler = lambda(setTenantClientSignIn, async ({ params, body, ...context }) => {
  const { client, changes } = await replaceOwnSignIn(context, params.id, body);
  return write(changes, ok(presentClient(client, context.now), { version: client.version }));
});
