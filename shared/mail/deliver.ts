// Sends mails of the outbox by SMTP or Amazon SES: each is claimed, tried, and settled.
import { type Change, commit, StaleRead } from '../data/changes.ts';
import type { TenantStore } from '../data/store.ts';
import { claimMail, isExhausted, markExhausted, markFailed, markSent, type OutboxItem } from './outbox.ts';

/** Sends one mail; rejects when the server did not take it. `messageId` is the same at every try, so that receivers can tell a repeat. */
export type SendMail = (mail: OutboxItem, messageId: string) => Promise<void>;

/** How long one try may take, in milliseconds: none is begun with less left. */
export const ATTEMPT_MILLISECONDS = 30_000;

/** A server that hangs must fail the try, well before the try's claim and the function's own time end. */
const timeouts = {
  dnsTimeout: 5_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 15_000,
} as const;

/** By Amazon SES. It writes a Message-ID of its own over ours (Amazon SES Developer Guide, header fields). */
async function createSesTransport() {
  const { SendEmailCommand, SESv2Client } = await import('@aws-sdk/client-sesv2');
  const { connectionTimeout, socketTimeout } = timeouts;
  // The outbox tries again itself, later and with more patience.
  const sesClient = new SESv2Client({
    maxAttempts: 1,
    requestHandler: { connectionTimeout, requestTimeout: socketTimeout, throwOnRequestTimeout: true },
  });
  return { SES: { sesClient, SendEmailCommand } };
}

/**
 * The sender that the environment names: the mail server of SMTP_URL, or Amazon SES where MAIL_BY is `ses`, both from
 * MAIL_FROM. What either needs is loaded when the first mail goes out.
 */
export async function createMailSender(): Promise<SendMail> {
  const { SMTP_URL: url, MAIL_BY, MAIL_FROM = 'Rostrum <no-reply@rostrum.invalid>' } = process.env;
  if (!url && MAIL_BY !== 'ses') {
    throw new Error('SMTP_URL is not set; it names the mail server, as smtp://host:port.');
  }
  const { createTransport } = await import('nodemailer');
  const transport = url
    ? createTransport({ url, ...timeouts }, { from: MAIL_FROM })
    : createTransport(await createSesTransport(), { from: MAIL_FROM });
  return async ({ to, subject, text, headers }, messageId) => {
    await transport.sendMail({ to, subject, text, messageId, ...(headers && { headers }) });
  };
}

/** Commits a change unless another process has been at the mail meanwhile. */
async function commitUnlessStale(change: Change): Promise<boolean> {
  try {
    await commit([change]);
    return true;
  } catch (error) {
    if (error instanceof StaleRead) return false;
    throw error;
  }
}

/**
 * Tries one mail. At least once: when the process dies after the server took the mail and before that is
 * noted, the same Message-ID goes out again.
 * @returns what became of it; `taken` when another process has it, `dead` when it was given up
 */
export async function deliverMail(
  tenant: TenantStore,
  mail: OutboxItem,
  send: SendMail,
  now: () => Date = () => new Date(),
): Promise<'sent' | 'failed' | 'taken' | 'dead'> {
  if (isExhausted(mail))
    return (await commitUnlessStale(markExhausted(tenant, mail, now()))) ? 'dead' : 'taken';
  const { change, claimed } = claimMail(tenant, mail, now());
  if (!(await commitUnlessStale(change))) return 'taken';
  try {
    await send(claimed, `<${mail.id}@rostrum>`);
  } catch (error) {
    const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    return (await commitUnlessStale(markFailed(tenant, claimed, reason, now(), Math.random())))
      ? 'failed'
      : 'taken';
  }
  return (await commitUnlessStale(markSent(tenant, claimed, now()))) ? 'sent' : 'taken';
}
