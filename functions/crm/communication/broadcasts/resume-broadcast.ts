// POST /api/v1/Broadcasts/{id}/Resume
import { lambda } from '../../../../shared/http/lambda.ts';
import { resumeBroadcast } from './contract.ts';
import { steer } from './steer.ts';

export const handler = lambda(resumeBroadcast, (context) => steer(context, 'resume'));
