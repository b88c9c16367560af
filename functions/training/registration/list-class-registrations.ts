// GET /api/v1/registration/ClassRegistration
import { denied } from '../../../shared/errors/failure.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { refuseUnlessFor } from '../acting-for.ts';
import { placeInList } from '../listing.ts';
import { listClassRegistrations } from './contract.ts';
import { pageOfClass, pageOfPerson } from './page-of-registrations.ts';
import { shownRegistration } from './shown.ts';

/** Whoever is no person of the directory has none. */
const noRegistrations = { registrations: [], total: 0 } as const;

export const handler = lambda(listClassRegistrations, async ({ query, tenant, caller, url }) => {
  const { classId } = query;
  const isOfClass = classId !== undefined && query.memberId === undefined;
  const memberId = query.memberId ?? (caller.kind === 'anonymous' ? undefined : caller.personId);
  if (isOfClass) {
    if (caller.kind !== 'anonymous' && !caller.permissions.has('training.registrations.read'))
      throw denied('training.registrations.read');
  } else if (memberId !== undefined) refuseUnlessFor(caller, memberId, 'training.registrations.read');
  const { registrations, total } = isOfClass
    ? await pageOfClass(tenant, classId, query)
    : memberId === undefined
      ? noRegistrations
      : await pageOfPerson(tenant, memberId, query);
  return ok(
    registrations.map((registration) => shownRegistration(registration)),
    { headers: placeInList(url('/api/v1/registration/ClassRegistration'), query, total) },
  );
});
