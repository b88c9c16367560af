// POST /api/1.0/bill/{id}/positions/{positionEntryId}/void
import { conflict, notFound } from '../../../../shared/errors/failure.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { write } from '../../../../shared/http/reply.ts';
import { insertActivities } from '../../activity/store.ts';
import { callerName } from '../../caller.ts';
import { successReply } from '../../envelopes.ts';
import { billById, putBills } from '../record/store.ts';
import { loadBillSettings } from '../settings/store.ts';
import { buildBillActivity } from './bill-activity.ts';
import { voidBillPosition } from './contract.ts';
import { presentPositions } from './present.ts';
import { nextModifiedDate } from './save-tracking.ts';
import { positionEntryId, setTracking, voidPosition } from './tracking.ts';

export const handler = lambda(
  voidBillPosition,
  async ({ params, body, tenant, caller, now, newId, ifMatch }) => {
    const [before, settings] = await Promise.all([
      billById(tenant, params.id, { consistent: true }),
      loadBillSettings(tenant),
    ]);
    if (!before) throw notFound('bill', String(params.id));
    const entry = before.positions.find((position) => positionEntryId(position) === params.positionEntryId);
    if (!entry) throw notFound('position', params.positionEntryId);
    if (entry.voided) throw conflict('The position is void already.', 'positionEntryId');
    const mark = {
      at: now.toISOString(),
      by: callerName(caller),
      byId: caller.subject,
      reason: body.reason,
    };
    const tracking = voidPosition(before, params.positionEntryId, mark);
    const after = setTracking(before, tracking, nextModifiedDate(before, now));
    const change = {
      ...{ action: 'BILL_POSITION_VOIDED', oldValue: entry.position, newValue: after.position },
      ...{ effectiveFrom: entry.effectiveFrom, reason: body.reason },
    };
    const [bills, lines] = await Promise.all([
      putBills(tenant, [{ before, after }], ifMatch),
      insertActivities(tenant, [buildBillActivity(after, change, caller)], now, newId),
    ]);
    return write(
      [...bills, ...lines],
      successReply(presentPositions(after, settings), `The position on ${after.billNumber} is void.`, {
        version: after.version,
      }),
    );
  },
);
