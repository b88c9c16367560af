// GET /api/1.0/legislative/public-bills/lastactions
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { listLastActions } from './contract.ts';
import { listOptions, textOption } from './facets.ts';

export const handler = lambda(listLastActions, async ({ tenant }) =>
  ok(
    await listOptions(tenant, ({ lastActionType, lastActionTaken }) =>
      textOption(lastActionType ?? lastActionTaken),
    ),
  ),
);
