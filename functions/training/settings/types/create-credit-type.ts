// POST /api/v1/Settings/CreditTypes
import { lambda } from '../../../../shared/http/lambda.ts';
import { createCreditType } from './contract.ts';
import { createType } from './operations.ts';

export const handler = lambda(createCreditType, createType('creditType'));
