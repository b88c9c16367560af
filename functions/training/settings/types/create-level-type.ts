// POST /api/v1/Settings/LevelTypes
import { lambda } from '../../../../shared/http/lambda.ts';
import { createLevelType } from './contract.ts';
import { createType } from './operations.ts';

export const handler = lambda(createLevelType, createType('levelType'));
