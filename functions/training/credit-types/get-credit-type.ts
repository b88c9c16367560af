// GET /api/v1/Settings/CreditTypes/{id}
import { lambda } from '../../../shared/http/lambda.ts';
import { getType } from '../settings/operations.ts';
import { getCreditType } from './contract.ts';

export const handler = lambda(getCreditType, (context) => getType('creditType', context));
