// PUT /api/v1/Settings/ObjectTypes/{id}
import { lambda } from '../../../../shared/http/lambda.ts';
import { updateObjectType } from './contract.ts';
import { updateType } from './operations.ts';

export const handler = lambda(updateObjectType, updateType('objectType'));
