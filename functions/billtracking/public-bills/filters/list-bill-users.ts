// GET /api/1.0/legislative/public-bills/filter/billusers
import { displayName } from '../../../../shared/directory/people/person.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { trackedBills } from '../../bills/record/store.ts';
import { mapPeopleById } from '../../people-by-id.ts';
import { listBillUsers } from './contract.ts';
import { buildFacets } from './facets.ts';

export const handler = lambda(listBillUsers, async ({ tenant, caller }) => {
  if (caller.kind === 'anonymous') return ok([]);
  const bills = await trackedBills(tenant);
  const people = await mapPeopleById(
    tenant,
    bills.flatMap(({ assignedPersonIds }) => assignedPersonIds),
  );
  const facets = buildFacets(bills, ({ assignedPersonIds }) =>
    assignedPersonIds.flatMap((value) => {
      const person = people.get(value);
      return person ? [{ value, text: displayName(person) }] : [];
    }),
  );
  return ok(facets.map(({ value, text, count }) => ({ personId: value, fullName: text, count })));
});
