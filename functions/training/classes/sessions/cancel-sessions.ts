// POST /api/v1/Classes/{id}/Sessions/Cancel
import { lambda } from '../../../../shared/http/lambda.ts';
import { cancelSessions as applyCancellation } from './change-sessions.ts';
import { cancelSessions } from './contract.ts';
import { writeSessions } from './write-sessions.ts';

export const handler = lambda(cancelSessions, (context) => {
  const { params, body } = context;
  return writeSessions(context, params.id, {
    choice: body,
    apply: applyCancellation,
    reason: body.reason,
    // What stays was booked before.
    allowDoubleBooking: true,
  });
});
