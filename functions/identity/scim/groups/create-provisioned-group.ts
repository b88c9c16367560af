// POST /scim/v2/Groups
import { lambda } from '../../../../shared/http/lambda.ts';
import { created, write } from '../../../../shared/http/reply.ts';
import { scimHeaders } from '../message.ts';
import { createGroup } from './change-group.ts';
import { createProvisionedGroup } from './contract.ts';
import { presentGroup } from './group.ts';

export const handler = lambda(
  createProvisionedGroup,
  async ({ body, platform, tenant, settings, url, ...context }) => {
    const members = new Set((body.members ?? []).map(({ value }) => value));
    const { group, changes } = await createGroup(
      { platform, tenant, settings, context },
      { ...body, members },
    );
    const view = presentGroup(group, undefined, url);
    return write(changes, created(view, view.meta.location, { headers: scimHeaders }));
  },
);
