// GET /api/v1/Classes/{id}
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { getClass } from './contract.ts';
import { loadClassDetail } from './presentation/load-class-views.ts';

// Composed: seats and states change without the class.
export const handler = lambda(getClass, async (context) => {
  const detail = await loadClassDetail(context.params.id, context);
  return ok(detail, { version: detail.version, isComposed: true });
});
