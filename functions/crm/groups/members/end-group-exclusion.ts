// DELETE /api/v1/groups/{groupId}/Exclusions/{personId}
import { check, ifVersion } from '../../../../shared/data/changes.ts';
import { groupFilterKey, ifSameFilter } from '../../../../shared/directory/groups/group-filters.ts';
import {
  buildMemberChanges,
  endExclusion,
  type GroupExclusionItem,
  loadGroupPlaces,
} from '../../../../shared/directory/groups/group-members.ts';
import { peopleById, personKey } from '../../../../shared/directory/people/person-store.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { noContent, write } from '../../../../shared/http/reply.ts';
import { type CompareContext, openSelection } from '../filter/open-selection.ts';
import { requireOwnGroup } from '../visible-group.ts';
import { endGroupExclusion } from './contract.ts';

/** The filter decides about the person again: who passes it is a member at once. */
async function readmit(context: CompareContext, exclusion: GroupExclusionItem) {
  const { tenant, now } = context;
  const { groupId, personId } = exclusion;
  const [[person], { filter, select }] = await Promise.all([
    peopleById(tenant, [personId]),
    openSelection(context, groupId),
  ]);
  if (!person || select([person]).length === 0) return [endExclusion(tenant, exclusion)];
  return [
    ...(await buildMemberChanges(tenant, groupId, { readmitted: [person] }, now)),
    check(personKey(tenant, personId), ifVersion(person.version), 'retry'),
    check(groupFilterKey(tenant, groupId), ifSameFilter(filter), 'retry'),
  ];
}

export const handler = lambda(endGroupExclusion, async (context) => {
  const { tenant, params } = context;
  const { group } = await requireOwnGroup(context, params.groupId);
  const [place] = await loadGroupPlaces(tenant, group.id, [params.personId.toLowerCase()]);
  return write(place?.type === 'group-exclusion' ? await readmit(context, place) : [], noContent());
});
