// GET /api/v1/Settings/ObjectTypes
import { lambda } from '../../../../shared/http/lambda.ts';
import { listObjectTypes } from './contract.ts';
import { listTypes } from './operations.ts';

export const handler = lambda(listObjectTypes, listTypes('objectType'));
