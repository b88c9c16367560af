// POST /api/v1/public/EventClassPagingList
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { findClassPage } from '../../classes/find-classes.ts';
import { loadClassReferences } from '../../classes/load-references.ts';
import { presentPage, toPageRequest } from '../../list-body.ts';
import { listEventsAndClasses } from './contract.ts';
import { presentEvent } from './present-event.ts';
import { buildEventSearch } from './search.ts';

export const handler = lambda(listEventsAndClasses, async (asked) => {
  const { body, tenant, now } = asked;
  const search = buildEventSearch(body.filterBody, asked);
  if (!search) return ok(presentPage([], 0));
  const { held, total } = await findClassPage(tenant, search, toPageRequest(body));
  const found = await loadClassReferences(
    tenant,
    held.map(({ item }) => item),
  );
  return ok(
    presentPage(
      held.map((one) => presentEvent(one, found, now)),
      total,
    ),
  );
});
