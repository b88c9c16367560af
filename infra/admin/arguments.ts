// Reads the command line of `npm run admin`.
import { BadArguments, parseCommandLine } from '../command/command-line.ts';

/** The command line: the command, the names after it, and the options. */
export interface AdminArguments {
  readonly command: string;
  readonly names: readonly string[];
  readonly options: {
    readonly tenant?: string | undefined;
    readonly email?: string | undefined;
    readonly timeZone?: string | undefined;
    readonly roles: readonly string[];
    readonly scopes: readonly string[];
    readonly due: boolean;
    readonly to?: string | undefined;
    readonly confirm?: string | undefined;
    readonly graceDays?: string | undefined;
    readonly fromTable?: string | undefined;
    readonly platform?: string | undefined;
    readonly client?: string | undefined;
  };
  /** The table and secret in AWS, when the command is not for this machine's. */
  readonly aws:
    | { readonly region: string; readonly table: string; readonly secret?: string | undefined }
    | undefined;
}

/**
 * Reads the arguments after the command's name; `'help'` when help is requested or no command is given.
 * @throws BadArguments
 */
export function parseArguments(args: readonly string[]): AdminArguments | 'help' {
  const { values, positionals } = parseOptions(args);
  const [command, ...names] = positionals;
  if (values.help || command === undefined || command === 'help') return 'help';
  return {
    command,
    names,
    options: {
      tenant: values.tenant,
      email: values.email,
      timeZone: values['time-zone'],
      roles: values.role ?? [],
      scopes: values.scope ?? [],
      due: values.due ?? false,
      to: values.to,
      confirm: values.confirm,
      graceDays: values['grace-days'],
      fromTable: values['from-table'],
      platform: values.platform,
      client: values.client,
    },
    aws: parseAwsTarget(values),
  };
}

const parseOptions = (args: readonly string[]) =>
  parseCommandLine({
    args: [...args],
    allowPositionals: true,
    options: {
      tenant: { type: 'string' },
      email: { type: 'string' },
      'time-zone': { type: 'string' },
      role: { type: 'string', multiple: true },
      scope: { type: 'string', multiple: true },
      due: { type: 'boolean' },
      to: { type: 'string' },
      confirm: { type: 'string' },
      'grace-days': { type: 'string' },
      'from-table': { type: 'string' },
      platform: { type: 'string' },
      client: { type: 'string' },
      region: { type: 'string' },
      table: { type: 'string' },
      secret: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  });

function parseAwsTarget(options: {
  readonly region?: string | undefined;
  readonly table?: string | undefined;
  readonly secret?: string | undefined;
}): AdminArguments['aws'] {
  const { region, table, secret } = options;
  if (region === undefined && table === undefined && secret === undefined) return undefined;
  if (region && table) return { region, table, secret };
  throw new BadArguments(
    `A platform in AWS needs --region and --table; --${region ? 'table' : 'region'} is missing.`,
  );
}
