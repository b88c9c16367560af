// POST /api/v1/public/EventClassPagingList
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { presentPage, toPageRequest } from '../../../../shared/lists/list-body.ts';
import { findClassPage } from '../../classes/find-classes.ts';
import { loadClassReferences } from '../../classes/presentation/load-references.ts';
import { listEventsAndClasses } from './contract.ts';
import { presentEvent } from './present-event.ts';
import { buildEventSearch } from './search.ts';

export const handler = lambda(listEventsAndClasses, async (context) => {
  const { body, tenant, now } = context;
  const search = buildEventSearch(body.filterBody, context);
  if (!search) return ok(presentPage([], 0));
  const { classes, total } = await findClassPage(tenant, search, toPageRequest(body));
  const references = await loadClassReferences(
    tenant,
    classes.map(({ item }) => item),
  );
  return ok(
    presentPage(
      classes.map((classItem) => presentEvent(classItem, references, now)),
      total,
    ),
  );
});
