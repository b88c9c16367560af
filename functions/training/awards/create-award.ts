// POST /api/v1/Awards
import { lambda } from '../../../shared/http/lambda.ts';
import { created, write } from '../../../shared/http/reply.ts';
import { awardSort, buildAward, toCreator } from './award.ts';
import { createAward } from './contract.ts';
import { parsePrerequisites, presentAward, resolveReferences } from './references.ts';
import { awardEntries, awardsByName, insertAward, loadAwardReferences } from './store.ts';

export const handler = lambda(createAward, async ({ body, tenant, caller, now, newId, url }) => {
  const wished = buildAward(newId(), body, parsePrerequisites(body.prerequisites, newId), now);
  const found = await loadAwardReferences(tenant, wished);
  const award = { ...resolveReferences(wished, undefined, found), createdBy: toCreator(caller) };
  // The stretch of the lists that the award comes to is brought into proportion first, so that none grows for ever.
  const lists = [awardsByName(tenant), awardEntries(tenant).activeByName];
  await Promise.all(lists.map((list) => list.rebalance([awardSort(award)])));
  return write(
    await insertAward(tenant, award),
    created(presentAward(award, found), url(`/api/v1/Awards/${award.id}`), { version: award.version }),
  );
});
