// The environments the platform is deployed to, as cdk.json declares them, and the addresses their areas have.
import * as z from 'zod';
import { type Area, areaNames } from '../../../shared/http/areas.ts';
import { recordPurposes, recordTypes } from '../../../shared/mail-sender/sender-records.ts';
import { CommandError } from '../../command/command-error.ts';

const addressesSchema = z.partialRecord(z.enum(areaNames), z.url({ protocol: /^https?$/ }));

/** The most tenants with a table of their own. */
export const maxOwnTables = 10;

const environmentSchema = z.strictObject({
  /** The account and region to deploy to; by default those of the caller's credentials. */
  account: z
    .string()
    .regex(/^\d{12}$/, '12 digits')
    .optional(),
  region: z
    .string()
    .regex(/^[a-z]{2}(-[a-z]+)+-\d$/, 'a region such as us-east-1')
    .optional(),
  /** The domain below which every area has its base path, and the regional certificate for it. */
  domain: z.strictObject({ name: z.hostname(), certificateArn: z.string().startsWith('arn:') }).optional(),
  /**
   * The push channel's domain (`wss://<name>/push`), and the regional certificate for it. It differs from `domain`, as API
   * Gateway maps a name to WebSocket APIs or to others, never to both. By default the channel has API Gateway's address.
   */
  pushDomain: z
    .strictObject({ name: z.hostname(), certificateArn: z.string().startsWith('arn:') })
    .optional(),
  /** Base addresses of areas that are reached without `domain`. */
  addresses: addressesSchema.optional(),
  /**
   * The sender of mails. Without it the functions that send mail are not created, and mails wait in the outbox. SES sends
   * them; its identity, the domain of the sender, is created here unless the account has it already, as in a second environment of
   * one account. With `url` that mail
   * server sends them instead: its password belongs in a secret, so the value is
   * `{{resolve:secretsmanager:<name>:SecretString:url}}`.
   */
  mail: z
    .strictObject({
      from: z.string().regex(/^[^<>]*<[^\s<>@]+@[^\s<>@]+>$|^[^\s<>@]+@[^\s<>@]+$/, 'Name <name@domain>'),
      url: z
        .string()
        .regex(/^(smtps?:\/\/|\{\{resolve:)/, 'smtp://, smtps:// or {{resolve:secretsmanager:...}}')
        .optional(),
      identity: z.enum(['made here', 'already there']).optional(),
      /**
       * Pools of dedicated addresses that exist in SES, by which mails about accounts and those of tenants go; by default all go by
       * the addresses that SES shares.
       */
      pools: z.strictObject({ accounts: z.string().optional(), tenants: z.string().optional() }).optional(),
      /**
       * The records that the mail server of `url` asks for in the DNS of a tenant's domain, with `{domain}` in its place. Without
       * them tenants have no addresses of their own there.
       */
      senderRecords: z
        .array(
          z.strictObject({
            purpose: z.enum(recordPurposes),
            type: z.enum(recordTypes),
            name: z.string().endsWith('{domain}'),
            value: z.string().min(1),
            isRequired: z.boolean(),
          }),
        )
        .max(10)
        .optional(),
    })
    .optional(),
  /** Who gets alarms by mail; by default nobody. SNS first sends the address a mail to confirm. */
  alarmMail: z.email().optional(),
  /**
   * The codes of tenants that have a table of their own (docs/aws.md#tables-of-tenants). Every function gets all of them, so
   * there are few.
   */
  ownTables: z
    .array(z.string().regex(/^[a-z0-9][a-z0-9-]{1,31}$/, 'a tenant code'))
    .max(maxOwnTables)
    .refine((codes) => new Set(codes).size === codes.length, 'each once')
    .optional(),
  /** Whose key encrypts the table: one of AWS, free of charge (default), or one of the account. */
  tableKey: z.enum(['of AWS', 'of the account']).optional(),
  /**
   * Which metrics CloudWatch derives from the log lines of requests: by tenant and by endpoint (`apart`), or by every pair
   * of the two. Each metric costs, so by default none.
   */
  metrics: z.enum(['apart', 'in pairs']).optional(),
  /**
   * Whether functions that serve a tenant use credentials of STS that reach only this tenant, which each process caches for
   * an hour. Without them a function's own role reaches the keys of every tenant.
   */
  tenantCredentials: z.boolean().optional(),
  /**
   * Whether tenants' requests count against the usage plan of their tier (default). SAM CLI knows no usage plans.
   */
  usagePlans: z.boolean().optional(),
  /** Whether a firewall (AWS WAF) is in front of the APIs; by default none, because it costs by the month. */
  waf: z.boolean().optional(),
  /**
   * Daily backups beside point-in-time recovery, with copies in another region, in another account, or in both; the days
   * that they are kept are 35 each by default. Needs `account` and `region`.
   */
  backup: z
    .strictObject({
      copyRegion: z
        .string()
        .regex(/^[a-z]{2}(-[a-z]+)+-\d$/, 'a region such as us-west-2')
        .optional(),
      copyAccount: z
        .string()
        .regex(/^\d{12}$/, '12 digits')
        .optional(),
      days: z.int().min(7).max(3650).optional(),
      copyDays: z.int().min(7).max(3650).optional(),
    })
    .optional(),
  /** The limit of requests to each method of an API, for all callers together. */
  mostRequests: z.strictObject({ perSecond: z.int().positive(), burst: z.int().positive() }).optional(),
  /**
   * Whether the data stack sets the account's role with which API Gateway writes logs (default), or the account has one.
   */
  apiLogRole: z.enum(['made here', 'already there']).optional(),
  /**
   * Whether others rely on the environment: it is deployed only when everything that they need is declared
   * (complete-environment.ts).
   */
  production: z.boolean().optional(),
  /**
   * Whether new versions of functions first get a part of the calls, for some minutes, and are taken back when they fail
   * (canary.ts). By default they replace the old ones at once. A function runs for fifteen minutes at most, of which changing
   * hundreds of aliases takes four: Lambda takes fifteen changes a second.
   */
  canary: z
    .strictObject({
      percent: z.number().positive().max(50).default(10),
      minutes: z.int().min(1).max(8).default(5),
    })
    .optional(),
  /** How long log lines are retained. */
  logDays: z
    .union([1, 3, 5, 7, 14, 30, 60, 90, 180, 365, 400, 731].map((days) => z.literal(days)))
    .default(30),
  /** The processor of the functions: arm64 costs a fifth less; `npm run sam` uses that of its machine. */
  architecture: z.enum(['arm64', 'x86_64']).default('arm64'),
  /** Further variables of every function, for `npm run sam`. */
  variables: z.record(z.string(), z.string()).default({}),
});

/** One environment: its name and what cdk.json declares for it. */
export type Environment = z.output<typeof environmentSchema> & { readonly name: string };

/** An invalid configuration; its message is for the person who wrote it. */
export class ConfigurationError extends CommandError {
  override readonly name = 'ConfigurationError';
}

/**
 * Reads an environment from cdk.json's context value `environments`.
 * @throws ConfigurationError when there is none of that name, or one of its values is invalid
 */
export function parseEnvironment(name: string, environments: unknown): Environment {
  const all = z.record(z.string(), z.unknown()).safeParse(environments);
  if (!all.success)
    throw new ConfigurationError('cdk.json must have context.environments, one entry per environment.');
  if (!/^[a-z][a-z0-9]{1,11}$/.test(name) || !Object.hasOwn(all.data, name)) {
    const known = Object.keys(all.data).join(', ');
    throw new ConfigurationError(`There is no environment ${name} in cdk.json; it must be one of ${known}.`);
  }
  return { name, ...parseSettings(name, all.data[name]) };
}

function parseSettings(name: string, value: unknown): z.output<typeof environmentSchema> {
  const read = environmentSchema.safeParse(value);
  if (read.success) return read.data;
  const faults = read.error.issues.map((issue) => `${[name, ...issue.path].join('.')}: ${issue.message}`);
  throw new ConfigurationError(`cdk.json, context.environments: ${faults.join('; ')}.`);
}

/** Whether every area's address is known, so that tokens and links contain real addresses. */
export const hasAddresses = (environment: Environment): boolean =>
  environment.domain !== undefined || areaNames.every((area) => environment.addresses?.[area] !== undefined);

/**
 * The base address of each area, without a trailing slash.
 *
 * They come from the configuration, never from the deployed APIs, because that would be circular: a function's variables
 * would contain its API's address, while the API's body contains the function's ARN; and areas name each other's
 * addresses (the issuer is area C's, and area C's metadata names area B's token endpoint).
 * With `domain` an address is `https://<name>/<area>`; else the one in `addresses`, which a deployment without a domain
 * copies once from the outputs of its first deployment; else a reserved name (RFC 2606). Until addresses are set, tokens
 * work, because every area has the same issuer, but links and metadata lead nowhere.
 */
export function getAreaAddresses(environment: Environment): Readonly<Record<Area, string>> {
  const fallback = `https://${environment.domain?.name ?? `${environment.name}.rostrum.invalid`}`;
  const address = (area: Area) => environment.addresses?.[area]?.replace(/\/+$/, '') ?? `${fallback}/${area}`;
  return {
    training: address('training'),
    crm: address('crm'),
    identity: address('identity'),
    billtracking: address('billtracking'),
  };
}
