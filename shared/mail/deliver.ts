// Sends the mails of the outbox by SMTP or Amazon SES: claims each mail, attempts to send it, and records the outcome.
import { trustAllAuthorities } from '../data/sdk/trusted-authorities.ts';
import type { TenantStore } from '../data/store.ts';
import { type LetterId, noteUndelivered } from '../directory/officials/campaign-participation.ts';
import { attempt } from '../jobs/attempts.ts';
import { getAsciiDomain, needsSmtpUtf8 } from '../mail-address/international-address.ts';
import { findMailOrigin } from '../mail-sender/mail-origin.ts';
import { findSesAccount, getMailRules, getPlatformSender, parseAddress } from '../mail-sender/mail-system.ts';
import type { AttachedFile } from './attached-files.ts';
import {
  CLAIM_MILLISECONDS,
  type Mail,
  mailAttempts,
  markDead,
  markSent,
  moveMail,
  type OutboxItem,
} from './outbox.ts';

/** Sends one mail; rejects when the server does not accept it. `id`, of which its Message-ID is made, is the same at every attempt. */
export type SendMail = (mail: MailToSend, id: string) => Promise<void>;

/** A mail with the files that go with it. */
export type MailToSend = Mail & { readonly files?: readonly AttachedFile[] | undefined };

/** How long one attempt may take; none is begun with less time left. */
export const ATTEMPT_MILLISECONDS = 30_000;

/** A server that hangs must fail the attempt well before its claim and the function's own time end. */
const timeouts = {
  dnsTimeout: 5_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 15_000,
} as const;

/** Sends by Amazon SES, which replaces our Message-ID by its own (Amazon SES Developer Guide, header fields). */
async function createSesTransport() {
  const { SendEmailCommand, SESv2Client } = await import('@aws-sdk/client-sesv2');
  const { connectionTimeout, socketTimeout } = timeouts;
  // The outbox retries by itself, later.
  const sesClient = new SESv2Client({
    maxAttempts: 1,
    requestHandler: { connectionTimeout, requestTimeout: socketTimeout, throwOnRequestTimeout: true },
  });
  return { SES: { sesClient, SendEmailCommand } };
}

/**
 * The configuration set and the tenant of a mail in SES: mails about accounts have a set of their own, and so a reputation that no
 * tenant's mails change.
 */
function chooseSesFields({ origin }: Mail) {
  const account = findSesAccount();
  return (
    account && {
      ses: {
        ConfigurationSetName: getMailRules(account, origin ? 'tenants' : 'accounts'),
        ...(origin && { TenantName: origin.sesTenant }),
      },
    }
  );
}

/** So many connections to a mail server are kept open while many mails are sent. */
const POOL_SIZE = 8;

/** A sender that is closed after its last mail. */
export interface MailSender {
  readonly send: SendMail;
  readonly close: () => void;
}

/**
 * A name as mail programs may show it in the place of the address: without an address, which would be believed, and without what
 * turns the direction of text. Names of people come from forms that strangers fill in.
 */
const toSenderName = (name: string | undefined): string | undefined =>
  name
    ?.replace(/[\p{Cc}\u2028-\u202e\u2066-\u2069]/gu, '')
    .replace(/\s*[@\ufe6b\uff20]\s*/g, ' at ')
    .trim();

/**
 * The sender that the environment configures: the mail server of SMTP_URL, or Amazon SES when MAIL_BY is `ses`, both
 * from MAIL_FROM or from the origin of the mail. Their libraries are loaded when the first mail is sent.
 * @param isPooled whether connections are kept for further mails, until the sender is closed
 */
export async function openMailSender(isPooled: boolean): Promise<MailSender> {
  const { SMTP_URL: url, MAIL_BY } = process.env;
  const from = getPlatformSender();
  if (!url && MAIL_BY !== 'ses') {
    throw new Error(
      'SMTP_URL is not set; it must be the address of the mail server, such as smtp://host:port.',
    );
  }
  if (url) trustAllAuthorities();
  const { createTransport } = await import('nodemailer');
  const createSmtp = (server: string) =>
    isPooled
      ? createTransport({ url: server, ...timeouts, pool: true, maxConnections: POOL_SIZE }, { from })
      : createTransport({ url: server, ...timeouts }, { from });
  const transport = url ? createSmtp(url) : createTransport(await createSesTransport(), { from });
  let takesUtf8: Promise<boolean> | undefined;
  const send: SendMail = async (mail, id) => {
    const { to, subject, text, html, headers, tags, parts, list, files, origin } = mail;
    const fromName = toSenderName(mail.fromName ?? origin?.name);
    const replyTo = mail.replyTo ?? origin?.replyTo;
    const sender = origin?.address ?? parseAddress(from);
    const domain = getAsciiDomain(sender);
    if (needsSmtpUtf8(to)) {
      const { refuseSmtpUtf8, supportsSmtpUtf8 } = await import('./smtp-utf8.ts');
      takesUtf8 ??= url ? supportsSmtpUtf8(url, timeouts) : Promise.resolve(false);
      if (!(await takesUtf8)) throw refuseSmtpUtf8();
    }
    await transport.sendMail({
      // Both are unique in a domain of the sender (RFC 5322 3.6.4, RFC 2919 3).
      ...{ to, subject, text, messageId: `<${id}@${domain}>` },
      ...(list !== undefined && {
        list: { id: { url: `${list}.${domain}`, comment: describeList(fromName) } },
      }),
      ...(html !== undefined && { html }),
      ...(files && { attachments: files.map(toAttachment) }),
      ...(parts && (await buildParts(parts, sender))),
      ...((fromName !== undefined || origin?.address !== undefined) && {
        from: { name: fromName ?? '', address: sender },
      }),
      ...(replyTo !== undefined && { replyTo }),
      headers: { ...headers, ...(tags && { [TAGS_HEADER]: formatTags(tags) }) },
      ...(!url && chooseSesFields(mail)),
    });
  };
  return { send, close: () => transport.close() };
}

/** A stored file for nodemailer. */
const toAttachment = ({ name, contentType, content }: AttachedFile) => ({
  ...{ filename: name, contentType, content: Buffer.from(content) },
});

/** Attachments, and other forms of the text, for nodemailer. Only mails that have some load how they are packed. */
async function buildParts(packed: Uint8Array, sender: string) {
  const { unpackParts } = await import('./mail-parts.ts');
  const parts = await unpackParts(packed, sender);
  return {
    alternatives: parts.filter(({ name }) => name === undefined),
    attachments: parts.flatMap(({ name, ...part }) =>
      name === undefined ? [] : [{ ...part, filename: name }],
    ),
  };
}

/** The name of a list, where it fits into one encoded word (RFC 2047 2); it may be left out (RFC 2919 2). */
const describeList = (name = ''): string =>
  /^[\x20-\x7e]*$/.test(name) || Buffer.byteLength(name) * 3 <= 60 ? name : '';

/** A sender for single mails. */
export const createMailSender = async (): Promise<SendMail> => (await openMailSender(false)).send;

/**
 * The header by which Amazon SES takes tags over SMTP and its API alike; it is removed before the mail goes on (Amazon SES
 * Developer Guide, sending events using the SMTP interface).
 */
const TAGS_HEADER = 'X-SES-MESSAGE-TAGS';
const formatTags = (tags: Readonly<Record<string, string>>): string =>
  Object.entries(tags)
    .map(([name, value]) => `${name}=${value}`)
    .join(', ');

/** The mail system reports these with each event of the letter. */
const tagLetter = ({ campaignId, personId, officialId }: LetterId) => ({
  campaign: campaignId,
  person: personId,
  official: officialId,
});

/** Only mails that have files load how they are stored. */
const loadFiles = async (tenant: TenantStore, ids: readonly string[], now: Date): Promise<AttachedFile[]> =>
  (await import('./attached-files.ts')).loadAttachedFiles(tenant, ids, now);

/**
 * Attempts to send one mail. At least once: if the process dies after the server accepted the mail but before that is
 * recorded, it is sent again with the same Message-ID.
 * @returns the outcome; `taken` when another process has claimed the mail, `dead` when it was given up
 */
export const deliverMail = (
  tenant: TenantStore,
  mail: OutboxItem,
  send: (mail: OutboxItem & MailToSend, id: string) => Promise<void>,
  now: () => Date = () => new Date(),
) =>
  attempt<OutboxItem>(
    {
      plan: mailAttempts,
      claim: CLAIM_MILLISECONDS,
      move: (before, after) => moveMail(tenant, before, after),
      complete: (claimed) => markSent(tenant, claimed, now()),
      giveUp: async (item) => [
        markDead(tenant, item, now()),
        ...(mail.letter ? await noteUndelivered(tenant, mail.letter) : []),
      ],
    },
    mail,
    async (claimed) => {
      const tags = { tenant: tenant.code, ...(mail.letter && tagLetter(mail.letter)) };
      const [origin, files] = await Promise.all([
        mail.isAboutAccount ? undefined : findMailOrigin(tenant),
        claimed.fileIds && loadFiles(tenant, claimed.fileIds, now()),
      ]);
      return send({ ...claimed, tags, files, ...(origin && { origin }) }, mail.id);
    },
    now,
  );
