// POST /api/v1/MailSeries/{id}/Resume
import { lambda } from '../../../../shared/http/lambda.ts';
import { resumeMailSeries } from './contract.ts';
import { steer } from './steer.ts';

export const handler = lambda(resumeMailSeries, (context) => steer(context, 'resume'));
