// DELETE /api/v1/Classes/{id}
import { notFound } from '../../../shared/errors/failure.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { noContent, write } from '../../../shared/http/reply.ts';
import { removeClass } from './changes.ts';
import { deleteClass } from './contract.ts';
import { assertNoLiveRegistrations } from './plan/change-rules.ts';
import { buildReminderChanges } from './record/class-timers.ts';
import { classAndSeats } from './record/store.ts';

export const handler = lambda(deleteClass, async ({ params, tenant, now, ifMatch }) => {
  const current = await classAndSeats(tenant, params.id, { consistent: true });
  if (!current) throw notFound('class', params.id);
  assertNoLiveRegistrations(current.item, current.seats);
  return write(
    [
      ...(await removeClass(tenant, current.item, ifMatch)),
      ...buildReminderChanges(tenant, current.item, undefined, now),
    ],
    noContent(),
  );
});
