// GET /api/v1/Classes/{id}/Sessions/{sessionId}/Attendance
import { notFound } from '../../../../shared/errors/failure.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { assertTeaches } from '../../access/person-access.ts';
import { classById } from '../../classes/record/store.ts';
import { buildPageHeaders } from '../../listing/listing.ts';
import { loadClassPage } from '../list-registrations.ts';
import { listSessionAttendance } from './contract.ts';
import { requireSessionOfClass } from './load.ts';
import { presentSessionAttendance } from './present.ts';

export const handler = lambda(listSessionAttendance, async ({ params, query, tenant, caller, url }) => {
  const { id, sessionId } = params;
  const item = await classById(tenant, id);
  if (!item) throw notFound('class', id);
  assertTeaches(caller, item, 'training.registrations.read');
  const session = requireSessionOfClass(item, sessionId);
  const { registrations, total } = await loadClassPage(tenant, id, { ...query, sortDirection: 'asc' });
  return ok(
    registrations.map((registration) => presentSessionAttendance(registration, session)),
    {
      headers: buildPageHeaders(url(`/api/v1/Classes/${id}/Sessions/${sessionId}/Attendance`), query, total),
    },
  );
});
