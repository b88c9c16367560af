// A saved view: what a request makes of it, who may change it, and its form in the interface.
import type { Caller } from '../../../shared/auth/access/access.ts';
import type { TenantStore } from '../../../shared/data/store.ts';
import { Failure, permissionDenied } from '../../../shared/errors/failure.ts';
import { omitUndefined } from '../../../shared/values/omit-undefined.ts';
import type { ViewInput } from './contract.ts';
import { listViewsOf, type ViewContent, type ViewItem, type ViewOwner } from './view-store.ts';

export const MAX_VIEWS = 200;

const share = 'crm.views.share';

/** @throws Failure 403 when the caller may not change what everybody sees */
export function assertMayShare(caller: Caller): void {
  if (!caller.permissions.has(share)) throw permissionDenied(share);
}

/**
 * The view that a request asks for.
 * @throws Failure 403 when it is shared and the caller may not
 */
export function buildView(
  { list, name, request, columns, isShared }: ViewInput,
  caller: Caller,
): ViewContent {
  if (isShared) assertMayShare(caller);
  return {
    list,
    name,
    request: JSON.parse(JSON.stringify(request)),
    ...omitUndefined({ columns, owner: isShared ? undefined : caller.subject }),
  };
}

/** @throws Failure 409 when the owner has as many views as anybody can find one in */
export async function assertHasRoom(tenant: TenantStore, owner: ViewOwner): Promise<void> {
  if ((await listViewsOf(tenant, owner)).length < MAX_VIEWS) return;
  const who = owner === undefined ? 'There are' : 'You have';
  throw new Failure(
    'CONFLICT',
    `${who} ${MAX_VIEWS} ${owner === undefined ? 'shared ' : ''}views already; delete one first.`,
  );
}

/** The view in the interface's form. */
export const presentView = (view: ViewItem, tenantCode: string, isDefault: boolean) => ({
  id: view.id,
  list: view.list,
  name: view.name,
  request: view.request,
  ...omitUndefined({ columns: view.columns }),
  isShared: view.owner === undefined,
  isDefault,
  createdDate: view.createdDate,
  modifiedDate: view.modifiedDate,
  tenantId: tenantCode,
});
