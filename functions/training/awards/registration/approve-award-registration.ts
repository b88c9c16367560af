// POST /api/v1/AwardsRegistration/{id}/Approve
import { lambda } from '../../../../shared/http/lambda.ts';
import { requireActiveCaller } from '../../access/acting-people.ts';
import { approveAwardRegistration } from './contract.ts';
import { decideAwardRegistration } from './decide.ts';

export const handler = lambda(approveAwardRegistration, async (ctx) => {
  await requireActiveCaller(ctx);
  return decideAwardRegistration(ctx, 'Active');
});
