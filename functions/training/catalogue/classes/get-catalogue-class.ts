// GET /api/v1/Public/getClassById/{id}
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { shownById } from '../../classes/load-class-views.ts';
import { getCatalogueClass } from './contract.ts';

export const handler = lambda(getCatalogueClass, async (asked) =>
  ok(await shownById(asked.params.id, asked)),
);
