// POST /api/v1/AwardsRegistration/{id}/Deny
import { lambda } from '../../../../shared/http/lambda.ts';
import { requireActiveCaller } from '../../access/acting-people.ts';
import { denyAwardRegistration } from './contract.ts';
import { decideAwardRegistration } from './decide.ts';

export const handler = lambda(denyAwardRegistration, async (ctx) => {
  await requireActiveCaller(ctx);
  return decideAwardRegistration(ctx, 'Denied');
});
