// PUT /scim/v2/Groups/{id}
import { invalid } from '../../../../shared/errors/failure.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { write } from '../../../../shared/http/reply.ts';
import { okScim } from '../message.ts';
import { changeMembers } from './change-members.ts';
import { replaceProvisionedGroup } from './contract.ts';
import { presentGroup, requireRole } from './group.ts';

export const handler = lambda(
  replaceProvisionedGroup,
  async ({ params, body, platform, tenant, settings, url, ...context }) => {
    const role = requireRole(settings, params.id);
    if (body.displayName !== role)
      throw invalid([
        {
          code: 'NOT_ALLOWED',
          message: `displayName cannot be changed; the role is ${role}.`,
          target: 'displayName',
        },
      ]);
    const added = new Set((body.members ?? []).map(({ value }) => value));
    const changes = await changeMembers({ platform, tenant, settings, context }, role, {
      added,
      removed: 'all',
    });
    return write(changes, okScim(presentGroup(role, undefined, url)));
  },
);
