// PATCH /scim/v2/Groups/{id}
import { lambda } from '../../../../shared/http/lambda.ts';
import { write } from '../../../../shared/http/reply.ts';
import { okScim } from '../message.ts';
import { readOperations } from '../operations.ts';
import { changeGroup } from './change-group.ts';
import { patchProvisionedGroup } from './contract.ts';
import { presentGroup } from './group.ts';
import { readGroupChanges } from './members.ts';
import { requireGroup } from './store.ts';

export const handler = lambda(
  patchProvisionedGroup,
  async ({ params, body, platform, tenant, settings, url, ifMatch, ...context }) => {
    const before = await requireGroup(tenant, settings, params.id);
    const { group, changes } = await changeGroup(
      { platform, tenant, settings, context, ifMatch },
      before,
      readGroupChanges(readOperations(body)),
    );
    return write(changes, okScim(presentGroup(group, undefined, url)));
  },
);
