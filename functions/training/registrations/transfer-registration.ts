// POST /api/v1/registration/ClassRegistration/{id}/Transfer

import { assertMayActFor } from '../../../shared/auth/access/person-access.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { created, write } from '../../../shared/http/reply.ts';
import { requireActiveCaller } from '../access/acting-people.ts';
import { transferRegistration } from './contract.ts';
import { presentRegistration } from './presentation/present.ts';
import { transferToClass, transferToPerson } from './transfer.ts';
import { assertClassNotStarted } from './transition/class-start.ts';
import { changeStatus } from './transition/status-change.ts';
import { requireClassWithSeats, requireRegistration } from './transition/store.ts';
import { buildTransitionChanges } from './transition/transition.ts';

export const handler = lambda(transferRegistration, async (context) => {
  const { params, body, tenant, caller, ifMatch, now, url } = context;
  const memberId = body.memberId ?? undefined;
  const [before] = await Promise.all([requireRegistration(tenant, params.id), requireActiveCaller(context)]);
  assertMayActFor(caller, before.memberId, 'training.registrations.write');
  // Check the status before anything else is read: the class of an ended registration may no longer exist.
  changeStatus(before, 'Transferred', { by: caller.subject, at: now });
  assertClassNotStarted(caller, (await requireClassWithSeats(tenant, before)).item, now);
  const transfer = {
    before,
    reason: body.reason || undefined,
    ifMatch,
    experienceDeclaration: body.experienceDeclaration,
    attendanceMode: body.attendanceMode,
  };
  const { newRegistration, transitions } =
    memberId === undefined
      ? await transferToClass(context, transfer, body.classId ?? '')
      : await transferToPerson(context, transfer, memberId);
  const location = url(`/api/v1/registration/ClassRegistration/${newRegistration.id}`);
  return write(
    await buildTransitionChanges(tenant, ...transitions),
    created(presentRegistration(newRegistration), location, { version: newRegistration.version }),
  );
});
