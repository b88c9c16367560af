// Seeds an organization that is stored twice, as two sources give it: the examples of a merge and of its undo.
import { commit } from '../../../../shared/data/changes.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { OrganizationContent } from '../../../../shared/directory/organizations/organization.ts';
import { organizationById } from '../../../../shared/directory/organizations/organization-store.ts';
import { nextVersion, pickContent } from '../../../../shared/directory/record/stored.ts';
import { organizationMerges } from '../../../../shared/directory/record-merge/merge-kind.ts';
import { mergeById } from '../../../../shared/directory/record-merge/merge-record.ts';
import { organizations } from '../../../../shared/directory/writing/collection.ts';
import { upsert } from '../../../../shared/directory/writing/upsert.ts';
import { demoId } from '../steps/references.ts';
import { buildEndedMerge } from './seed-ended-merge.ts';

const twice: Readonly<Record<string, OrganizationContent>> = {
  yarrow: { name: 'Yarrow Water District', organizationType: 'Agency', tags: ['Water'] },
  'yarrow-again': { name: 'Yarrow Water', website: 'https://yarrow.example/' },
};
const merged: OrganizationContent = { name: 'Yarrow Water Works', phone: '503-555-0191' };

/** Seeds the organizations and returns their ids. Existing ones, and merged ones, stay as they are. */
export async function seedDuplicateOrganizations(
  tenant: TenantStore,
  intoId: string,
  now: Date,
): Promise<Readonly<Record<string, string>>> {
  const idOf = (key: string): string => demoId(tenant.code, `organization:${key}`);
  const records = Object.entries(twice).map(([key, content]) => ({ id: idOf(key), content }));
  const found = await Promise.all(
    records.map(async ({ id }) => [
      await mergeById(tenant, organizationMerges, id),
      await organizationById(tenant, id),
    ]),
  );
  const absent = records.filter((_, index) => !found[index]?.some((each) => each !== undefined));
  if (absent.length > 0) await upsert(tenant, organizations, absent, { now });
  const removedId = idOf('yarrow-works');
  const into = await organizationById(tenant, intoId);
  if (into && !(await mergeById(tenant, organizationMerges, removedId))) {
    const content = pickContent<OrganizationContent>(OrganizationContent, into);
    const removed = nextVersion('organization', removedId, merged, undefined, now);
    await commit(
      buildEndedMerge(tenant, organizationMerges, intoId, now, { removed, before: content, after: content }),
    );
  }
  return {
    remainingOrganizationId: idOf('yarrow'),
    duplicateOrganizationId: idOf('yarrow-again'),
    mergedOrganizationId: removedId,
  };
}
