// PUT /api/v1/Awards/{id}
import { lambda } from '../../../shared/http/lambda.ts';
import { ok, write } from '../../../shared/http/reply.ts';
import { checkRequirementCycles, listAddedPrerequisites } from '../courses/requirement-cycles.ts';
import { applyAwardInput } from './award.ts';
import { updateAward } from './contract.ts';
import { validatePayablePrice } from './price.ts';
import { requireAward } from './record/award-record.ts';
import {
  parsePrerequisites,
  presentAwardDetail,
  resolveReferences,
  validatePrerequisites,
} from './references.ts';
import { loadAwardReferences, replaceAward } from './store.ts';

export const handler = lambda(updateAward, async ({ params, body, tenant, now, newId, ifMatch }) => {
  const before = await requireAward(tenant, params.id);
  const faults = [
    ...(await validatePayablePrice(tenant, body.price)),
    ...validatePrerequisites(body.prerequisites),
  ];
  const draft = applyAwardInput(before, body, parsePrerequisites(body.prerequisites, newId), now);
  const references = await loadAwardReferences(tenant, draft);
  const after = resolveReferences(draft, before, references, faults);
  const added = listAddedPrerequisites(before.prerequisites, after.prerequisites);
  const guard = await checkRequirementCycles(tenant, { ...after, type: 'Award' }, added);
  return write(
    [...(await replaceAward(tenant, before, after, ifMatch)), ...guard],
    ok(presentAwardDetail(after, references), { version: after.version }),
  );
});
