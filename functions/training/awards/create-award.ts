// POST /api/v1/Awards
import { lambda } from '../../../shared/http/lambda.ts';
import { created, write } from '../../../shared/http/reply.ts';
import { awardSort, newAward } from './award.ts';
import { createAward } from './contract.ts';
import { prerequisitesFrom, shownAward, withReferences } from './references.ts';
import { awardCreation, awardsByName, referredBy } from './store.ts';

export const handler = lambda(createAward, async ({ body, tenant, now, newId, url }) => {
  const wished = newAward(newId(), body, prerequisitesFrom(body.prerequisites, newId), now);
  const found = await referredBy(tenant, wished);
  const award = withReferences(wished, undefined, found);
  // The stretch of the list that the award comes to is brought into proportion first, so that none grows for ever.
  await awardsByName(tenant).rebalance([awardSort(award)]);
  return write(
    await awardCreation(tenant, award),
    created(shownAward(award, found), url(`/api/v1/Awards/${award.id}`), { version: award.version }),
  );
});
