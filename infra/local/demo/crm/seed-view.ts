// A view of the people of a demo tenant, shared with everybody.
import { findView, saveView, type ViewContent } from '../../../../functions/crm/views/view-store.ts';
import { commit } from '../../../../shared/data/changes.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { nextVersion } from '../../../../shared/directory/record/stored.ts';

/** Shares a view of the active people, unless it is there. */
export async function seedView(tenant: TenantStore, id: string, now: Date): Promise<void> {
  if (await findView(tenant, '', id)) return;
  const request = {
    sortBy: 'name',
    filterBody: {
      search: [],
      filterRules: [{ fieldId: 'status', filterType: 4, selectedValues: ['Active'] }],
    },
  };
  const content: ViewContent = {
    list: 'people',
    name: 'Active people',
    request,
    columns: ['name', 'organization'],
  };
  await commit(
    saveView(tenant, { before: undefined, after: nextVersion('view', id, content, undefined, now) }),
  );
}
