// GET /api/v1/TenantRegion/{regionId}
import { lambda } from '../../../../shared/http/lambda.ts';
import { replyWithDefinition } from '../definitions/definition.ts';
import { getRegion } from './contract.ts';
import { regionKind } from './region.ts';

export const handler = lambda(getRegion, (context) =>
  replyWithDefinition(context, regionKind, context.params.regionId),
);
