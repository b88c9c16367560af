// Merging two organizations that are one, and undoing it (docs/interface/crm.md#merging-organizations).
import * as z from 'zod';
import { Organization } from '../../../../shared/directory/organizations/organization.ts';
import { endpoint } from '../../../../shared/http/endpoint.ts';
import { buildMergeFields, choose } from '../../merge/present-merge.ts';
import { listFields, singleFields } from './combine.ts';

const shared = { area: 'crm', tags: ['Organizations'] } as const;
const reading = { ...shared, access: { permission: 'crm.organizations.read', token: 'required' } } as const;
const writing = { ...shared, access: { permission: 'crm.organizations.write', token: 'required' } } as const;

const { removedId, ...mergeFields } = buildMergeFields('organization');
const OrganizationMerge = z
  .strictObject({
    removedId,
    organizationId: z.uuid().meta({ description: 'The organization that remains.' }),
    ...mergeFields,
  })
  .meta({ id: 'OrganizationMerge' });

const MergedOrganization = z
  .strictObject({ organization: Organization, merge: OrganizationMerge })
  .meta({ id: 'MergedOrganization' });

export const mergeOrganizations = endpoint({
  ...writing,
  method: 'POST',
  path: '/api/v1/organization/{id}/Merge',
  summary: 'Merge another organization into this one',
  description:
    'The other organization is removed at once, and the id stands for this one from then on. What refers to it follows within seconds: people and their positions, organizations below it, committees, managers, credits, certifications, registrations, and others. Refused with 409 when this organization is below the other one, or while an import of organizations is running. Send the ETag of this organization as If-Match to prevent lost updates.',
  params: z.object({ id: z.guid().meta({ description: 'The id of the organization that remains.' }) }),
  body: z
    .object({
      organizationId: z.guid().toLowerCase().meta({ description: 'The organization to remove.' }),
      fields: z
        .object({
          ...choose(singleFields, ['remaining', 'removed']),
          ...choose(listFields, ['remaining', 'removed', 'both']),
        })
        .nullish()
        .meta({
          description:
            'Whose value each field has. By default that of the organization that remains, or else of the removed one; lists have the entries of both.',
          example: { website: 'removed', tags: 'both' },
        }),
    })
    .meta({ id: 'MergeOrganizationsRequest' }),
  responses: {
    200: { description: 'The organization that remains, and the merge.', body: MergedOrganization },
  },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  budget: { roundTrips: 20, readUnits: 40, writeUnits: 38 },
  example: {
    params: { id: '{{remainingOrganizationId}}' },
    body: { organizationId: '{{duplicateOrganizationId}}', fields: { website: 'removed' } },
  },
});

export const listOrganizationMerges = endpoint({
  ...reading,
  method: 'GET',
  path: '/api/v1/organization/{id}/Merges',
  summary: 'List the merges of an organization',
  description:
    'The merge of the organization into another one, and those of others into this one, the newest first.',
  params: z.object({
    id: z.guid().meta({ description: 'The id of an organization, also of a removed one.' }),
  }),
  responses: {
    200: {
      description: 'The merges.',
      body: z.strictObject({ data: z.array(OrganizationMerge) }).meta({ id: 'OrganizationMerges' }),
    },
  },
  refuses: ['RESOURCE_NOT_FOUND'],
  budget: { roundTrips: 5, readUnits: 30 },
  example: { params: { id: '{{organizationId}}' } },
});

export const undoOrganizationMerge = endpoint({
  ...writing,
  method: 'POST',
  path: '/api/v1/organization/{id}/UndoMerge',
  summary: 'Undo the merge of an organization',
  description:
    'Within 30 days. Both organizations are separate again at once, and what refers to them follows within seconds. What somebody has changed since the merge stays as it is, and is listed in notUndone; so is an organization that has no place below the restored one any more.',
  params: z.object({ id: z.guid().meta({ description: 'The id of the organization that was removed.' }) }),
  responses: { 200: { description: 'The restored organization, and the merge.', body: MergedOrganization } },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  ifMatch: 'ignored',
  budget: { roundTrips: 20, readUnits: 40, writeUnits: 35 },
  example: { params: { id: '{{mergedOrganizationId}}' } },
});
