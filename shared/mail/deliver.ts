// Sends mails of the outbox by SMTP: each is claimed, tried, and settled.
import { commit, StaleRead } from '../data/changes.ts';
import type { TenantStore } from '../data/store.ts';
import { claim, failed, type OutboxItem, sent } from './outbox.ts';

/** Sends one mail; rejects when the server did not take it. `messageId` is the same at every try, so that receivers can tell a repeat. */
export type Send = (mail: OutboxItem, messageId: string) => Promise<void>;

/** The SMTP sender of env SMTP_URL, from env MAIL_FROM. The library is loaded when the first mail goes out. */
export async function smtpSender(): Promise<Send> {
  const url = process.env.SMTP_URL;
  if (!url) throw new Error('SMTP_URL is not set; it names the mail server, as smtp://host:port.');
  const { createTransport } = await import('nodemailer');
  const transport = createTransport(url, {
    from: process.env.MAIL_FROM ?? 'Rostrum <no-reply@rostrum.invalid>',
  });
  return async ({ to, subject, text }, messageId) => {
    await transport.sendMail({ to, subject, text, messageId });
  };
}

/**
 * Tries one mail. At least once: when the process dies after the server took the mail and before that is
 * noted, the same Message-ID goes out again.
 * @returns what became of it; `taken` when another process has it
 */
export async function deliver(
  tenant: TenantStore,
  mail: OutboxItem,
  send: Send,
  now: () => Date = () => new Date(),
): Promise<'sent' | 'failed' | 'taken'> {
  const { change, claimed } = claim(tenant, mail, now());
  try {
    await commit([change]);
  } catch (error) {
    if (error instanceof StaleRead) return 'taken';
    throw error;
  }
  try {
    await send(claimed, `<${mail.id}@rostrum>`);
  } catch (error) {
    const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    await commit([failed(tenant, claimed, reason, now(), Math.random())]);
    return 'failed';
  }
  await commit([sent(tenant, claimed, now())]);
  return 'sent';
}
