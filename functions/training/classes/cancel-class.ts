// POST /api/v1/Classes/{id}/Cancel

import { findCallerPerson } from '../../../shared/auth/access/person-access.ts';
import { notFound } from '../../../shared/errors/failure.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { ok, write } from '../../../shared/http/reply.ts';
import { replaceClass } from './changes.ts';
import { cancelClass } from './contract.ts';
import { applyCancellation, assertCancellable } from './plan/cancellation.ts';
import { loadClassReferences } from './presentation/load-references.ts';
import { loadParticipations } from './presentation/participation.ts';
import { presentWrittenClass } from './presentation/present-class-detail.ts';
import { buildReminderChanges, notifyRegistrants } from './record/class-timers.ts';
import { classAndSeats } from './record/store.ts';

export const handler = lambda(cancelClass, async (context) => {
  const { params, body, tenant, caller, now, ifMatch } = context;
  const [current, participations] = await Promise.all([
    classAndSeats(tenant, params.id, { consistent: true }),
    loadParticipations(tenant, caller, [params.id]),
  ]);
  if (!current) throw notFound('class', params.id);
  const { item: before, seats } = current;
  assertCancellable(before, now);
  const after = applyCancellation(before, body.reason, { now, by: findCallerPerson(caller) });
  const references = await loadClassReferences(tenant, [after]);
  return write(
    [
      ...(await replaceClass(tenant, before, after, { seats, ifMatch })),
      ...buildReminderChanges(tenant, before, after, now),
      notifyRegistrants(tenant, 'class-cancelled', after, now),
    ],
    ok(presentWrittenClass(context, { item: after, seats }, { references, participations }), {
      version: after.version,
    }),
  );
});
