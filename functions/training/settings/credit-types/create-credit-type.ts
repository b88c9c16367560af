// POST /api/v1/Settings/CreditTypes
import { lambda } from '../../../../shared/http/lambda.ts';
import { createType } from '../types/operations.ts';
import { createCreditType } from './contract.ts';

export const handler = lambda(createCreditType, (context) => createType('creditType', context));
