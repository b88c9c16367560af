// Answers the list of a group's people, whichever path names the group.
import type { EmailViewer } from '../../../../shared/auth/access/email-visibility.ts';
import type { TenantItem } from '../../../../shared/auth/accounts/records.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { presentPage, toPageRequest } from '../../../../shared/lists/list-body.ts';
import { resolveFilter } from '../../../../shared/people-filter/people-filter.ts';
import { presentListedPeople } from '../../people/presentation/present-listed-people.ts';
import { type GroupContext, requireGroup } from '../visible-group.ts';
import type { listGroupPeople } from './contract.ts';
import { loadMemberPage } from './group-people.ts';

/** The parts of a request's context that the list needs. */
interface ListContext extends GroupContext, EmailViewer {
  readonly settings: TenantItem;
  readonly now: Date;
  readonly receivedAt: Date;
  readonly body: typeof listGroupPeople.body._output;
}

/** The requested page of the people of a group. */
export async function readPeopleList(context: ListContext, groupId: string) {
  const { group } = await requireGroup(context, groupId);
  const { filterRules, searchText } = context.body.filterBody;
  const page = toPageRequest(context.body);
  const filter = await resolveFilter(context, { filterRules, isActive: undefined, sortBy: page.sortBy });
  const { items, total } = await loadMemberPage(context, group.id, { ...page, filter, searchText });
  return ok(presentPage(await presentListedPeople(context, items, filter), total));
}
