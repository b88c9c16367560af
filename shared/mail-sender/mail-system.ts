// What sends the mails of this environment, as far as senders of tenants depend on it: Amazon SES, or a mail server.
import { recordPurposes, recordTypes, type SenderRecord } from './sender-records.ts';

/** Amazon SES: the account and region as ARNs begin (`arn:aws:ses:eu-west-1:123456789012`), and the environment's prefix. */
export interface SesAccount {
  readonly arn: string;
  readonly region: string;
  /** Names the configuration set of tenants' mails, begins that of mails about accounts, and the names of SES tenants. */
  readonly prefix: string;
}

/**
 * The SES account by which mails are sent (env MAIL_BY, MAIL_ARN, MAIL_RULES); undefined where a mail server sends them, or where
 * an earlier deployment named no configuration sets.
 */
export function findSesAccount(): SesAccount | undefined {
  const { SMTP_URL, MAIL_BY, MAIL_ARN: arn, MAIL_RULES: prefix } = process.env;
  if (SMTP_URL || MAIL_BY !== 'ses' || !arn || !prefix) return undefined;
  return { arn, region: arn.split(':')[3] ?? '', prefix };
}

/** The mail system does not take the domain of a tenant; the message says why, and what the tenant can do. */
export class DomainRefusal extends Error {
  override readonly name = 'DomainRefusal';
}

/** The tag of what the platform creates in SES, whose value is the prefix. */
export const environmentTag = 'rostrum';

/** The configuration set of a mail: those about accounts, such as of a sign-in, have their own. */
export const getMailRules = ({ prefix }: Pick<SesAccount, 'prefix'>, of: 'accounts' | 'tenants'): string =>
  of === 'accounts' ? `${prefix}-accounts` : prefix;

/** The name of a tenant in SES. */
export const getSesTenantName = ({ prefix }: SesAccount, code: string): string => `${prefix}-${code}`;

/** The sender of the platform (env MAIL_FROM): `Example <office@example.org>`. */
export const getPlatformSender = (): string => process.env.MAIL_FROM ?? 'Rostrum <no-reply@rostrum.invalid>';

/** `Example <office@example.org>` -> `office@example.org`. */
export const parseAddress = (from: string): string => /<([^<>]+)>$/.exec(from)?.[1] ?? from;

const isListed = <T>(list: readonly T[], value: unknown): value is T => list.includes(value as T);

/**
 * The records by which the mail server's operator lets domains of tenants be sent from (env MAIL_SENDER_RECORDS, JSON), with
 * `{domain}` for the domain; undefined where none are declared.
 */
export function findServerRecords(domain: string): readonly SenderRecord[] | undefined {
  const declared: unknown = JSON.parse(process.env.MAIL_SENDER_RECORDS || '[]');
  if (!Array.isArray(declared) || declared.length === 0) return undefined;
  return declared.map(({ purpose, type, name, value, isRequired }) => {
    if (!isListed(recordPurposes, purpose) || !isListed(recordTypes, type))
      throw new Error('MAIL_SENDER_RECORDS has a record without a valid purpose or type.');
    return {
      ...{ purpose, type, isRequired: isRequired === true },
      ...{ name: String(name).replace('{domain}', domain), value: String(value).replace('{domain}', domain) },
    };
  });
}

/** Whether tenants can send from addresses of their own. */
export const offersOwnSenders = (): boolean =>
  findSesAccount() !== undefined || findServerRecords('example.org') !== undefined;
