// POST /api/v1/Settings/ObjectTypes
import { lambda } from '../../../../shared/http/lambda.ts';
import { createObjectType } from './contract.ts';
import { createType } from './operations.ts';

export const handler = lambda(createObjectType, createType('objectType'));
