// POST /api/v1/AwardsRegistration/{id}/Withdraw
import { lambda } from '../../../../shared/http/lambda.ts';
import { refuseUnlessFor } from '../../person-access.ts';
import { withdrawAwardRegistration } from './contract.ts';
import { decided } from './decide.ts';

export const handler = lambda(withdrawAwardRegistration, (ctx) =>
  decided(ctx, 'Withdrawn', ({ personId }) =>
    refuseUnlessFor(ctx.caller, personId, 'training.certifications.write'),
  ),
);
