// POST /api/v1/TenantRegion
import { lambda } from '../../../../shared/http/lambda.ts';
import { insertDefinition } from '../definitions/definition.ts';
import { createRegion } from './contract.ts';
import { buildRegion, regionKind } from './region.ts';

export const handler = lambda(createRegion, (context) =>
  insertDefinition(context, regionKind, buildRegion(context.body)),
);
