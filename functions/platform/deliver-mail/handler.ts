// Sends mails as they appear in the outbox. What fails here is tried again by sweep-mail.
import type { Context, DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda';
import { forTenant, tenantCode } from '../../../shared/data/store.ts';
import { deliver, smtpSender, timeForOneTry } from '../../../shared/mail/deliver.ts';
import { mailById } from '../../../shared/mail/outbox.ts';

const ofOutbox = /^T#([a-z0-9-]+)#OUTBOX#(.+)$/;

export const handler = async (
  event: DynamoDBStreamEvent,
  context?: Pick<Context, 'getRemainingTimeInMillis'>,
): Promise<DynamoDBBatchResponse> => {
  for (const { eventName, dynamodb } of event.Records) {
    const [, tenantText = '', id = ''] = ofOutbox.exec(dynamodb?.Keys?.pk?.S ?? '') ?? [];
    const code = eventName === 'INSERT' ? tenantCode(tenantText) : undefined;
    if (!code) continue;
    if (context && context.getRemainingTimeInMillis() < timeForOneTry) break;
    const tenant = forTenant(code);
    const mail = await mailById(tenant, id);
    if (mail?.state === 'waiting' && mail.tries === 0) await deliver(tenant, mail, await smtpSender());
  }
  return { batchItemFailures: [] };
};
