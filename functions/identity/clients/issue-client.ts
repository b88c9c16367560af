// POST /api/v1/Clients
import { generateSecret } from '../../../shared/auth/clients/secrets.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { created, write } from '../../../shared/http/reply.ts';
import { registerClient } from './administer.ts';
import { presentClient } from './client.ts';
import { issueClient } from './contract.ts';

export const handler = lambda(issueClient, ({ body, platform, url, ...context }) => {
  const { now, newId } = context;
  const secret = generateSecret();
  const { client, changes } = registerClient(
    platform,
    { ...body, id: newId(), secretId: newId(), secret },
    context,
  );
  return write(
    changes,
    created(
      { ...presentClient(client, now), ...(client.secrets.length > 0 && { client_secret: secret }) },
      url(`/api/v1/Clients/${client.id}`),
      {
        version: client.version,
      },
    ),
  );
});
