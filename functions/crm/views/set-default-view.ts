// PUT /api/v1/Views/Default
import { Failure, invalid } from '../../../shared/errors/failure.ts';
import { unknownId } from '../../../shared/errors/unknown-id.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { noContent, write } from '../../../shared/http/reply.ts';
import { setDefaultView } from './contract.ts';
import { assertMayShare } from './view.ts';
import { findView, setDefault, type ViewItem } from './view-store.ts';
import type { ViewedList } from './viewed-lists.ts';

/** @throws Failure 409 when a view cannot be the default of this list, or of everybody */
function assertCanBeDefault(view: ViewItem, list: ViewedList, isForEverybody: boolean): void {
  if (view.list !== list)
    throw new Failure('CONFLICT', `${view.name} is a view of ${view.list}, not of ${list}.`, {
      target: 'list',
    });
  if (isForEverybody && view.owner !== undefined)
    throw new Failure(
      'CONFLICT',
      `${view.name} is not shared: share it first, then make it everybody's default.`,
    );
}

export const handler = lambda(setDefaultView, async ({ tenant, caller, body }) => {
  const { list, viewId, isForEverybody = false } = body;
  if (isForEverybody) assertMayShare(caller);
  const owner = isForEverybody ? undefined : caller.subject;
  if (viewId === null) return write(setDefault(tenant, owner, list, undefined), noContent());
  const view = await findView(tenant, caller.subject, viewId);
  if (!view) throw invalid([unknownId('view', viewId, 'viewId')]);
  assertCanBeDefault(view, list, isForEverybody);
  return write(setDefault(tenant, owner, list, viewId.toLowerCase()), noContent());
});
