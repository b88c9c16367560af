// GET /api/v1/Suppressions
import { seesEmails } from '../../../../shared/auth/access/email-visibility.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { readCursorPage } from '../../../../shared/lists/cursor.ts';
import { suppressedAddresses, suppressionSort } from '../../../../shared/mail-consent/store.ts';
import { presentCursorPage } from '../../lists/search.ts';
import { listSuppressions } from './contract.ts';
import { presentSuppression } from './present.ts';

export const handler = lambda(listSuppressions, async (context) => {
  const { tenant, query } = context;
  const listing = suppressedAddresses(tenant);
  const showsEmails = seesEmails(context);
  const reply = await presentCursorPage(query, async (page) => {
    const { items, next } = await readCursorPage(listing.name, page, suppressionSort, (limit, to) =>
      tenant.queryAll(listing, { backward: true, limit, to }),
    );
    return { data: items.map((item) => presentSuppression(item, showsEmails)), next };
  });
  return ok(reply);
});
