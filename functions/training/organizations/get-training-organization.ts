// GET /api/v1/Organizations/{id}

import {
  listChildOrganizationIds,
  listOrganizationPersonIds,
} from '../../../shared/directory/organizations/organization-entries.ts';
import {
  organizationById,
  organizationsById,
} from '../../../shared/directory/organizations/organization-store.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { toLocalDate } from '../../../shared/time/local-date.ts';
import { findOrganizationManager } from '../people/managers/manager.ts';
import { presentManager } from '../people/managers/present.ts';
import { getTrainingOrganization } from './contract.ts';
import { presentOrganization, requireOrganization } from './organization.ts';
import { summarizePeopleTraining } from './training-summary.ts';

export const handler = lambda(
  getTrainingOrganization,
  async ({ params: { id }, tenant, caller, settings, now }) => {
    const organization = await requireOrganization(tenant, id);
    const { parentId } = organization;
    const today = toLocalDate(settings.timeZone, now);
    const [people, belowIds, parent, manager] = await Promise.all([
      listOrganizationPersonIds(tenant, id),
      listChildOrganizationIds(tenant, id),
      parentId === undefined ? undefined : organizationById(tenant, parentId),
      findOrganizationManager(tenant, id, today),
    ]);
    const [below, training] = await Promise.all([
      belowIds.length === 0 ? [] : organizationsById(tenant, belowIds),
      summarizePeopleTraining(tenant, people, today),
    ]);
    return ok({
      ...presentOrganization(organization),
      parentName: parent?.name,
      manager: presentManager({ caller, settings }, manager),
      people: people.length,
      below: below.flatMap((child) => (child ? [presentOrganization(child)] : [])),
      training,
    });
  },
);
