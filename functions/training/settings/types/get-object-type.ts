// GET /api/v1/Settings/ObjectTypes/{id}
import { lambda } from '../../../../shared/http/lambda.ts';
import { getObjectType } from './contract.ts';
import { getType } from './operations.ts';

export const handler = lambda(getObjectType, getType('objectType'));
