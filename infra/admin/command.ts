// What a command of `npm run admin` is, and what it works with.
import type { AuditContext } from '../../shared/audit/audit.ts';
import type { PlatformStore } from '../../shared/data/store.ts';
import { BadArguments } from '../command/command-line.ts';
import type { AdminArguments } from './arguments.ts';
import type { AdminTarget } from './target.ts';

/** What a command works with. */
export interface CommandContext {
  readonly platform: PlatformStore;
  readonly target: AdminTarget;
  readonly names: readonly string[];
  readonly options: AdminArguments['options'];
  readonly now: Date;
  /** Who runs which command, for the audit. */
  readonly audit: AuditContext;
  readonly say: (line: string) => void;
}

/** An option that only some commands take. */
export type CommandOption = keyof AdminArguments['options'];

/** What a command works with that speaks to a platform over HTTP, as the person who is signed in. */
export type RemoteContext = Pick<CommandContext, 'options' | 'say'>;

/** A command: its usage, its summary and its function. */
export interface Command<Context = CommandContext> {
  readonly usage: string;
  /** How many names may follow it. */
  readonly maxNames: number;
  readonly options: readonly CommandOption[];
  readonly summary: string;
  readonly run: (session: Context) => Promise<void>;
}

/**
 * Refuses names and options that the command does not use, rather than ignoring them.
 * @throws BadArguments
 */
export function assertNoSurplus(
  { usage: takes, maxNames, options: taken }: Omit<Command, 'run'>,
  { command, names, options }: AdminArguments,
): void {
  const usage = takes === '' ? 'takes nothing' : `takes ${takes}`;
  const [surplus] = names.slice(maxNames);
  if (surplus !== undefined) throw new BadArguments(`${command} ${usage}; "${surplus}" is one too many.`);
  const unusable = (Object.keys(options) as CommandOption[]).find((name) => {
    const value = options[name];
    return !taken.includes(name) && (Array.isArray(value) ? value.length > 0 : Boolean(value));
  });
  if (unusable !== undefined) throw new BadArguments(`${command} ${usage}, and no ${optionNames[unusable]}.`);
}

/** The options as they are typed. */
const optionNames: Readonly<Record<CommandOption, string>> = {
  tenant: '--tenant',
  email: '--email',
  timeZone: '--time-zone',
  roles: '--role',
  scopes: '--scope',
  due: '--due',
  to: '--to',
  confirm: '--confirm',
  graceDays: '--grace-days',
  fromTable: '--from-table',
  platform: '--platform',
  client: '--client',
};

/** The name at a place of the command line. @throws BadArguments when it is missing */
export function requireName({ names }: CommandContext, place: number, what: string): string {
  const name = names[place];
  if (name === undefined || name.trim() === '')
    throw new BadArguments(
      `Which ${what}? Put it after the command${place > 0 ? ` and ${names.slice(0, place).join(' ')}` : ''}.`,
    );
  return name;
}

/** The tenant of the option. @throws BadArguments when it is missing */
export function requireTenantOption({ options }: CommandContext): string {
  if (!options.tenant) throw new BadArguments('Which tenant? Say so with --tenant <code>.');
  return options.tenant;
}
