// POST /api/v1/Awards
import { lambda } from '../../../shared/http/lambda.ts';
import { created, write } from '../../../shared/http/reply.ts';
import { buildAward, toCreator } from './award.ts';
import { createAward } from './contract.ts';
import { validatePayablePrice } from './price.ts';
import { parsePrerequisites, presentAward, resolveReferences, validatePrerequisites } from './references.ts';
import { insertAward, loadAwardReferences } from './store.ts';

export const handler = lambda(createAward, async ({ body, tenant, caller, now, newId, url }) => {
  const faults = [
    ...(await validatePayablePrice(tenant, body.price)),
    ...validatePrerequisites(body.prerequisites),
  ];
  const draft = buildAward(newId(), body, parsePrerequisites(body.prerequisites, newId), now);
  const references = await loadAwardReferences(tenant, draft);
  const award = { ...resolveReferences(draft, undefined, references, faults), createdBy: toCreator(caller) };
  return write(
    await insertAward(tenant, award),
    created(presentAward(award, references), url(`/api/v1/Awards/${award.id}`), { version: award.version }),
  );
});
