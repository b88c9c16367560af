// DELETE /api/v1/Settings/LevelTypes/{id}
import { lambda } from '../../../../shared/http/lambda.ts';
import { deleteLevelType } from './contract.ts';
import { deleteType } from './operations.ts';

export const handler = lambda(deleteLevelType, deleteType('levelType'));
