// POST /api/v1/TenantClients
import { generateSecret } from '../../../shared/auth/clients/secrets.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { created, write } from '../../../shared/http/reply.ts';
import { presentClient } from '../clients/client.ts';
import { registerOwnClient } from './administer.ts';
import { registerTenantClient } from './contract.ts';

export const handler = lambda(registerTenantClient, async ({ body, url, ...context }) => {
  const { now, newId } = context;
  const secret = generateSecret();
  const input = { ...body, id: newId(), secretId: newId(), secret };
  const { client, changes } = await registerOwnClient(context, input);
  return write(
    changes,
    created(
      { ...presentClient(client, now), ...(client.secrets.length > 0 && { client_secret: secret }) },
      url(`/api/v1/TenantClients/${client.id}`),
      { version: client.version },
    ),
  );
});
