// A local SMTP server: accepts every mail, delivers none, and stores each where people and tests can read it.
import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import PostalMime, { type Address } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { buildMailId, type Mail, saveMail } from './mail-store.ts';

export interface MailCatcherOptions {
  /** Where mails are stored; created when absent. */
  readonly folder: string;
  /** A free one is picked when absent. */
  readonly port?: number;
  /** Called with each mail once it is stored. */
  readonly onMail?: (mail: Mail) => void;
  readonly now?: () => Date;
}

export interface MailCatcher {
  /** The address for SMTP_URL, with the only credentials that are accepted: `smtp://rostrum:<password>@127.0.0.1:<port>`. */
  readonly url: string;
  readonly port: number;
  stop(): Promise<void>;
}

const USER = 'rostrum';

/** What Amazon SES takes at most. */
const SIZE_LIMIT = 40 * 1024 * 1024;

/**
 * Starts catching on the loopback address, without TLS, and only from who knows the address with its password: other
 * programs of this machine send nothing. Rejects when the port cannot be opened.
 */
export async function startMailCatcher({
  folder,
  port = 0,
  onMail,
  now = () => new Date(),
}: MailCatcherOptions): Promise<MailCatcher> {
  await mkdir(folder, { recursive: true });
  const password = randomBytes(16).toString('hex');
  const server = new SMTPServer({
    // Without it, no sign-in is offered on a connection without TLS.
    allowInsecureAuth: true,
    // No certificate here that a client should trust.
    disabledCommands: ['STARTTLS'],
    // A name lookup per connection would delay every mail without a network.
    disableReverseLookup: true,
    size: SIZE_LIMIT,
    logger: false,
    onAuth: ({ password: given }, _session, done) =>
      given === password
        ? done(null, { user: USER })
        : done(new Error('Only the platform itself sends mail here.')),
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.once('error', done);
      stream.once('end', () => {
        if (stream.sizeExceeded) {
          done(new Error(`The mail is larger than ${SIZE_LIMIT} bytes.`));
          return;
        }
        const { mailFrom, rcptTo } = session.envelope;
        const envelope = { from: mailFrom ? mailFrom.address : '', to: rcptTo.map(({ address }) => address) };
        parseMail(Buffer.concat(chunks), envelope, now())
          .then(async (mail) => {
            await saveMail(folder, mail);
            onMail?.(mail);
          })
          .then(() => done(), done);
      });
    },
  });
  const taken = await new Promise<number>((resolve, reject) => {
    server.once('error', reject);
    const listener = server.listen(port, '127.0.0.1', () =>
      resolve((listener.address() as AddressInfo).port),
    );
  });
  // A client that breaks off must not end the platform.
  server.on('error', () => undefined);
  return {
    url: `smtp://${USER}:${password}@127.0.0.1:${taken}`,
    port: taken,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Parses a mail (RFC 5322); the envelope lists its recipients, including blind copies. */
async function parseMail(raw: Buffer, envelope: { from: string; to: string[] }, moment: Date): Promise<Mail> {
  const parsed = await PostalMime.parse(raw);
  return {
    id: buildMailId(moment, randomBytes(5).toString('hex')),
    from: parsed.from ? formatAddress(parsed.from) : envelope.from,
    to: envelope.to,
    subject: parsed.subject ?? '',
    date: moment.toISOString(),
    text: parsed.text ?? '',
    ...(parsed.html !== undefined && { html: parsed.html }),
    headers: parsed.headers.map(({ key, originalKey = key, value }) => ({ name: originalKey, value })),
    attachments: parsed.attachments.map(({ filename, mimeType, method, content }) => {
      const bytes = typeof content === 'string' ? Buffer.from(content) : Buffer.from(new Uint8Array(content));
      return {
        name: filename ?? 'unnamed',
        type: method === undefined ? mimeType : `${mimeType}; method=${method}`,
        bytes: bytes.length,
        content: bytes.toString('base64'),
      };
    }),
  };
}

function formatAddress({ name, address }: Address): string {
  return name ? `${name} <${address ?? ''}>` : (address ?? '');
}
