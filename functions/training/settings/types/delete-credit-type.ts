// DELETE /api/v1/Settings/CreditTypes/{id}
import { lambda } from '../../../../shared/http/lambda.ts';
import { deleteCreditType } from './contract.ts';
import { deleteType } from './operations.ts';

export const handler = lambda(deleteCreditType, deleteType('creditType'));
