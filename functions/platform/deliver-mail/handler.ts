// Sends mails as they appear in the outbox. Failed ones are retried by sweep-mail.
import { ATTEMPT_MILLISECONDS, createMailSender, deliverMail } from '../../../shared/mail/deliver.ts';
import { mailById } from '../../../shared/mail/outbox.ts';
import { noteRefusals } from '../../../shared/mail-consent/note-refusals.ts';
import type { RemainingTime } from '../../../shared/platform/remaining-time.ts';
import { listChangedItems } from '../../../shared/platform/tenants.ts';
import type { ChangeEventInput } from '../../../shared/platform/trigger.ts';

const outboxPattern = /^OUTBOX#(.+)$/;

export const handler = async (event: ChangeEventInput, context?: RemainingTime): Promise<void> => {
  for (const item of listChangedItems(event)) {
    const id = outboxPattern.exec(item.partition)?.[1];
    if (id === undefined) continue;
    if (context && context.getRemainingTimeInMillis() < ATTEMPT_MILLISECONDS) break;
    const mail = await mailById(item.tenant, id);
    if (mail?.state === 'waiting' && mail.tries === 0)
      await deliverMail(item.tenant, mail, noteRefusals(item.tenant, await createMailSender()));
  }
};
