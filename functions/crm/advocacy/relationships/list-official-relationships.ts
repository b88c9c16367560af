// GET /api/v1/advocacy/officials/{officialId}/people-relationships

import {
  type RelationshipItem,
  relationshipsByOfficial,
} from '../../../../shared/directory/officials/political-relationship.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { readCursorPage } from '../../../../shared/lists/cursor.ts';
import { isInForce } from '../../../../shared/time/in-force.ts';
import { presentCursorPage } from '../../lists/search.ts';
import { requirePerson } from '../../people/write-person.ts';
import { listOfficialRelationships } from './contract.ts';
import { presentRelationship } from './relationship.ts';
import { loadReferenced, todayOf } from './write-relationships.ts';

export const handler = lambda(listOfficialRelationships, async (context) => {
  const { tenant, params, query } = context;
  const { typeId, minimumStrength = 0 } = query;
  const { id: officialId } = await requirePerson(tenant, params.officialId);
  const today = todayOf(context);
  const day = query.date ?? today;
  const isMatch = (each: RelationshipItem): boolean =>
    isInForce(each, day) && each.strength >= minimumStrength && (!typeId || each.typeId === typeId);
  const listing = relationshipsByOfficial(tenant, officialId);
  const reply = await presentCursorPage(query, async (page) => {
    const { items, next } = await readCursorPage<RelationshipItem & { readonly gsi1sk: string }>(
      listing.name,
      page,
      ({ gsi1sk }) => gsi1sk,
      (limit, from) => tenant.queryAll(listing, { from, limit }),
    );
    const matching = items.filter(isMatch);
    const referenced = await loadReferenced(tenant, matching);
    return { data: matching.map((each) => presentRelationship(each, referenced, today)), next };
  });
  return ok(reply);
});
