// PUT /scim/v2/Users/{id}
import { lambda } from '../../../../shared/http/lambda.ts';
import { write } from '../../../../shared/http/reply.ts';
import { okScim } from '../message.ts';
import { replaceProvisionedUser } from './contract.ts';
import { requireAccount } from './find.ts';
import { presentProvisionedUser } from './present.ts';
import { changeProvisionedUser } from './provision.ts';

export const handler = lambda(
  replaceProvisionedUser,
  async ({ params, body, platform, tenant, settings, url, ifMatch, ...context }) => {
    const found = await requireAccount(platform, tenant, params.id);
    const decision = await changeProvisionedUser(
      { platform, tenant, settings, context, ifMatch },
      found,
      body,
    );
    return write(
      decision.changes,
      okScim(presentProvisionedUser(decision.subject, settings, url), decision.subject.version),
    );
  },
);
