// POST /api/v1/Classes/{id}/Sessions/Move
import { lambda } from '../../../../shared/http/lambda.ts';
import { moveSessions as applyMove } from './change-sessions.ts';
import { moveSessions } from './contract.ts';
import { writeSessions } from './write-sessions.ts';

export const handler = lambda(moveSessions, (context) => {
  const { params, body } = context;
  return writeSessions(context, params.id, {
    choice: body,
    apply: (item, chosen) => applyMove(item, chosen, body),
    reason: body.reason ?? undefined,
    allowDoubleBooking: body.allowDoubleBooking,
  });
});
