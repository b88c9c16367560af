// PUT /scim/v2/Groups/{id}
import { lambda } from '../../../../shared/http/lambda.ts';
import { write } from '../../../../shared/http/reply.ts';
import { okScim } from '../message.ts';
import { changeGroup } from './change-group.ts';
import { replaceProvisionedGroup } from './contract.ts';
import { presentGroup } from './group.ts';
import { requireGroup } from './store.ts';

export const handler = lambda(
  replaceProvisionedGroup,
  async ({ params, body, platform, tenant, settings, url, ifMatch, ...context }) => {
    const before = await requireGroup(tenant, settings, params.id);
    const { displayName, externalId, members = [] } = body;
    const { group, changes } = await changeGroup({ platform, tenant, settings, context, ifMatch }, before, {
      displayName,
      externalId,
      added: new Set(members.map(({ value }) => value)),
      removed: 'all',
    });
    return write(changes, okScim(presentGroup(group, undefined, url)));
  },
);
