// The organizations of former content, as they are now: renamed ones have their new name, and those that were merged into
// others are the others.
import type { TenantStore } from '../../data/store.ts';
import { omitUndefined } from '../../values/omit-undefined.ts';
import { organizationsById } from '../organizations/organization-store.ts';
import { organizationMerges } from './merge-kind.ts';
import { survivorById } from './merge-record.ts';

interface Part {
  readonly organizationId?: string | undefined;
  readonly organizationName?: string | undefined;
}

/** What people and organizations refer to organizations by. */
interface Referring extends Part {
  readonly positions?: readonly Part[] | undefined;
  readonly parentId?: string | undefined;
  /** Among them values that are ids of organizations. */
  readonly customFields?: readonly { readonly id: string; readonly value: string }[] | undefined;
}

const isId = (value: string): boolean => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value);

const listIds = ({ positions = [], customFields = [], parentId, ...main }: Referring): string[] => [
  ...new Set([
    ...[main, ...positions].flatMap(({ organizationId }) => organizationId ?? []),
    ...(parentId === undefined ? [] : [parentId]),
    ...customFields.flatMap(({ value }) => (isId(value) ? [value] : [])),
  ]),
];

/** The content with the ids and names that its organizations have now. */
export async function updateOrganizations<C extends Referring>(tenant: TenantStore, content: C): Promise<C> {
  const ids = listIds(content);
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
  const idNow = (id: string): string => current.get(id)?.id ?? id;
  const give = <T extends Part>(part: T): T => {
    const organization = part.organizationId === undefined ? undefined : current.get(part.organizationId);
    return organization
      ? { ...part, organizationId: organization.id, organizationName: organization.name }
      : part;
  };
  return {
    ...give(content),
    ...omitUndefined({
      positions: content.positions?.map(give),
      parentId: content.parentId && idNow(content.parentId),
      customFields: content.customFields?.map((field) => ({ ...field, value: idNow(field.value) })),
    }),
  };
}
