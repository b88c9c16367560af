// POST /api/v1/AwardsRegistration/{id}/Deny
import { lambda } from '../../../../shared/http/lambda.ts';
import { denyAwardRegistration } from './contract.ts';
import { decideAwardRegistration } from './decide.ts';

export const handler = lambda(denyAwardRegistration, (ctx) => decideAwardRegistration(ctx, 'Denied'));
