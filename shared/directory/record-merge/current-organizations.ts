// The organizations of a person's former content, as they are now: renamed ones have their new name, and those that were
// merged into others are the others.
import type { TenantStore } from '../../data/store.ts';
import { omitUndefined } from '../omit-undefined.ts';
import { organizationsById } from '../organization-store.ts';
import type { PersonContent } from '../person.ts';
import { organizationMerges } from './merge-kind.ts';
import { survivorById } from './merge-record.ts';

/** The content with the ids and names that its organizations have now. */
export async function updateOrganizations(
  tenant: TenantStore,
  content: PersonContent,
): Promise<PersonContent> {
  const ids = [
    ...new Set([content, ...(content.positions ?? [])].flatMap(({ organizationId }) => organizationId ?? [])),
  ];
  if (ids.length === 0) return content;
  const found = await organizationsById(tenant, ids);
  const current = new Map(
    await Promise.all(
      ids.map(
        async (id, index) =>
          [id, found[index] ?? (await survivorById(tenant, organizationMerges, id))] as const,
      ),
    ),
  );
  const give = <T extends { organizationId?: string | undefined; organizationName?: string | undefined }>(
    part: T,
  ): T => {
    const organization = part.organizationId === undefined ? undefined : current.get(part.organizationId);
    return organization
      ? { ...part, organizationId: organization.id, organizationName: organization.name }
      : part;
  };
  return { ...give(content), ...omitUndefined({ positions: content.positions?.map(give) }) };
}
