// GET /scim/v2/Groups
import { subjectsByName } from '../../../../shared/auth/accounts/records.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { applyFilter, namesAttribute, parseFilter } from '../filter.ts';
import { asksFor, okScim, presentList, selectAttributes, slicePage } from '../message.ts';
import { listProvisionedGroups } from './contract.ts';
import { filterHolders, groupAttributes, presentGroup } from './group.ts';
import { loadGroups } from './store.ts';

export const handler = lambda(listProvisionedGroups, async ({ query, tenant, settings, url }) => {
  const filter = query.filter === undefined ? undefined : parseFilter(query.filter, groupAttributes);
  const isAsked = asksFor('members', query);
  const needsMembers = isAsked || (filter && namesAttribute(filter, 'members'));
  const [stored, users] = await Promise.all([
    loadGroups(tenant, settings),
    needsMembers ? tenant.queryAll(subjectsByName(tenant), { beginsWith: 'user#' }) : undefined,
  ]);
  const groups = stored.map((group) =>
    presentGroup(group, users && filterHolders(users, group.role, settings), url),
  );
  const page = slicePage(filter ? applyFilter(groups, filter) : groups, query);
  const resources = page.resources.map(({ members, ...group }) =>
    selectAttributes(isAsked ? { ...group, ...(members && { members }) } : group, query),
  );
  return okScim(presentList({ ...page, resources }));
});
