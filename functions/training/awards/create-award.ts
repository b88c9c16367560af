// POST /api/v1/Awards
import { lambda } from '../../../shared/http/lambda.ts';
import { created, write } from '../../../shared/http/reply.ts';
import { awardSort, buildAward, toCreator } from './award.ts';
import { createAward } from './contract.ts';
import { parsePrerequisites, presentAward, resolveReferences } from './references.ts';
import { awardEntries, awardsByName, insertAward, loadAwardReferences } from './store.ts';

export const handler = lambda(createAward, async ({ body, tenant, caller, now, newId, url }) => {
  const draft = buildAward(newId(), body, parsePrerequisites(body.prerequisites, newId), now);
  const references = await loadAwardReferences(tenant, draft);
  const award = { ...resolveReferences(draft, undefined, references), createdBy: toCreator(caller) };
  // The range of each list that receives the award is rebalanced first, so that no range grows without limit.
  const lists = [awardsByName(tenant), awardEntries(tenant).activeByName];
  await Promise.all(lists.map((list) => list.rebalance([awardSort(award)])));
  return write(
    await insertAward(tenant, award),
    created(presentAward(award, references), url(`/api/v1/Awards/${award.id}`), { version: award.version }),
  );
});
