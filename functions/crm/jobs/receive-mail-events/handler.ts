// Notes what the mail system reports about a mail. An event may come more than once, and late.
import { openTenantStore } from '../../../../shared/data/store.ts';
import { parseTenantCode } from '../../../../shared/data/tenant/tenant-code.ts';
import { MailEvent } from '../../communication/broadcasts/events/mail-event.ts';
import { noteMailEvent } from '../../communication/broadcasts/events/note-mail-event.ts';

export const handler = async (event: unknown): Promise<void> => {
  // Events of mails that are not ours, of the same account, have other tags.
  const { data } = MailEvent.safeParse(event);
  const code = data && parseTenantCode(data.detail.mail.tags.tenant?.[0] ?? '');
  if (data && code) await noteMailEvent(openTenantStore(code), data.detail, new Date());
};
