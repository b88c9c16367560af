// PUT /api/v1/Settings/CreditTypes/{id}
import { lambda } from '../../../../shared/http/lambda.ts';
import { updateType } from '../types/operations.ts';
import { updateCreditType } from './contract.ts';

export const handler = lambda(updateCreditType, (context) => updateType('creditType', context));
