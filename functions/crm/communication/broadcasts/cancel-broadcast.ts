// POST /api/v1/Broadcasts/{id}/Cancel
import { lambda } from '../../../../shared/http/lambda.ts';
import { cancelBroadcast } from './contract.ts';
import { steer } from './steer.ts';

export const handler = lambda(cancelBroadcast, (context) => steer(context, 'cancel'));
