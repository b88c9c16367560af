// GET /api/v1/Organizations/{id}/Manager

import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { toLocalDate } from '../../../shared/time/local-date.ts';
import { findAssignedManager } from '../people/managers/assignment.ts';
import { findOrganizationManager } from '../people/managers/manager.ts';
import { presentManager } from '../people/managers/present.ts';
import { getOrganizationManager } from './contract.ts';
import { requireOrganization } from './organization.ts';

export const handler = lambda(getOrganizationManager, async ({ params: { id }, tenant, ...viewer }) => {
  const [, set, found] = await Promise.all([
    requireOrganization(tenant, id),
    findAssignedManager(tenant, 'organization', id),
    findOrganizationManager(tenant, id, toLocalDate(viewer.settings.timeZone, viewer.now)),
  ]);
  return ok(
    { manager: presentManager(viewer, found), managerId: set?.managerId },
    { version: set?.version ?? 0, isComposed: true },
  );
});
