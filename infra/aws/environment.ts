// The environments the platform is deployed to, as cdk.json declares them, and the addresses their areas have.
import * as z from 'zod';
import { type Area, areaNames } from '../../shared/http/areas.ts';

const addressesSchema = z.partialRecord(z.enum(areaNames), z.url({ protocol: /^https?$/ }));

const environmentSchema = z.strictObject({
  /** The account and region to deploy to; those of the caller's credentials when left out. */
  account: z
    .string()
    .regex(/^\d{12}$/, '12 digits')
    .optional(),
  region: z
    .string()
    .regex(/^[a-z]{2}(-[a-z]+)+-\d$/, 'a region such as us-east-1')
    .optional(),
  /** The platform's own name, below which every area has its base path, and the regional certificate for it. */
  domain: z.strictObject({ name: z.hostname(), certificateArn: z.string().startsWith('arn:') }).optional(),
  /**
   * The push channel's name (`wss://<name>/push`), and the regional certificate for it. It is a name of its own: API Gateway
   * maps a name to WebSocket APIs or to others, never to both. Without it the channel has the address that API Gateway
   * gives it.
   */
  pushDomain: z
    .strictObject({ name: z.hostname(), certificateArn: z.string().startsWith('arn:') })
    .optional(),
  /** Base addresses of areas that are reached without that name, without a trailing slash. */
  addresses: addressesSchema.optional(),
  /**
   * Who mails come from; without it the functions that send are not made, and mails wait in the outbox. They leave by
   * SES, whose identity, the domain of the sender, is made here unless the account has it already. With `url` they
   * leave by that mail server instead: its password belongs in a secret, so the address is
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
    })
    .optional(),
  /** Who is told of alarms; nobody unless said. The address is asked to confirm once, by a mail from SNS. */
  alarmMail: z.email().optional(),
  /** Whose key the table is encrypted with: one of AWS that costs nothing, unless said, or one of the account's own. */
  tableKey: z.enum(['of AWS', 'of the account']).optional(),
  /**
   * Which metrics CloudWatch makes from the log lines of requests. Each costs, so none unless said: by tenant and by
   * endpoint apart, or by every pair of the two.
   */
  metrics: z.enum(['apart', 'in pairs']).optional(),
  /**
   * Whether functions that serve a tenant work with credentials that reach this tenant alone, which STS gives out and each
   * process keeps for an hour. Without them a function's own role reaches the keys of every tenant.
   */
  tenantCredentials: z.boolean().optional(),
  /**
   * Whether tenants' requests are counted against the usage plan of their tier; they are unless said. SAM CLI knows no
   * plans.
   */
  usagePlans: z.boolean().optional(),
  /** Whether a firewall (AWS WAF) stands before the APIs; none unless said, as it costs by the month. */
  waf: z.boolean().optional(),
  /** The most requests to each method of an API, by all callers together. */
  mostRequests: z.strictObject({ perSecond: z.int().positive(), burst: z.int().positive() }).optional(),
  /**
   * Whether the data stack sets the account's role by which API Gateway writes logs; it does unless said. To be said where
   * the account has one already.
   */
  apiLogRole: z.enum(['made here', 'already there']).optional(),
  /** How long the log lines of requests are kept. */
  logDays: z
    .union([1, 3, 5, 7, 14, 30, 60, 90, 180, 365, 400, 731].map((days) => z.literal(days)))
    .default(30),
  /** The processor of the functions: arm64 costs a fifth less; `npm run sam` takes that of the machine it runs on. */
  architecture: z.enum(['arm64', 'x86_64']).default('arm64'),
  /** Further variables of every function, for `npm run sam`. */
  variables: z.record(z.string(), z.string()).default({}),
});

/** One environment: its name and what cdk.json says about it. */
export type Environment = z.output<typeof environmentSchema> & { readonly name: string };

/** What is wrong with the configuration, in words for the person who wrote it. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
}

/**
 * Reads an environment from cdk.json's context value `environments`.
 * @throws ConfigurationError when there is none of that name, or one of its values is wrong
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

function parseSettings(name: string, given: unknown): z.output<typeof environmentSchema> {
  const read = environmentSchema.safeParse(given);
  if (read.success) return read.data;
  const faults = read.error.issues.map((issue) => `${[name, ...issue.path].join('.')}: ${issue.message}`);
  throw new ConfigurationError(`cdk.json, context.environments: ${faults.join('; ')}.`);
}

/** Whether every area's address is known, so that tokens and links carry real ones. */
export const hasAddresses = (environment: Environment): boolean =>
  environment.domain !== undefined || areaNames.every((area) => environment.addresses?.[area] !== undefined);

/**
 * The base address of each area, without a trailing slash.
 *
 * They come from the configuration and never from the deployed APIs: a function's variables that hold its API's
 * address, in an API whose body holds the function's ARN, is a circle, and areas name each other's addresses, which
 * would be one between stacks (the issuer is area C's address, and area C's metadata names area B's token endpoint).
 * So: with `domain`, `https://<name>/<area>`; else what `addresses` says, which for a deployment without a name is
 * copied once from the outputs of its first deployment; else a name that by RFC 2606 leads nowhere. Until they are
 * set, tokens work all the same (every area has the same issuer), but links and metadata lead nowhere.
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
