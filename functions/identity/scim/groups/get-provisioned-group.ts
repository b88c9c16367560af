// GET /scim/v2/Groups/{id}
import { subjectsByName } from '../../../../shared/auth/records.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { asksFor, okScim, selectAttributes } from '../message.ts';
import { getProvisionedGroup } from './contract.ts';
import { filterHolders, presentGroup, requireRole } from './group.ts';

export const handler = lambda(getProvisionedGroup, async ({ params, query, tenant, settings, url }) => {
  const role = requireRole(settings, params.id);
  const members = asksFor('members', query)
    ? filterHolders(await tenant.queryAll(subjectsByName(tenant), { beginsWith: 'user#' }), role, settings)
    : undefined;
  return okScim(selectAttributes(presentGroup(role, members, url), query));
});
