// PUT /api/v1/Settings/LevelTypes/{id}
import { lambda } from '../../../../shared/http/lambda.ts';
import { updateLevelType } from './contract.ts';
import { updateType } from './operations.ts';

export const handler = lambda(updateLevelType, updateType('levelType'));
