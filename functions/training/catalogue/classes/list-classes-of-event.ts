// POST /api/v1/classes/event/list
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { findClassPage } from '../../classes/find-classes.ts';
import { loadClassViews } from '../../classes/load-class-views.ts';
import { presentPage, toPageRequest } from '../../list-body.ts';
import { listClassesOfEvent } from './contract.ts';

// Rarely asked for, so the entries of all classes are read for it: about 10 to a read unit.
export const handler = lambda(listClassesOfEvent, async (asked) => {
  const { body, tenant, settings, now } = asked;
  const search = { filter: { eventId: body.eventId }, timeZone: settings.timeZone, now };
  const { held, total } = await findClassPage(tenant, search, toPageRequest(body));
  return ok(presentPage(await loadClassViews(held, asked), total));
});
