// GET /api/1.0/legislative/public-bills/committee-list
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { committeesByState } from '../../../shared/legislature/committee-numbers.ts';
import { listOfficialCommittees } from './contract.ts';
import { resolveState } from './roster.ts';

export const handler = lambda(listOfficialCommittees, async ({ query, tenant }) => {
  const state = await resolveState(tenant, query.stateId);
  const committees = state ? await committeesByState(tenant, state.id) : [];
  return ok(
    committees
      .filter(({ isActive }) => isActive)
      .map(({ number, name }) => ({ value: String(number), text: name }))
      .sort((a, b) => a.text.localeCompare(b.text, 'en')),
  );
});
