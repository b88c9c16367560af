// PATCH /scim/v2/Groups/{id}
import { lambda } from '../../../../shared/http/lambda.ts';
import { write } from '../../../../shared/http/reply.ts';
import { okScim } from '../message.ts';
import { readOperations } from '../operations.ts';
import { changeMembers } from './change-members.ts';
import { patchProvisionedGroup } from './contract.ts';
import { presentGroup, requireRole } from './group.ts';
import { readMemberChanges } from './members.ts';

export const handler = lambda(
  patchProvisionedGroup,
  async ({ params, body, platform, tenant, settings, url, ...context }) => {
    const role = requireRole(settings, params.id);
    const members = readMemberChanges(role, readOperations(body));
    const changes = await changeMembers({ platform, tenant, settings, context }, role, members);
    return write(changes, okScim(presentGroup(role, undefined, url)));
  },
);
