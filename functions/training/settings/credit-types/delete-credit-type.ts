// DELETE /api/v1/Settings/CreditTypes/{id}
import { lambda } from '../../../../shared/http/lambda.ts';
import { deleteType } from '../types/operations.ts';
import { deleteCreditType } from './contract.ts';

export const handler = lambda(deleteCreditType, (context) => deleteType('creditType', context));
