// Finds the static list of a request.
import type { TenantStore } from '../../../../../shared/data/store.ts';
import { type MailingListItem, mailingLists } from '../../../../../shared/directory/lists/mailing-list.ts';
import { requireDefinition } from '../../../../../shared/directory/record/definition-store.ts';
import { conflict } from '../../../../../shared/errors/failure.ts';

/** @throws Failure 404, 409 for a dynamic list */
export async function requireStaticList(tenant: TenantStore, id: string): Promise<MailingListItem> {
  const list = await requireDefinition(tenant, mailingLists, id, 'listId');
  if (list.kind === 'dynamic')
    throw conflict(`${list.name} is a dynamic list: whoever is in its groups or passes its filter is on it.`);
  return list;
}
