// POST /scim/v2/Users
import { lambda } from '../../../../shared/http/lambda.ts';
import { created, write } from '../../../../shared/http/reply.ts';
import { scimHeaders } from '../message.ts';
import { createProvisionedUser } from './contract.ts';
import { presentProvisionedUser } from './present.ts';
import { provisionUser } from './provision.ts';

export const handler = lambda(
  createProvisionedUser,
  async ({ body, platform, tenant, settings, url, ...context }) => {
    const { subject, changes } = await provisionUser(
      { platform, tenant, settings, context },
      context.newId(),
      body,
    );
    const user = presentProvisionedUser(subject, settings, url);
    const { version } = subject;
    return write(changes, created(user, user.meta.location, { version, headers: scimHeaders }));
  },
);
