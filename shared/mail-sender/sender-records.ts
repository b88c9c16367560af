// The DNS records by which a domain says that the platform sends its mail, and whether those that were found are right
// (docs/interface/communication.md#own-sender).

export const recordPurposes = ['ownership', 'dkim', 'mail-from', 'spf', 'dmarc'] as const;
export type RecordPurpose = (typeof recordPurposes)[number];
export const recordTypes = ['TXT', 'CNAME', 'MX'] as const;
export type RecordType = (typeof recordTypes)[number];

/** A record to set. */
export interface SenderRecord {
  readonly purpose: RecordPurpose;
  readonly type: RecordType;
  /** The whole name, without a dot at its end. */
  readonly name: string;
  readonly value: string;
  /** Whether mails come from the domain only once it is right. */
  readonly isRequired: boolean;
}

export const recordStatuses = ['unchecked', 'correct', 'missing', 'different', 'unknown'] as const;
export type RecordStatus = (typeof recordStatuses)[number];

/** What DNS has at a name, or that no name server answered in time. */
export type DnsAnswer = readonly string[] | 'unknown';

/** A record with what was found at its name; for SPF the SPF records alone. */
export interface CheckedRecord extends SenderRecord {
  readonly status: RecordStatus;
  readonly found: readonly string[];
  /** Where it is instead: at the name with the domain once more. */
  readonly misplacedAt?: string | undefined;
}

export const toUnchecked = (record: SenderRecord): CheckedRecord => ({
  ...record,
  ...{ status: 'unchecked', found: [] },
});

/** The record that shows that who administers the tenant also administers the domain: its value is of this tenant alone. */
const buildOwnershipRecord = (domain: string, token: string): SenderRecord => ({
  ...{ purpose: 'ownership', type: 'TXT', isRequired: true },
  ...{ name: `_rostrum-sender.${domain}`, value: `rostrum-sender=${token}` },
});

/** Gmail and Yahoo refuse a sender of many mails without it (RFC 7489 6.3). */
const buildDmarcRecord = (domain: string): SenderRecord => ({
  ...{ purpose: 'dmarc', type: 'TXT', isRequired: true },
  ...{ name: `_dmarc.${domain}`, value: 'v=DMARC1; p=none' },
});

/** The domain of the envelope: not one that gets or sends other mail (Amazon SES Developer Guide, custom MAIL FROM domain). */
export const getMailFromDomain = (domain: string): string => `rostrum-mail.${domain}`;

/**
 * The records that Amazon SES asks for: Easy DKIM, and a custom MAIL FROM domain, without which the envelope is that of SES
 * (Amazon SES Developer Guide, "Easy DKIM in Amazon SES" and "Using a custom MAIL FROM domain").
 */
export const buildSesRecords = (
  domain: string,
  {
    region,
    tokens,
    zone = 'dkim.amazonses.com',
  }: {
    readonly region: string;
    readonly tokens: readonly string[];
    readonly zone?: string | undefined;
  },
): readonly SenderRecord[] => [
  ...tokens.map(
    (token): SenderRecord => ({
      ...{ purpose: 'dkim', type: 'CNAME', isRequired: true },
      ...{ name: `${token}._domainkey.${domain}`, value: `${token}.${zone}` },
    }),
  ),
  {
    ...{ purpose: 'mail-from', type: 'MX', isRequired: false },
    ...{ name: getMailFromDomain(domain), value: `10 feedback-smtp.${region}.amazonses.com` },
  },
  {
    ...{ purpose: 'spf', type: 'TXT', isRequired: false },
    ...{ name: getMailFromDomain(domain), value: 'v=spf1 include:amazonses.com ~all' },
  },
];

/** All records of a domain: those of the sending system, and those that every domain needs. */
export const completeRecords = (
  domain: string,
  token: string,
  ofSystem: readonly SenderRecord[],
): readonly SenderRecord[] => [
  buildOwnershipRecord(domain, token),
  ...ofSystem,
  ...(ofSystem.some(({ purpose }) => purpose === 'dmarc') ? [] : [buildDmarcRecord(domain)]),
];

const toHost = (value: string): string => value.trim().replace(/\.$/, '').toLowerCase();
const toMailHost = (value: string): string => toHost(value.replace(/^\s*\d+\s+/, ''));

/** RFC 7208 4.5: the version, then a space or the end. */
const isSpf = (value: string): boolean => /^v=spf1( |$)/i.test(value);
const listTerms = (spf: string): readonly string[] => spf.toLowerCase().split(/\s+/);

/** Whether the only SPF record allows what the expected one does. */
function allowsAll(found: readonly string[], expected: string): boolean {
  const [only, ...others] = found;
  const allowed = listTerms(expected).filter((term) => !/^v=|all$/.test(term));
  return only !== undefined && others.length === 0 && allowed.every((term) => listTerms(only).includes(term));
}

/** RFC 7489 6.3: the version first, then the policy; 6.6.3: several records are as none. */
const isDmarc = (value: string): boolean => /^v\s*=\s*DMARC1\s*(;|$)/.test(value.trim());
const hasPolicy = (value: string): boolean => /;\s*p\s*=\s*(none|quarantine|reject)\s*(;|$)/i.test(value);

/** What of an answer is about a purpose: a name may have other texts. */
const selectFound = ({ purpose }: SenderRecord, values: readonly string[]): readonly string[] =>
  purpose === 'spf' ? values.filter(isSpf) : purpose === 'dmarc' ? values.filter(isDmarc) : values;

function isRight({ purpose, type, value }: SenderRecord, found: readonly string[]): boolean {
  if (purpose === 'spf') return allowsAll(found, value);
  if (purpose === 'dmarc') return found.length === 1 && found.every(hasPolicy);
  if (type === 'CNAME') return found.map(toHost).includes(toHost(value));
  // SES takes a MAIL FROM domain with one MX record only.
  if (type === 'MX') return found.length === 1 && found.map(toMailHost).includes(toMailHost(value));
  return found.some((text) => text.trim() === value);
}

/** A record with the answer of DNS for its name. */
export function judgeRecord(record: SenderRecord, answer: DnsAnswer): CheckedRecord {
  if (answer === 'unknown') return { ...record, status: 'unknown', found: [] };
  const found = selectFound(record, answer);
  const status = isRight(record, found) ? 'correct' : found.length === 0 ? 'missing' : 'different';
  return { ...record, status, found };
}

const several: Partial<Record<RecordPurpose, string>> = {
  spf: 'Receivers accept none of several SPF records (RFC 7208 4.5): join them in one.',
  dmarc: 'Receivers ignore several DMARC records (RFC 7489 6.6.3): keep one.',
  'mail-from': 'Amazon SES asks for a name with one MX record only: remove the other ones.',
};

/** A sentence that says what to do about a record. */
export function explainRecord(record: CheckedRecord, domain: string): string {
  const { status, type, name, value, found, purpose, misplacedAt } = record;
  const short = name.slice(0, -domain.length - 1);
  switch (status) {
    case 'correct':
      return 'The record is right.';
    case 'unchecked':
      return `Set this ${type} record where the DNS of ${domain} is managed, then check it.`;
    case 'unknown':
      return 'No name server answered in time. Check it again in a few minutes.';
    case 'missing':
      return misplacedAt === undefined
        ? `There is no such ${type} record at ${name}. Set it where the DNS of ${domain} is managed; it can take hours until it is seen.${type === 'CNAME' ? ' A provider that stands in for the address (a proxy) hides it: turn that off for this name.' : ''}`
        : `The record is at ${misplacedAt}, because the provider adds ${domain} by itself: enter only ${short} as its name.`;
    case 'different': {
      const rule = found.length > 1 ? several[purpose] : undefined;
      if (rule) return `${name} has ${found.length} such records. ${rule}`;
      if (purpose === 'spf')
        return `The SPF record of ${name} does not allow the sender: add ${listTerms(value)
          .filter((term) => term.startsWith('include:'))
          .join(' ')} to it.`;
      if (purpose === 'dmarc')
        return `The DMARC record of ${name} has no valid policy: add p=none, p=quarantine or p=reject.`;
      return `The ${type} record of ${name} has another value: change it to ${value}.`;
    }
  }
}
