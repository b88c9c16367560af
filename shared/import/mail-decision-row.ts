// Reads what the former mail system knew about an address: opt-outs, bounces, complaints and consents (docs/imports.md#decisions-about-mail).
import type { Agreement } from '../mail-consent/agreement.ts';
import { type Columns, foldHeading, type HeadingTable } from './rows/headings.ts';
import type { ReadOptions, Row, RowProblem } from './rows/row-source.ts';
import { createValueCollector, type ValueCollector } from './rows/value-collector.ts';
import { type Cell, parseActive, parseEmail, parseMoment } from './rows/values.ts';
import type { Cells, RowReader } from './tables/flat-rows.ts';

/** What a former system says about an address. */
const decisionKinds = ['opt-out', 'hard-bounce', 'soft-bounce', 'complaint', 'consent'] as const;
type DecisionKind = (typeof decisionKinds)[number];

export interface MailDecision {
  readonly kind: DecisionKind;
  /** ISO 8601 UTC; absent where the file does not say it. */
  readonly date?: string | undefined;
}

/** One row. An opt-out and a consent of a row with a list are for that list. */
export interface MailDecisionDraft {
  readonly id: string;
  readonly content: {
    readonly email: string;
    readonly decisions: readonly MailDecision[];
    readonly list?: Cell | undefined;
    readonly reason?: string | undefined;
    readonly consent?: Pick<Agreement, 'text' | 'requestedDate' | 'origin' | 'ip'> | undefined;
  };
}

/**
 * The headings of such lists, those of Mailchimp's files (unsubscribed, cleaned and subscribed members), SendGrid's (suppressions),
 * HubSpot's and Salesforce's among them.
 */
export const MAIL_DECISION_HEADINGS = {
  email: ['email', 'emailaddress', 'address', 'mail', 'recipient', 'primaryemail'],
  status: ['status', 'type', 'decision', 'event', 'emailstatus', 'subscriptionstatus'],
  optOut: [
    ...['optout', 'optedout', 'emailoptout', 'hasoptedoutofemail', 'unsubscribed'],
    ...['unsubscribedfromallemail', 'donotemail'],
  ],
  date: ['date', 'created', 'createdat', 'createddate', 'time', 'timestamp', 'statusdate', 'lastchanged'],
  optOutDate: ['unsubtime', 'unsubscribedate', 'unsubscribedat', 'unsubscribeddate', 'optoutdate'],
  bounceDate: ['cleantime', 'bouncedate', 'bouncedat'],
  consentDate: ['confirmtime', 'consentdate', 'optindate', 'subscribedate', 'subscribedat', 'subscribeddate'],
  requestDate: ['optintime', 'requestdate', 'signupdate'],
  consentIp: ['confirmip', 'consentip', 'ipaddress', 'ip'],
  list: ['list', 'listname', 'mailinglist', 'audience'],
  reason: ['reason', 'detail', 'unsubreason', 'bouncereason', 'note', 'comment'],
  consentText: ['consent', 'consenttext', 'purpose'],
  origin: ['source', 'consentsource', 'signupsource', 'page', 'origin'],
} as const satisfies HeadingTable<string>;
type MailDecisionField = keyof typeof MAIL_DECISION_HEADINGS;

/** The fields of which a file needs one: without them no row says anything. */
export const DECISION_FIELDS = ['status', 'optOut', 'optOutDate', 'bounceDate', 'consentDate'] as const;

const words: Readonly<Record<DecisionKind, readonly string[]>> = {
  'opt-out': [
    ...['unsubscribed', 'unsubscribe', 'optout', 'optedout', 'blacklisted', 'blocklisted', 'suppressed'],
    ...['donotcontact', 'donotemail', 'globalunsubscribe', 'groupunsubscribe'],
  ],
  'hard-bounce': [
    ...['cleaned', 'bounced', 'bounce', 'hardbounce', 'hardbounced', 'hard', 'invalid', 'invalidemail'],
    'undeliverable',
  ],
  'soft-bounce': ['softbounce', 'softbounced', 'soft', 'deferred', 'blocked', 'block'],
  complaint: ['complaint', 'complained', 'spam', 'spamreport', 'spamcomplaint', 'reportedasspam', 'abuse'],
  consent: ['subscribed', 'subscribe', 'optin', 'optedin', 'consent', 'confirmed', 'active', 'agreed'],
};

/** The kind that a status means: a word, or the status code of a mail server (RFC 5321 4.2.1, RFC 3463 2). */
function readStatus(text: string): DecisionKind | undefined {
  const code = /^([45])(\d\d|\.\d{1,3}\.\d{1,3})\b/.exec(text);
  if (code) return code[1] === '5' ? 'hard-bounce' : 'soft-bounce';
  const word = foldHeading(text);
  return decisionKinds.find((kind) => words[kind].includes(word));
}

/** The reader of a table with these columns. */
export const createMailDecisionReader = (
  columns: Columns<MailDecisionField>,
  { dateOrder }: ReadOptions,
  now: Date,
): RowReader<MailDecisionField, MailDecisionDraft> => ({
  columns,
  customFields: [],
  dateOrder,
  parse: (row, cells) => parseRow(row, cells, now),
});

const MAX_TEXT = 300;

/** The moments of a row; one in the future is left out. */
function createDates(cells: Cells<MailDecisionField>, collector: ValueCollector, now: Date) {
  return (field: MailDecisionField): string | undefined => {
    const cell = cells.get(field);
    const moment = collector.accept(cell && parseMoment(cell));
    if (cell === undefined || moment === undefined || moment <= now.toISOString()) return moment;
    collector.leaveOut({ ...cell, reason: 'is in the future; the day of the import is taken' });
    return undefined;
  };
}

function parseRow(row: string, cells: Cells<MailDecisionField>, now: Date): Row<MailDecisionDraft> {
  const refuse = (problem: RowProblem): Row<MailDecisionDraft> => ({ row, problems: [problem] });
  const [email, status, optOut] = [cells.get('email'), cells.get('status'), cells.get('optOut')];
  if (email === undefined) return refuse({ field: 'email', reason: 'is missing', value: '' });
  const address = parseEmail(email);
  if ('problem' in address) return refuse(address.problem);
  const kind = status && readStatus(status.value);
  if (status && kind === undefined)
    return refuse({
      ...status,
      reason:
        'is not understood: unsubscribed, bounced, soft bounce, complaint or subscribed would be, or the code of a mail server',
    });
  const hasOptedOut = optOut && parseActive(optOut);
  if (hasOptedOut && 'problem' in hasOptedOut) return refuse({ ...optOut, reason: 'should be yes or no' });
  const collector = createValueCollector();
  const readDate = createDates(cells, collector, now);
  const date = readDate('date');
  const dates = {
    'opt-out': readDate('optOutDate'),
    'hard-bounce': readDate('bounceDate'),
    consent: readDate('consentDate'),
  };
  const found = new Map<DecisionKind, string | undefined>();
  if (hasOptedOut?.value) found.set('opt-out', dates['opt-out'] ?? date);
  for (const each of ['opt-out', 'hard-bounce', 'consent'] as const)
    if (dates[each] !== undefined) found.set(each, dates[each]);
  if (kind !== undefined && !found.has(kind)) found.set(kind, date);
  if (found.size === 0 && hasOptedOut === undefined)
    return refuse({
      field: 'status',
      reason: 'is missing: the row says nothing about the address',
      value: '',
    });
  const text = (field: MailDecisionField) => cells.get(field)?.value.slice(0, MAX_TEXT);
  return {
    row,
    record: {
      id: row,
      content: {
        email: address.value,
        decisions: [...found].map(([each, at]) => ({ kind: each, date: at })),
        list: cells.get('list'),
        reason: text('reason'),
        consent: {
          text: text('consentText'),
          requestedDate: readDate('requestDate'),
          origin: text('origin'),
          ip: text('consentIp'),
        },
      },
    },
    leftOut: collector.leftOut,
  };
}
