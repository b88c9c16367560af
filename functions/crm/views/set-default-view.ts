// PUT /api/v1/Views/Default
import { type ErrorDetail, Failure, invalid } from '../../../shared/errors/failure.ts';
import { unknownId } from '../../../shared/errors/unknown-id.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { noContent, write } from '../../../shared/http/reply.ts';
import { setDefaultView } from './contract.ts';
import { assertMayShare } from './view.ts';
import { findView, setDefault, type ViewItem } from './view-store.ts';

/** What keeps a view from being the default of this list. */
function checkChoice(
  view: ViewItem | undefined,
  { list, viewId }: { readonly list: string; readonly viewId: string },
): ErrorDetail | undefined {
  if (!view) return unknownId('view', viewId, 'viewId');
  if (view.list !== list)
    return {
      code: 'UNKNOWN_VALUE',
      message: `${view.name} is a view of ${view.list}, not of ${list}.`,
      target: 'viewId',
    };
  return undefined;
}

export const handler = lambda(setDefaultView, async ({ tenant, caller, body }) => {
  const { list, viewId, isForEverybody = false } = body;
  if (isForEverybody) assertMayShare(caller);
  const owner = isForEverybody ? undefined : caller.subject;
  if (viewId === null) return write(setDefault(tenant, owner, list, undefined), noContent());
  const view = await findView(tenant, caller.subject, viewId);
  const fault = checkChoice(view, { list, viewId });
  if (fault) throw invalid([fault]);
  if (isForEverybody && view?.owner !== undefined)
    throw new Failure(
      'CONFLICT',
      `${view.name} is not shared: share it first, then make it everybody's default.`,
    );
  return write(setDefault(tenant, owner, list, viewId.toLowerCase()), noContent());
});
