// POST /api/v1/Clients/{id}/Secrets
import { generateSecret } from '../../../shared/auth/clients/secrets.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { reply, write } from '../../../shared/http/reply.ts';
import { addClientSecret } from './administer.ts';
import { presentClient } from './client.ts';
import { addSecret } from './contract.ts';
import { requireClient } from './store.ts';

export const handler = lambda(addSecret, async ({ params, platform, ifMatch, ...context }) => {
  const secret = generateSecret();
  const before = await requireClient(platform, params.id);
  const { client, changes } = await addClientSecret(
    platform,
    before,
    context.newId(),
    secret,
    context,
    ifMatch,
  );
  return write(
    changes,
    reply(201, { ...presentClient(client, context.now), client_secret: secret }, { version: client.version }),
  );
});
