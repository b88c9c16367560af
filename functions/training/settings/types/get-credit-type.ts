// GET /api/v1/Settings/CreditTypes/{id}
import { lambda } from '../../../../shared/http/lambda.ts';
import { getCreditType } from './contract.ts';
import { getType } from './operations.ts';

export const handler = lambda(getCreditType, getType('creditType'));
