// GET /api/v1/Settings/CreditTypes/{id}
import { lambda } from '../../../../shared/http/lambda.ts';
import { getType } from '../types/operations.ts';
import { getCreditType } from './contract.ts';

export const handler = lambda(getCreditType, (context) => getType('creditType', context));
