// Presents a merge of organizations, and says how organizations are merged.

import { OrganizationContent } from '../../../../shared/directory/organizations/organization.ts';
import type { OrganizationItem } from '../../../../shared/directory/organizations/organization-store.ts';
import { organizationMerges } from '../../../../shared/directory/record-merge/merge-kind.ts';
import { organizations } from '../../../../shared/directory/writing/collection.ts';
import { presentMerge } from '../../merge/present-merge.ts';
import type { MergeTarget } from '../../merge/write-merge.ts';

export const mergedOrganizations: MergeTarget<OrganizationContent, OrganizationItem['type']> = {
  kind: organizationMerges,
  collection: organizations,
  schema: OrganizationContent,
  nameRecord: ({ name }) => name,
};

/** The merge in the interface's form. */
export const presentOrganizationMerge = (
  merge: Parameters<typeof presentMerge>[0] & { readonly into: string },
) => ({ ...presentMerge(merge), organizationId: merge.into });
