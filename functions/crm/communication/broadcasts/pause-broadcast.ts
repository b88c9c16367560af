// POST /api/v1/Broadcasts/{id}/Pause
import { lambda } from '../../../../shared/http/lambda.ts';
import { pauseBroadcast } from './contract.ts';
import { steer } from './steer.ts';

export const handler = lambda(pauseBroadcast, (context) => steer(context, 'pause'));
