// GET /api/v1/Public/getClassById/{id}
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { loadClassDetail } from '../../classes/presentation/load-class-views.ts';
import { getCatalogueClass } from './contract.ts';

export const handler = lambda(getCatalogueClass, async (context) =>
  ok(await loadClassDetail(context.params.id, context)),
);
