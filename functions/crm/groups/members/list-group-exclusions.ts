// GET /api/v1/groups/{groupId}/Exclusions
import {
  type GroupExclusionItem,
  groupExclusions,
} from '../../../../shared/directory/groups/group-members.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { readCursorPage } from '../../../../shared/lists/cursor.ts';
import { presentCursorPage } from '../../lists/search.ts';
import { loadPeople, presentExclusion } from '../present.ts';
import { requireOwnGroup } from '../visible-group.ts';
import { listGroupExclusions } from './contract.ts';

export const handler = lambda(listGroupExclusions, async (context) => {
  const { tenant, params, query } = context;
  const { group } = await requireOwnGroup(context, params.groupId);
  const exclusions = groupExclusions(tenant, group.id);
  const reply = await presentCursorPage(query, async (page) => {
    const { items, next } = await readCursorPage<GroupExclusionItem>(
      `exclusions ${group.id}`,
      page,
      ({ createdDate, personId }) => `${createdDate}#${personId}`,
      async (limit, after) =>
        (await tenant.query(exclusions, { limit, ...(after !== undefined && { from: after }) })).items,
    );
    const people = await loadPeople(
      tenant,
      items.map(({ personId }) => personId),
    );
    const data = items.flatMap((item) => {
      const person = people.find(({ id }) => id === item.personId);
      return person ? [presentExclusion(context, item, person)] : [];
    });
    return { data, next };
  });
  return ok(reply);
});
