// GET /api/1.0/dropdown/committees
import { lambda } from '../../../shared/http/lambda.ts';
import { committeesByState } from '../../../shared/legislature/committee-numbers.ts';
import { successReply } from '../envelopes.ts';
import { listCommitteeChoices } from './contract.ts';
import { presentCommitteeChoices } from './present.ts';
import { resolveStateId } from './resolve-state-id.ts';

export const handler = lambda(listCommitteeChoices, async ({ query, tenant }) => {
  const all = presentCommitteeChoices(await committeesByState(tenant, await resolveStateId(tenant, query)));
  const committees = all.filter(({ chamber }) => query.chamber === undefined || chamber === query.chamber);
  return successReply(committees, `${committees.length} committees`);
});
