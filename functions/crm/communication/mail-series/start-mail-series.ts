// POST /api/v1/MailSeries/{id}/Start
import { lambda } from '../../../../shared/http/lambda.ts';
import { startMailSeries } from './contract.ts';
import { steer } from './steer.ts';

export const handler = lambda(startMailSeries, (context) => steer(context, 'start'));
