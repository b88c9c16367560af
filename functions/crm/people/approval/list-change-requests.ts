// GET /api/v1/PeopleApproval/Requests

import { assertMayActFor } from '../../../../shared/auth/access/person-access.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { permissionDenied } from '../../../../shared/errors/failure.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { decodeCursor, encodeCursor } from '../../../../shared/lists/cursor.ts';
import { findRemainingIds } from '../../../../shared/merges/former-ids.ts';
import { presentCursorPage } from '../../lists/search.ts';
import type { ChangeRequestItem } from './change-request.ts';
import { listChangeRequests } from './contract.ts';
import { presentRequest } from './present.ts';
import { findLatestRequest, pendingRequests, toSort } from './store.ts';

/** The latest request of the person who remains, for the id of one who was merged. */
async function findLatestOfRemaining(
  tenant: TenantStore,
  id: string,
): Promise<ChangeRequestItem | undefined> {
  const remaining = (await findRemainingIds(tenant, [id])).get(id);
  return remaining === undefined ? undefined : findLatestRequest(tenant, remaining);
}

export const handler = lambda(listChangeRequests, async (context) => {
  const { tenant, caller, query } = context;
  if (query.personId !== undefined) {
    const personId = query.personId.toLowerCase();
    assertMayActFor(caller, personId, 'crm.people.write');
    const latest =
      (await findLatestRequest(tenant, personId)) ?? (await findLatestOfRemaining(tenant, personId));
    const data = latest ? [presentRequest(context, latest)] : [];
    return ok({
      data,
      totalCount: data.length,
      pageIndex: 0,
      pageSize: query.pageSize,
      hasNextPage: false,
      nextCursor: null,
    });
  }
  if (!caller.permissions.has('crm.people.write')) throw permissionDenied('crm.people.write');
  const listing = pendingRequests(tenant);
  return ok(
    await presentCursorPage(query, async ({ pageSize, cursor }) => {
      const { items, next } = await tenant.query(listing, {
        limit: pageSize,
        // No other request sorts between one and the same text with one character more.
        ...(cursor !== undefined && { from: `${decodeCursor(listing.name, cursor)}~` }),
      });
      const last = next && items.at(-1);
      return {
        data: items.map((request) => presentRequest(context, request)),
        next: last && encodeCursor(listing.name, toSort(last)),
      };
    }),
  );
});
