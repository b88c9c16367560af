// Sends mails as they appear in the outbox. What fails here is tried again by sweep-mail.
import { deliver, createMailSender, timeForOneTry } from '../../../shared/mail/deliver.ts';
import { mailById } from '../../../shared/mail/outbox.ts';
import type { Remaining } from '../../../shared/platform/tenant-rounds.ts';
import { listChangedItems } from '../../../shared/platform/tenants.ts';
import type { ChangeEventInput } from '../../../shared/platform/trigger.ts';

const ofOutbox = /^OUTBOX#(.+)$/;

export const handler = async (event: ChangeEventInput, context?: Remaining): Promise<void> => {
  for (const item of listChangedItems(event)) {
    const id = ofOutbox.exec(item.partition)?.[1];
    if (id === undefined) continue;
    if (context && context.getRemainingTimeInMillis() < timeForOneTry) break;
    const mail = await mailById(item.tenant, id);
    if (mail?.state === 'waiting' && mail.tries === 0) await deliver(item.tenant, mail, await createMailSender());
  }
};
