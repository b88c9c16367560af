// POST /api/v1/registration/ClassRegistration/{id}/Cancel

import { assertMayActFor } from '../../../shared/auth/access/person-access.ts';
import { permissionDenied } from '../../../shared/errors/failure.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { ok, write } from '../../../shared/http/reply.ts';
import { toEntryAuthor } from '../payments/author.ts';
import { cancelRegistration } from './contract.ts';
import { cancelPayment } from './money/cancellation-cost.ts';
import { presentRegistration } from './presentation/present.ts';
import { assertClassNotStarted } from './transition/class-start.ts';
import { changeStatus, refreshClassDetails } from './transition/status-change.ts';
import { requireClassWithSeats, requireRegistration } from './transition/store.ts';
import { buildTransitionChanges } from './transition/transition.ts';

export const handler = lambda(cancelRegistration, async ({ params, body, tenant, caller, ifMatch, now }) => {
  const before = await requireRegistration(tenant, params.id);
  assertMayActFor(caller, before.memberId, 'training.registrations.write');
  const action = { by: caller.subject, at: now, reason: body.reason || undefined };
  const isWaived = body.waiveFee === true;
  if (isWaived && !caller.permissions.has('training.registrations.write'))
    throw permissionDenied('training.registrations.write');
  // Check the status before anything else is read: the class of an ended registration may no longer exist.
  changeStatus(before, 'Cancelled', action);
  const classWithSeats = await requireClassWithSeats(tenant, before);
  assertClassNotStarted(caller, classWithSeats.item, now);
  const author = toEntryAuthor(caller, now);
  const payment = cancelPayment(before, classWithSeats.item, { isWaived, author });
  const after = changeStatus(before, 'Cancelled', action, { payment });
  return write(
    await buildTransitionChanges(tenant, {
      statusChanges: [{ before, after }],
      classWithSeats,
      cause: 'Cancelled',
      ifMatch,
      now,
    }),
    ok(presentRegistration(refreshClassDetails(after, classWithSeats.item)), { version: after.version }),
  );
});
