// Reports what becomes of a caught mail as Amazon SES would: in the same form, to the same functions.
import { listTriggeredFunctions, loadHandler } from '../../contracts/triggered-functions.ts';
import type { Mail } from './mail-store.ts';

/** What can be reported of a mail. */
export const mailReports = ['delivery', 'bounce', 'soft-bounce', 'complaint'] as const;
export type MailReport = (typeof mailReports)[number];

type MailFunction = (event: unknown) => Promise<void>;

/** The tags that a mail was sent with: `X-SES-MESSAGE-TAGS: tenant=demo, broadcast=...`. */
function readTags({ headers }: Mail): Readonly<Record<string, readonly string[]>> {
  const header = headers.find(({ name }) => name.toLowerCase() === 'x-ses-message-tags')?.value ?? '';
  return Object.fromEntries(
    header.split(',').flatMap((pair) => {
      const [name = '', value = ''] = pair.trim().split('=');
      return value === '' ? [] : [[name, [value]]];
    }),
  );
}

function describeReport({ to }: Mail, report: MailReport, timestamp: string): object {
  const recipients = to.map((emailAddress) => ({ emailAddress }));
  switch (report) {
    case 'delivery':
      return { eventType: 'Delivery', delivery: { timestamp, recipients: to } };
    case 'complaint':
      return {
        eventType: 'Complaint',
        complaint: { timestamp, complainedRecipients: recipients, complaintFeedbackType: 'abuse' },
      };
    default: {
      const isHard = report === 'bounce';
      const diagnosticCode = isHard ? 'smtp; 550 5.1.1 user unknown' : 'smtp; 452 4.2.2 mailbox full';
      return {
        eventType: 'Bounce',
        bounce: {
          bounceType: isHard ? 'Permanent' : 'Transient',
          bounceSubType: isHard ? 'NoEmail' : 'MailboxFull',
          bouncedRecipients: recipients.map((each) => ({ ...each, diagnosticCode })),
          timestamp,
        },
      };
    }
  }
}

/** Reports a mail to the functions that mail events call. A mail without tags is nobody's. */
export async function reportMail(mail: Mail, report: MailReport, now: Date): Promise<void> {
  const tags = readTags(mail);
  if (tags.tenant === undefined) return;
  const event = {
    source: 'aws.ses',
    detail: { mail: { tags, destination: mail.to }, ...describeReport(mail, report, now.toISOString()) },
  };
  for (const triggered of await listTriggeredFunctions())
    if (triggered.trigger.kind === 'mail') await (await loadHandler<MailFunction>(triggered))(event);
}
