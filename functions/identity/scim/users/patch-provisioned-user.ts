// PATCH /scim/v2/Users/{id}
import { lambda } from '../../../../shared/http/lambda.ts';
import { write } from '../../../../shared/http/reply.ts';
import { okScim } from '../message.ts';
import { patchProvisionedUser } from './contract.ts';
import { requireAccount } from './find.ts';
import { applyPatch } from './patch.ts';
import { presentProvisionedUser } from './present.ts';
import { changeProvisionedUser } from './provision.ts';

export const handler = lambda(
  patchProvisionedUser,
  async ({ params, body, platform, tenant, settings, url, ifMatch, ...context }) => {
    const found = await requireAccount(platform, tenant, params.id);
    const input = applyPatch(presentProvisionedUser(found.subject, settings, url), body);
    const decision = await changeProvisionedUser(
      { platform, tenant, settings, context, ifMatch },
      found,
      input,
    );
    return write(
      decision.changes,
      okScim(presentProvisionedUser(decision.subject, settings, url), decision.subject.version),
    );
  },
);
