// GET /api/v1/people/{id}

import { toLocalDate } from '../../../shared/directory/local-date.ts';
import { personById } from '../../../shared/directory/person-store.ts';
import { notFound } from '../../../shared/errors/failure.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { getPerson } from './contract.ts';
import { presentPersonTo } from './present.ts';

// Which terms are active changes with the day: the tag identifies the body too.
export const handler = lambda(getPerson, async ({ params, tenant, caller, settings, now }) => {
  const person = await personById(tenant, params.id.toLowerCase());
  if (!person) throw notFound('person', params.id);
  const context = { tenantCode: tenant.code, today: toLocalDate(settings.timeZone, now) };
  return ok(presentPersonTo({ caller, settings }, person, context), {
    version: person.version,
    isComposed: true,
  });
});
