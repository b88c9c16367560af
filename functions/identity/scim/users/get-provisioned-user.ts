// GET /scim/v2/Users/{id}
import { lambda } from '../../../../shared/http/lambda.ts';
import { okScim, selectAttributes } from '../message.ts';
import { getProvisionedUser } from './contract.ts';
import { requireTenantUser } from './find.ts';
import { presentProvisionedUser } from './present.ts';

export const handler = lambda(
  getProvisionedUser,
  async ({ params, query, platform, tenant, settings, url }) => {
    const found = await requireTenantUser(platform, tenant, params.id);
    return okScim(
      selectAttributes(presentProvisionedUser(found, settings, url), query),
      found.subject.version,
    );
  },
);
