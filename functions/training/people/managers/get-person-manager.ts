// GET /api/v1/People/{personId}/Manager

import { assertMayActFor } from '../../../../shared/auth/access/person-access.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { toLocalDate } from '../../../../shared/time/local-date.ts';
import { requirePerson } from '../../access/people-lookup.ts';
import { findAssignedManager } from './assignment.ts';
import { getPersonManager } from './contract.ts';
import { findPersonManager } from './manager.ts';
import { presentManager } from './present.ts';

export const handler = lambda(getPersonManager, async ({ params, tenant, caller, settings, now }) => {
  assertMayActFor(caller, params.personId, 'training.people.read');
  const person = await requirePerson(tenant, params.personId);
  const [set, found] = await Promise.all([
    findAssignedManager(tenant, 'person', person.id),
    findPersonManager(tenant, person, toLocalDate(settings.timeZone, now)),
  ]);
  return ok(
    { manager: presentManager({ caller, settings }, found), managerId: set?.managerId },
    { version: set?.version ?? 0, isComposed: true },
  );
});
