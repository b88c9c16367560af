// GET /api/v1/Settings/LevelTypes
import { lambda } from '../../../../shared/http/lambda.ts';
import { listLevelTypes } from './contract.ts';
import { listTypes } from './operations.ts';

export const handler = lambda(listLevelTypes, listTypes('levelType'));
