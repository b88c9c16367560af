// GET /api/v1/Settings/CreditTypes
import { lambda } from '../../../../shared/http/lambda.ts';
import { listCreditTypes } from './contract.ts';
import { listTypes } from './operations.ts';

export const handler = lambda(listCreditTypes, listTypes('creditType'));
