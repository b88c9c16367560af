// PUT /api/v1/Settings/CreditTypes/{id}
import { lambda } from '../../../../shared/http/lambda.ts';
import { updateCreditType } from './contract.ts';
import { updateType } from './operations.ts';

export const handler = lambda(updateCreditType, updateType('creditType'));
