// POST /api/v1/AwardsRegistration/{id}/Approve
import { lambda } from '../../../../shared/http/lambda.ts';
import { approveAwardRegistration } from './contract.ts';
import { decideAwardRegistration } from './decide.ts';

export const handler = lambda(approveAwardRegistration, (ctx) => decideAwardRegistration(ctx, 'Active'));
