// GET /scim/v2/Users/{id}
import { lambda } from '../../../../shared/http/lambda.ts';
import { okScim, selectAttributes } from '../message.ts';
import { getProvisionedUser } from './contract.ts';
import { requireUser } from './find.ts';
import { presentProvisionedUser } from './present.ts';

export const handler = lambda(getProvisionedUser, async ({ params, query, tenant, settings, url }) => {
  const subject = await requireUser(tenant, params.id);
  return okScim(selectAttributes(presentProvisionedUser(subject, settings, url), query), subject.version);
});
