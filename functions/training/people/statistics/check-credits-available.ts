// POST /api/v1/registration/IsCreditsAvailableByParticipants
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { assertMayActForAll } from '../../access/person-access.ts';
import { checkCreditsAvailable } from './contract.ts';
import { anyPersonHasCredits, tenantHasCredits } from './store.ts';

export const handler = lambda(
  checkCreditsAvailable,
  async ({ body: { participantsIds, ...period }, tenant, caller }) => {
    assertMayActForAll(caller, participantsIds, 'training.credits.read');
    return ok(
      participantsIds.length === 0
        ? await tenantHasCredits(tenant, period)
        : await anyPersonHasCredits(tenant, participantsIds, period),
    );
  },
);
