// The commands of `npm run admin`: the same rules as area C's administration, for anyone with access to the table.
import { changeCommands } from './change-commands.ts';
import { clientCommands } from './client-commands.ts';
import type { Command, RemoteContext } from './command.ts';
import { directoryCommands } from './directory-commands.ts';
import { keyCommands } from './key-commands.ts';
import { signInCommands } from './sign-in-commands.ts';
import { tableCommands } from './table-commands.ts';
import { tenantCommands } from './tenant-commands.ts';
import { tenantDataCommands } from './tenant-data-commands.ts';
import { userCommands } from './user-commands.ts';

/** Every command on the table by its name. */
export const commands: Readonly<Record<string, Command>> = {
  ...tenantCommands,
  ...tenantDataCommands,
  ...userCommands,
  ...clientCommands,
  ...keyCommands,
  ...directoryCommands,
  ...tableCommands,
  ...changeCommands,
};

/** The commands that speak to a platform over HTTP. */
export const remoteCommands: Readonly<Record<string, Command<RemoteContext>>> = signInCommands;

const all = Object.entries({ ...commands, ...remoteCommands });

const width = Math.max(...all.map(([name, { usage }]) => `${name} ${usage}`.length));

/** How the commands are used. */
export const USAGE = `Usage: npm run admin -- <command> [options]

Commands:
${all.map(([name, { usage, summary }]) => `  ${`${name} ${usage}`.padEnd(width + 2)}${summary}`).join('\n')}

Options:
  --region <region>  with --table: the platform in AWS instead of the one on this machine
  --table <name>
  --secret <id>      in AWS: the secret that holds the signing keys (rotate-keys)
  --platform <address>  with sign-in, sign-out and access-token: the platform by the address of its identity area
  --help             show this

Passwords are typed unseen, piped in, or taken from ROSTRUM_PASSWORD; never from the command line.`;
