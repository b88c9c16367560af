// DELETE /api/v1/Settings/ObjectTypes/{id}
import { lambda } from '../../../../shared/http/lambda.ts';
import { deleteObjectType } from './contract.ts';
import { deleteType } from './operations.ts';

export const handler = lambda(deleteObjectType, deleteType('objectType'));
