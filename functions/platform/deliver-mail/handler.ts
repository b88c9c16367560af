// Sends mails as they appear in the outbox. What fails here is tried again by sweep-mail.
import type { Context } from 'aws-lambda';
import { deliver, mailSender, timeForOneTry } from '../../../shared/mail/deliver.ts';
import { mailById } from '../../../shared/mail/outbox.ts';
import { itemOf } from '../../../shared/platform/tenants.ts';
import type { ChangeEventInput } from '../../../shared/platform/trigger.ts';

const ofOutbox = /^OUTBOX#(.+)$/;

export const handler = async (
  event: ChangeEventInput,
  context?: Pick<Context, 'getRemainingTimeInMillis'>,
): Promise<void> => {
  for (const { dynamodb } of event.Records) {
    const item = itemOf(dynamodb.Keys);
    const id = ofOutbox.exec(item?.partition ?? '')?.[1];
    if (!item || id === undefined) continue;
    if (context && context.getRemainingTimeInMillis() < timeForOneTry) break;
    const mail = await mailById(item.tenant, id);
    if (mail?.state === 'waiting' && mail.tries === 0) await deliver(item.tenant, mail, await mailSender());
  }
};
