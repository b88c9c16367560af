// POST /api/v1/MailSeries/{id}/End
import { lambda } from '../../../../shared/http/lambda.ts';
import { endMailSeries } from './contract.ts';
import { steer } from './steer.ts';

export const handler = lambda(endMailSeries, (context) => steer(context, 'end'));
