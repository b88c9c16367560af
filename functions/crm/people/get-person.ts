// GET /api/v1/people/{id}

import { personById } from '../../../shared/directory/people/person-store.ts';
import { peopleMerges } from '../../../shared/directory/record-merge/merge-kind.ts';
import { survivorById } from '../../../shared/directory/record-merge/merge-record.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { getPerson } from './contract.ts';
import { loadPresentContext, presentPersonTo } from './presentation/present.ts';
import { noPerson } from './write-person.ts';

// Which terms are active changes with the day: the tag identifies the body too.
export const handler = lambda(getPerson, async (context) => {
  const { params, tenant } = context;
  const id = params.id.toLowerCase();
  // The id of a person who was merged stands for the remaining one.
  const person = (await personById(tenant, id)) ?? (await survivorById(tenant, peopleMerges, id));
  if (!person) throw await noPerson(tenant, params.id);
  return ok(presentPersonTo(context, person, await loadPresentContext(context, [person])), {
    version: person.version,
    isComposed: true,
  });
});
