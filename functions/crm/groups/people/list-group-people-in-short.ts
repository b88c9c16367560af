// GET /api/v1/groups/get/peoples/lite/{groupId}
import { countedMembers } from '../../../../shared/directory/groups/group-members.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { loadPeople, presentGroupPerson } from '../present.ts';
import { requireGroup } from '../visible-group.ts';
import { listGroupPeopleInShort } from './contract.ts';

export const handler = lambda(listGroupPeopleInShort, async (context) => {
  const { tenant, params, query } = context;
  const { group } = await requireGroup(context, params.groupId);
  const { items, total } = await countedMembers(tenant, group.id).page({
    pageIndex: query.pageNumber - 1,
    pageSize: query.itemCount,
  });
  const people = await loadPeople(
    tenant,
    items.map(({ personId }) => personId),
  );
  return ok(
    people.map((person) => ({ people: presentGroupPerson(context, person) })),
    { headers: { 'X-Total-Count': String(total) } },
  );
});
