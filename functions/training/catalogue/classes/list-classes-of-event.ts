// POST /api/v1/classes/event/list
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { presentPage, toPageRequest } from '../../../../shared/lists/list-body.ts';
import { findClassPage } from '../../classes/find-classes.ts';
import { loadClassViews } from '../../classes/presentation/load-class-views.ts';
import { listClassesOfEvent } from './contract.ts';

// This list is rarely used, so it reads the entries of all classes: about 10 per read unit.
export const handler = lambda(listClassesOfEvent, async (context) => {
  const { body, tenant, settings, now } = context;
  const search = { filter: { eventId: body.eventId }, timeZone: settings.timeZone, now };
  const { classes, total } = await findClassPage(tenant, search, toPageRequest(body));
  return ok(presentPage(await loadClassViews(classes, context), total));
});
