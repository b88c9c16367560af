// GET /api/v1/Settings/LevelTypes/{id}
import { lambda } from '../../../../shared/http/lambda.ts';
import { getLevelType } from './contract.ts';
import { getType } from './operations.ts';

export const handler = lambda(getLevelType, getType('levelType'));
