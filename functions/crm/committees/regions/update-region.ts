// PUT /api/v1/TenantRegion/{regionId}
import { lambda } from '../../../../shared/http/lambda.ts';
import { replaceDefinition } from '../definitions/definition.ts';
import { updateRegion } from './contract.ts';
import { buildRegion, regionKind } from './region.ts';

export const handler = lambda(updateRegion, (context) =>
  replaceDefinition(context, regionKind, context.params.regionId, buildRegion(context.body)),
);
