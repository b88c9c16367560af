// GET /api/v1/Suppressions
import { seesEmails } from '../../../shared/auth/email-visibility.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { cursorPageLimit, cutCursorPage, decodeCursor } from '../../../shared/lists/cursor.ts';
import { suppressedAddresses, suppressionSort } from '../../../shared/mail-consent/store.ts';
import { splitCursor } from '../search.ts';
import { listSuppressions } from './contract.ts';
import { presentSuppression } from './present.ts';

export const handler = lambda(listSuppressions, async (context) => {
  const { tenant, query } = context;
  const listing = suppressedAddresses(tenant);
  const { page: pageIndex, inner } = splitCursor(query.cursor);
  const after = inner === undefined ? undefined : decodeCursor(listing.name, inner);
  const { pageSize } = query;
  const found = await tenant.query(listing, {
    ...{ backward: true, limit: cursorPageLimit(pageSize) },
    ...(after !== undefined && { to: after }),
  });
  const { items, next } = cutCursorPage(listing.name, found.items, {
    ...{ pageSize, after, sortOf: suppressionSort },
  });
  const showsEmails = seesEmails(context);
  return ok({
    data: items.map((item) => presentSuppression(item, showsEmails)),
    totalCount: pageIndex === 0 && next === undefined ? items.length : null,
    ...{ pageIndex, pageSize, hasNextPage: next !== undefined },
    nextCursor: next === undefined ? null : `${pageIndex + 1}.${next}`,
  });
});
