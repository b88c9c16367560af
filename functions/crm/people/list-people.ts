// GET /api/v1/people
import { countedPeople } from '../../../shared/directory/people/person-store.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { presentPage } from '../lists/list.ts';
import { listPeople } from './contract.ts';
import { presentPeople } from './presentation/present.ts';

export const handler = lambda(listPeople, async (context) =>
  ok(
    await presentPage(countedPeople(context.tenant), context.query, (people) =>
      presentPeople(context, people),
    ),
  ),
);
