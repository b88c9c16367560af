// Runs a command of `npm run admin` from its arguments to its exit code.
import { openPlatformStore } from '../../shared/data/store.ts';
import { Failure } from '../../shared/errors/failure.ts';
import { CommandError } from '../command/command-error.ts';
import { BadArguments } from '../command/command-line.ts';
import { type AdminArguments, parseArguments } from './arguments.ts';
import { assertNoSurplus, type Command, type RemoteContext } from './command.ts';
import { buildCommandAudit } from './command-audit.ts';
import { commands, remoteCommands, USAGE } from './commands.ts';
import { openTarget } from './target.ts';

/** Where a command writes, line by line. */
export interface CommandOutput {
  readonly print: (line: string) => void;
  readonly printError: (line: string) => void;
}

/** Runs the command; returns its exit code. */
export async function runAdmin(args: readonly string[], output: CommandOutput): Promise<number> {
  let request: AdminArguments | 'help';
  try {
    request = parseArguments(args);
    if (request === 'help') {
      output.print(USAGE);
      return 0;
    }
    await run(request, output);
    return 0;
  } catch (error) {
    output.printError(describeError(error));
    return 1;
  }
}

async function run(request: AdminArguments, { print, printError }: CommandOutput): Promise<void> {
  const remote = findCommand(remoteCommands, request.command);
  if (remote) return runRemote(remote, request, print);
  const command = findCommand(commands, request.command);
  if (!command)
    throw new BadArguments(
      `There is no command ${request.command}; see them all with: npm run admin -- --help`,
    );
  assertNoSurplus(command, request);
  const target = await openTarget(request.aws, (what) => printError(`${what} ...`));
  try {
    const { names, options } = request;
    const now = new Date();
    await command.run({
      platform: openPlatformStore(),
      target: target,
      names,
      options,
      now,
      audit: buildCommandAudit(request.command, now),
      say: print,
    });
  } finally {
    await target.close();
  }
}

const findCommand = <C>(known: Readonly<Record<string, C>>, name: string): C | undefined =>
  Object.hasOwn(known, name) ? known[name] : undefined;

async function runRemote(
  command: Command<RemoteContext>,
  request: AdminArguments,
  say: CommandOutput['print'],
): Promise<void> {
  assertNoSurplus(command, request);
  if (request.aws)
    throw new BadArguments(`${request.command} speaks to a platform: name it with --platform <address>.`);
  await command.run({ options: request.options, say });
}

/** An error as one sentence, never a stack trace. */
function describeError(error: unknown): string {
  if (error instanceof Failure) {
    const { details } = error;
    return details.length > 1 ? details.map((fault) => fault.message).join('\n') : error.message;
  }
  if (error instanceof CommandError) return error.message;
  if (!(error instanceof Error)) return 'The command failed for a reason that gave no message.';
  switch (error.name) {
    case 'CredentialsProviderError':
      return 'No AWS credentials were found: sign in, or set AWS_PROFILE or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.';
    case 'ResourceNotFoundException':
      return 'There is no such table or secret; check --region, --table and --secret.';
    case 'AccessDeniedException':
    case 'UnrecognizedClientException':
      return `AWS does not let these credentials do this: ${firstLine(error)}`;
    default:
      return `The command failed: ${firstLine(error)}`;
  }
}

const firstLine = (error: Error): string => error.message.split('\n')[0] || error.name;
