// POST /api/v1/AwardsRegistration/{id}/Withdraw

import { assertMayActFor } from '../../../../shared/auth/access/person-access.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { withdrawAwardRegistration } from './contract.ts';
import { decideAwardRegistration } from './decide.ts';

export const handler = lambda(withdrawAwardRegistration, (ctx) =>
  decideAwardRegistration(ctx, 'Withdrawn', ({ personId }) =>
    assertMayActFor(ctx.caller, personId, 'training.certifications.write'),
  ),
);
