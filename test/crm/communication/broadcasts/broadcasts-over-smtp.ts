// Broadcasts in tests: a mail server that keeps what it accepts, and may fail or be cut off at any mail; and the functions that
// send, called as changes and the clock do.
import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { handler as runBroadcasts } from '../../../../functions/crm/jobs/run-broadcasts/handler.ts';
import { handler as runCrmTimers } from '../../../../functions/crm/jobs/run-crm-timers/handler.ts';
import { handler as sweepBroadcasts } from '../../../../functions/crm/jobs/sweep-broadcasts/handler.ts';
import { handler as sweepMailSeries } from '../../../../functions/crm/jobs/sweep-mail-series/handler.ts';
import { type MailReport, reportMail } from '../../../../infra/local/mail/mail-events.ts';

/** What the server does with a mail: accepts it, refuses it for now or for good, or accepts it and ends without an answer. */
export type MailVerdict = 'accept' | 'later' | 'never' | 'policy' | 'cut';

export interface TestMailServer {
  readonly mails: { readonly to: string; readonly mail: Email }[];
  /** Decides on each mail; undefined accepts. */
  decide: (to: string, number: number) => MailVerdict | undefined;
  stop(): Promise<void>;
}

/** Starts a server and points SMTP_URL at it. */
export async function startTestMailServer(
  options: { readonly hideSMTPUTF8?: boolean } = {},
): Promise<TestMailServer> {
  let number = 0;
  const smtp = new SMTPServer({
    ...options,
    ...{
      authOptional: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      disableReverseLookup: true,
      logger: false,
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.once('end', () => {
        const to = session.envelope.rcptTo[0]?.address ?? '';
        number += 1;
        const verdict = server.decide(to, number) ?? 'accept';
        const answer = (code: number, text: string): void =>
          done(Object.assign(new Error(text), { responseCode: code }));
        if (verdict === 'later') return answer(451, 'Try again later');
        if (verdict === 'never') return answer(550, 'No such mailbox');
        if (verdict === 'policy') return answer(550, '5.7.1 Message rejected by our policy');
        PostalMime.parse(Buffer.concat(chunks)).then((mail) => {
          server.mails.push({ to, mail });
          if (verdict === 'accept') return done();
          // biome-ignore lint/suspicious/noExplicitAny: the connection of a session is not declared
          for (const connection of (smtp as any).connections) connection._socket?.destroy();
        }, done);
      });
    },
  });
  smtp.on('error', () => undefined);
  const port = await new Promise<number>((resolve) => {
    const listener = smtp.listen(0, '127.0.0.1', () => resolve((listener.address() as AddressInfo).port));
  });
  const before = process.env.SMTP_URL;
  process.env.SMTP_URL = `smtp://127.0.0.1:${port}`;
  const server: TestMailServer = {
    mails: [],
    decide: () => undefined,
    async stop() {
      if (before === undefined) delete process.env.SMTP_URL;
      else process.env.SMTP_URL = before;
      await new Promise<void>((resolve) => smtp.close(() => resolve()));
    },
  };
  return server;
}

/** Calls the function as a change does, with time for so many looks. */
export async function runBroadcast(id: string, looks = Number.POSITIVE_INFINITY): Promise<void> {
  let left = looks;
  const record = {
    eventName: 'MODIFY' as const,
    dynamodb: {
      Keys: { pk: { S: `T#demo#BROADCAST#${id}` }, sk: { S: 'STEP' } },
      NewImage: { type: { S: 'broadcast-step' } },
    },
  };
  const getRemainingTimeInMillis = () => {
    left -= 1;
    return left >= 0 ? 60_000 : 0;
  };
  await runBroadcasts({ Records: [record] }, { getRemainingTimeInMillis });
}

/** Calls the function as the change of a count does, with time for so many looks. */
export async function countAudience(id: string, looks = Number.POSITIVE_INFINITY): Promise<void> {
  let left = looks;
  const dynamodb = {
    Keys: { pk: { S: `T#demo#BROADCAST-AUDIENCE#${id}` }, sk: { S: 'STEP' } },
    NewImage: { type: { S: 'broadcast-audience-step' } },
  };
  const getRemainingTimeInMillis = () => {
    left -= 1;
    return left >= 0 ? 60_000 : 0;
  };
  await runBroadcasts(
    { Records: [{ eventName: 'MODIFY' as const, dynamodb }] },
    { getRemainingTimeInMillis },
  );
}

/** Calls the functions as the clock does, at a moment so many milliseconds from now. */
export async function sweepAfter(milliseconds: number): Promise<void> {
  for (const sweep of [runCrmTimers, sweepMailSeries, sweepBroadcasts])
    await sweep(undefined, undefined, () => new Date(Date.now() + milliseconds));
}

/** Reports a mail with these tags as the mail catcher does. */
export const reportTaggedMail = (kind: MailReport, to: string, tags: Readonly<Record<string, string>>) =>
  reportMail(
    {
      ...{ id: 'x', from: '', to: [to], subject: '', date: '', text: '', attachments: [] },
      headers: [
        {
          name: 'X-SES-MESSAGE-TAGS',
          value: Object.entries(tags)
            .map(([name, value]) => `${name}=${value}`)
            .join(', '),
        },
      ],
    },
    kind,
    new Date(),
  );

/** Reports a mail of a broadcast of the demo tenant. */
export const reportBroadcastMail = (
  kind: MailReport,
  broadcast: string,
  { id: person, email }: { readonly id: string; readonly email: string },
) => reportTaggedMail(kind, email, { tenant: 'demo', broadcast, person });
