// POST /api/v1/MailSeries/{id}/Pause
import { lambda } from '../../../../shared/http/lambda.ts';
import { pauseMailSeries } from './contract.ts';
import { steer } from './steer.ts';

export const handler = lambda(pauseMailSeries, (context) => steer(context, 'pause'));
