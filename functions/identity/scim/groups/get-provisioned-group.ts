// GET /scim/v2/Groups/{id}
import { lambda } from '../../../../shared/http/lambda.ts';
import { asksFor, excludes, okScim, selectAttributes } from '../message.ts';
import { getProvisionedGroup } from './contract.ts';
import { computeVersion, presentGroup } from './group.ts';
import { listHolders, requireGroup } from './store.ts';

export const handler = lambda(getProvisionedGroup, async ({ params, query, tenant, settings, url }) => {
  const group = await requireGroup(tenant, settings, params.id);
  // The version is that of the group with its members: a caller who leaves them out needs none.
  const holders = excludes('members', query) ? undefined : await listHolders(tenant, group.role, settings);
  const version = holders && computeVersion(group, holders);
  const members = asksFor('members', query) ? holders : undefined;
  return okScim(selectAttributes(presentGroup(group, members, url, version), query), version);
});
