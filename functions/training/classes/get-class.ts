// GET /api/v1/Classes/{id}
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { getClass } from './contract.ts';
import { loadClassDetail } from './load-class-views.ts';

// Without a version: seats and states change without the class, so the entity tag comes from the reply itself. The
// version that a change may name in If-Match is in the body.
export const handler = lambda(getClass, async (context) =>
  ok(await loadClassDetail(context.params.id, context)),
);
