// PUT /api/v1/TenantClients/{id}/Scopes
import { lambda } from '../../../shared/http/lambda.ts';
import { ok, write } from '../../../shared/http/reply.ts';
import { presentClient } from '../clients/client.ts';
import { replaceOwnScopes } from './administer.ts';
import { setTenantClientScopes } from './contract.ts';

export const handler = lambda(setTenantClientScopes, async ({ params, body, ...context }) => {
  const { client, changes } = await replaceOwnScopes(context, params.id, body.scopes);
  return write(changes, ok(presentClient(client, context.now), { version: client.version }));
});
