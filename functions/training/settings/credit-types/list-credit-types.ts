// GET /api/v1/Settings/CreditTypes
import { lambda } from '../../../../shared/http/lambda.ts';
import { listTypes } from '../types/operations.ts';
import { listCreditTypes } from './contract.ts';

export const handler = lambda(listCreditTypes, (context) => listTypes('creditType', context));
