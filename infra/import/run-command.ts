// Runs `npm run import` from its arguments to its exit code.
import { Failure } from '../../shared/errors/failure.ts';
import { UnreadableSource } from '../../shared/import/rows/row-source.ts';
import { BadArguments } from '../command/command-line.ts';
import { LocalPlatformError } from '../command/local-platform-error.ts';
import { createProgress, type ProgressStream } from '../command/progress.ts';
import { type ImportArguments, parseArguments, USAGE } from './arguments.ts';
import { runImport, UnknownTenant } from './run.ts';
import { openTarget } from './target.ts';

/** Where the command writes. */
interface CommandStreams {
  readonly stdout: NodeJS.WritableStream;
  readonly stderr: ProgressStream;
}

/** Runs the command; returns its exit code: 0 also when rows were refused, 1 when the import could not be done. */
export async function runImportCommand(
  args: readonly string[],
  { stdout, stderr }: CommandStreams,
): Promise<number> {
  const print = (line: string): void => void stdout.write(`${line}\n`);
  let request: ImportArguments | 'help';
  try {
    request = parseArguments(args);
  } catch (error) {
    stderr.write(`${describeError(error, undefined)}\n\n${USAGE}\n`);
    return 1;
  }
  if (request === 'help') {
    print(USAGE);
    return 0;
  }
  try {
    await importIntoTarget(request, { print, stderr });
    return 0;
  } catch (error) {
    stderr.write(`\n${describeError(error, request)}\n`);
    return 1;
  }
}

async function importIntoTarget(
  request: ImportArguments,
  { print, stderr }: Pick<CommandStreams, 'stderr'> & { readonly print: (line: string) => void },
): Promise<void> {
  const target = await openTarget(request.aws, (what) => stderr.write(`${what} ...\n`));
  try {
    print(
      `Importing ${request.kind} from ${request.path} into tenant ${request.tenant} (${target.description}).`,
    );
    await runImport(request, {
      importsFolder: target.importsFolder,
      now: new Date(),
      progress: createProgress(stderr),
      say: print,
    });
  } finally {
    await target.close();
  }
}

/** An error as one sentence, never a stack trace. */
function describeError(error: unknown, request: ImportArguments | undefined): string {
  if (!(error instanceof Error)) return 'The import failed for a reason that gave no message.';
  const isForPeople = [BadArguments, UnreadableSource, UnknownTenant, LocalPlatformError].some(
    (kind) => error instanceof kind,
  );
  if (isForPeople) return error.message;
  if (error instanceof Failure)
    return `The import stopped: ${error.message} Run it again; existing records stay.`;
  const where = request?.aws
    ? `the table ${request.aws.table} in ${request.aws.region}`
    : 'the database of this machine';
  switch (error.name) {
    case 'CredentialsProviderError':
      return 'No AWS credentials were found: sign in, or set AWS_PROFILE or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.';
    case 'ResourceNotFoundException':
      return `There is no such table: ${where}.`;
    case 'AccessDeniedException':
    case 'UnrecognizedClientException':
      return `AWS does not let these credentials use ${where}: ${firstLine(error)}`;
    default:
      return `The import stopped at ${where}: ${firstLine(error)} Run it again; existing records stay.`;
  }
}

const firstLine = (error: Error): string =>
  `${(error.message.split('\n')[0] || error.name).replace(/\.?$/, '.')}`;
