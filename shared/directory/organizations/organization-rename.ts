// Marks an organization that has got another name, of which its people have a copy.
import { type Change, put } from '../../data/changes.ts';
import type { Key, TenantStore } from '../../data/store.ts';

interface OrganizationRenameItem {
  readonly type: 'organization-rename';
  /** Another one for each name, so that the item changes. */
  readonly mark: string;
}

const renameKey = (tenant: TenantStore, id: string): Key<OrganizationRenameItem> =>
  tenant.key(`ORG#${id}`, 'RENAME');

/** Has the people of an organization given its name, or the rest of them. */
export const markRename = (tenant: TenantStore, id: string, mark: string): Change =>
  put(renameKey(tenant, id), { type: 'organization-rename', mark });
