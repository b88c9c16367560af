// GET /api/1.0/dropdown/committees
import { lambda } from '../../../shared/http/lambda.ts';
import { committeesOfState } from '../../../shared/legislature/committee-numbers.ts';
import { succeeded } from '../envelopes.ts';
import { committeeChoices } from './present.ts';
import { listCommitteeChoices } from './contract.ts';
import { stateAsked } from './resolve-state-id.ts';

export const handler = lambda(listCommitteeChoices, async ({ query, tenant }) => {
  const all = committeeChoices(await committeesOfState(tenant, await stateAsked(tenant, query)));
  const committees = all.filter(({ chamber }) => query.chamber === undefined || chamber === query.chamber);
  return succeeded(committees, `${committees.length} committees`);
});
