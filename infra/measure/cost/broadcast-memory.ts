// The peak memory of a broadcast to all people, in a process with the limits of its function, and whom it reached how often.
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import * as z from 'zod';
import type { TenantStore } from '../../../shared/data/store.ts';
import { FUNCTION_MEMORY, measureMemory } from './function-memory.ts';
import type { Caller } from './growth-calls.ts';

/** A broadcast to all people. */
export interface BroadcastMeasurement {
  readonly recipients: number;
  /** Mails that the server accepted, and addresses to which there was one. */
  readonly mails: number;
  readonly addresses: number;
  readonly seconds: number;
  /** The peak resident memory of the process. */
  readonly megabytes: number;
}

const Created = z.object({ id: z.string() });
const Sent = z.object({ status: z.literal('sent'), figures: z.object({ sent: z.int() }) });

const mjml = `<mjml><mj-body><mj-section><mj-column><mj-text>Dear {{ person.fullName }},</mj-text>
<mj-text>{% if person.title %}as {{ person.title }} of {{ person.organization }} you are invited to the conference.{% endif %}</mj-text>
<mj-button href="https://events.example/conference">Register</mj-button></mj-column></mj-section></mj-body></mjml>`;

/**
 * Sends a broadcast to all people, to a mail server that accepts everything.
 * @throws Error when it is not sent to its end
 */
export async function measureBroadcast(
  { code }: TenantStore,
  call: Caller,
  say: (what: string) => void,
): Promise<BroadcastMeasurement> {
  const counts = new Map<string, number>();
  const server = new SMTPServer({
    ...{
      authOptional: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      disableReverseLookup: true,
      logger: false,
    },
    onData(stream, session, done) {
      stream.resume().once('end', () => {
        const to = session.envelope.rcptTo[0]?.address ?? '';
        counts.set(to, (counts.get(to) ?? 0) + 1);
        if (counts.size % 500 === 0) say(`broadcast: ${counts.size} mails`);
        done();
      });
    },
  });
  const port = await new Promise<number>((resolve) => {
    const listener = server.listen(0, '127.0.0.1', () => resolve((listener.address() as AddressInfo).port));
  });
  try {
    const draft = {
      name: 'To all',
      subject: 'For {{ person.firstName }}',
      mjml,
      filterBody: { filterRules: [] },
    };
    const { id } = Created.parse((await call('POST', 'crm', '/api/v1/Broadcasts', draft)).body);
    await call('POST', 'crm', `/api/v1/Broadcasts/${id}/Send`, {});
    const start = performance.now();
    const megabytes = await measureMemory(new URL('./broadcast-process.ts', import.meta.url), [code, id], {
      SMTP_URL: `smtp://127.0.0.1:${port}`,
    });
    const seconds = Math.round((performance.now() - start) / 1000);
    const { figures } = Sent.parse((await call('GET', 'crm', `/api/v1/Broadcasts/${id}`)).body);
    const mails = [...counts.values()].reduce((sum, count) => sum + count, 0);
    return { recipients: figures.sent, mails, addresses: counts.size, seconds, megabytes };
  } finally {
    await new Promise<void>((resolve) => server.close(() => resolve()));
  }
}

/** Formats the measurements in lines. */
export const formatBroadcasts = (broadcasts: readonly BroadcastMeasurement[]): string =>
  [
    `Broadcasts to all people, each in a process with the limits of a function of ${FUNCTION_MEMORY} MB:`,
    '',
    ...broadcasts.map(
      ({ recipients, mails, addresses, seconds, megabytes }) =>
        `- ${recipients} recipients: ${mails} mails to ${addresses} addresses in ${seconds} s, peak memory ${megabytes} MB`,
    ),
  ].join('\n');
