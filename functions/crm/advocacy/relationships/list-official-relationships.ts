// GET /api/v1/advocacy/officials/{officialId}/people-relationships
import type { TenantStore } from '../../../../shared/data/store.ts';
import { isInForce } from '../../../../shared/directory/in-force.ts';
import {
  type RelationshipItem,
  relationshipsByOfficial,
} from '../../../../shared/directory/political-relationship.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import {
  type CursorPage,
  cursorPageLimit,
  decodeCursor,
  encodeCursor,
} from '../../../../shared/lists/cursor.ts';
import { requirePerson } from '../../people/write-person.ts';
import { presentCursorPage } from '../../search.ts';
import { listOfficialRelationships } from './contract.ts';
import { presentRelationship } from './relationship.ts';
import { loadReferenced, todayOf } from './write-relationships.ts';

/** How often more rows are read for a page; with many that are over, a page has fewer entries than requested. */
const MAX_READS = 5;

interface ListRequest {
  readonly officialId: string;
  readonly pageSize: number;
  readonly cursor: string | undefined;
  readonly isWanted: (relationship: RelationshipItem) => boolean;
}

/** A page of the relationships with an official. At most five queries, of `pageSize` rows each. */
async function readPage(
  tenant: TenantStore,
  { officialId, pageSize, cursor, isWanted }: ListRequest,
): Promise<CursorPage<RelationshipItem>> {
  const listing = relationshipsByOfficial(tenant, officialId);
  let after = cursor === undefined ? undefined : decodeCursor(listing.name, cursor);
  const items: RelationshipItem[] = [];
  for (let reads = 0; reads < MAX_READS && items.length < pageSize; reads += 1) {
    const range = { ...(after !== undefined && { from: after }), limit: cursorPageLimit(pageSize) };
    const rows = (await tenant.queryAll(listing, range)).filter(({ gsi1sk }) => gsi1sk !== after);
    for (const [index, row] of rows.entries()) {
      if (isWanted(row)) items.push(row);
      after = row.gsi1sk;
      if (items.length === pageSize && index < rows.length - 1)
        return { items, next: encodeCursor(listing.name, after) };
    }
    if (rows.length <= pageSize) return { items, next: undefined };
  }
  return { items, next: after === undefined ? undefined : encodeCursor(listing.name, after) };
}

export const handler = lambda(listOfficialRelationships, async (context) => {
  const { tenant, params, query } = context;
  const { typeId, minimumStrength = 0 } = query;
  const { id: officialId } = await requirePerson(tenant, params.officialId);
  const today = todayOf(context);
  const day = query.date ?? today;
  const isWanted = (each: RelationshipItem): boolean =>
    isInForce(each, day) && each.strength >= minimumStrength && (!typeId || each.typeId === typeId);
  const page = await presentCursorPage(
    { pageIndex: 0, pageSize: query.pageSize, cursor: query.cursor },
    async ({ pageSize, cursor }) => {
      const { items, next } = await readPage(tenant, { officialId, pageSize, cursor, isWanted });
      const referenced = await loadReferenced(tenant, items);
      return { data: items.map((each) => presentRelationship(each, referenced, today)), next };
    },
  );
  return ok(page);
});
