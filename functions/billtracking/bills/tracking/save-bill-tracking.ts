// POST /api/1.0/bill/tracking/save
import { invalid, throwIfInvalid } from '../../../../shared/errors/failure.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { write } from '../../../../shared/http/reply.ts';
import { successReply } from '../../envelopes.ts';
import { unknownValue } from '../../unknown-value.ts';
import { billById } from '../record/store.ts';
import { loadBillSettings } from '../settings/store.ts';
import { saveBillTracking } from './contract.ts';
import { presentTracking, toSavedView } from './present.ts';
import {
  applyInputToBill,
  buildTrackingChanges,
  loadAssignees,
  validateForBill,
  validateTrackingRequest,
} from './save-tracking.ts';

export const handler = lambda(saveBillTracking, async (ctx) => {
  const { body, tenant, now, caller } = ctx;
  const { billId, ...input } = body;
  const [before, settings] = await Promise.all([
    billById(tenant, billId, { consistent: true }),
    loadBillSettings(tenant),
  ]);
  const people = await loadAssignees(tenant, input, before ? [before] : []);
  const details = validateTrackingRequest(input, settings, people);
  if (!before) throw invalid([unknownValue('billId', `There is no bill with the id ${billId}.`), ...details]);
  throwIfInvalid([...validateForBill(before, input, now), ...details]);
  const after = applyInputToBill(before, input, settings, ctx);
  const changes = await buildTrackingChanges(ctx, [{ before, after }]);
  const message = changes.length === 0 ? 'Nothing was changed.' : `${after.billNumber} was changed.`;
  return write(
    changes,
    successReply(presentTracking(toSavedView(after, input, caller), settings, people), message, {
      version: after.version,
    }),
  );
});
