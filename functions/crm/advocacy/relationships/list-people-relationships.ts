// GET /api/v1/advocacy/list/people-relationships/{peopleId}
import { loadRelationships } from '../../../../shared/directory/officials/political-relationship.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { foldForSort } from '../../../../shared/lists/fold-for-sort.ts';
import { compareTexts } from '../../../../shared/lists/sort.ts';
import { requirePerson } from '../../people/write-person.ts';
import { listPeopleRelationships } from './contract.ts';
import { presentRelationship } from './relationship.ts';
import { loadReferenced, todayOf } from './write-relationships.ts';

export const handler = lambda(listPeopleRelationships, async (context) => {
  const { tenant, params, query } = context;
  const today = todayOf(context);
  const [, { relationships }] = await Promise.all([
    requirePerson(tenant, params.peopleId),
    loadRelationships(tenant, params.peopleId.toLowerCase()),
  ]);
  const referenced = await loadReferenced(tenant, relationships);
  const views = relationships.map((each) => presentRelationship(each, referenced, today));
  return ok(
    views
      .filter(({ status }) => query.status === 'all' || query.status === status)
      .sort(
        (a, b) =>
          b.strength - a.strength ||
          compareTexts(foldForSort(a.officialName ?? ''), foldForSort(b.officialName ?? '')),
      ),
  );
});
