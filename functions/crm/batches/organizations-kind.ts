// Batches of organizations.

import { listedOrganizations } from '../../../shared/directory/organizations/listed-organizations.ts';
import type { OrganizationContent } from '../../../shared/directory/organizations/organization.ts';
import {
  organizationKey,
  organizationsById,
} from '../../../shared/directory/organizations/organization-store.ts';
import { updateOrganizations } from '../../../shared/directory/record-merge/current-organizations.ts';
import { organizations } from '../../../shared/directory/writing/collection.ts';
import { throwIfInvalid } from '../../../shared/errors/failure.ts';
import { contentHash } from '../../../shared/values/content-hash.ts';
import {
  buildOrganization,
  noOrganization,
  prepareContent,
  prepareInput,
} from '../organizations/write-organization.ts';
import type { BatchKind } from './batch-kind.ts';
import type { OrganizationBatchRow } from './schemas.ts';

export const organizationsKind: BatchKind<OrganizationContent, 'organization', OrganizationBatchRow> = {
  records: 'organizations',
  collection: organizations,
  entries: listedOrganizations,
  byId: organizationsById,
  current: (tenant, id) => tenant.get(organizationKey(tenant, id), { consistent: true }),
  noRecord: noOrganization,
  // The place of each depends on the one before.
  rowsPerTransaction: 1,
  create: async (context, { id: _, keyValue: __, ...input }) => {
    if (!input.name)
      throwIfInvalid([
        {
          code: 'REQUIRED_FIELD',
          message: 'name is required: a new organization needs one.',
          target: 'name',
        },
      ]);
    const { organization, guards } = await buildOrganization({ ...context, ifMatch: undefined }, input);
    return { record: organization, guards };
  },
  apply: (context, before, { id: _, keyValue: __, ...input }) =>
    prepareInput({ ...context, ifMatch: undefined }, before, input),
  restore: async (context, current, former) =>
    prepareContent({ ...context, ifMatch: undefined }, current, {
      content: await updateOrganizations(context.tenant, former),
      faults: [],
    }),
  toComparable: (content) => ({
    ...content,
    addresses: content.addresses?.map(({ id: _, ...address }) => address),
  }),
  hash: contentHash,
};
