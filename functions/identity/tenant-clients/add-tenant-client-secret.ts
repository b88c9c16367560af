// POST /api/v1/TenantClients/{id}/Secrets
import { generateSecret } from '../../../shared/auth/clients/secrets.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { reply, write } from '../../../shared/http/reply.ts';
import { addClientSecret } from '../clients/administer.ts';
import { presentClient } from '../clients/client.ts';
import { requireAdministered } from './administer.ts';
import { addTenantClientSecret } from './contract.ts';

export const handler = lambda(addTenantClientSecret, async ({ params, ...context }) => {
  const { platform, newId, now, ifMatch } = context;
  const secret = generateSecret();
  const before = await requireAdministered(context, params.id);
  const { client, changes } = await addClientSecret(platform, before, newId(), secret, context, ifMatch);
  return write(
    changes,
    reply(201, { ...presentClient(client, now), client_secret: secret }, { version: client.version }),
  );
});
