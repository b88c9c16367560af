// The command `npm run import`: loads people, organizations, committees, and what legislatures publish into a tenant.
import { Failure } from '../../shared/errors/failure.ts';
import { UnreadableSource } from '../../shared/import/row-source.ts';
import { BadArguments } from '../command/command-line.ts';
import { LocalPlatformError } from '../command/local-platform-error.ts';
import { createProgress } from '../command/progress.ts';
import { type ImportArguments, parseArguments, USAGE } from './arguments.ts';
import { runImport, UnknownTenant } from './run.ts';
import { openTarget } from './target.ts';

const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** Runs the command; returns its exit code: 0 also when rows were refused, 1 when the import could not be done. */
async function main(args: readonly string[]): Promise<number> {
  let request: ImportArguments | 'help';
  try {
    request = parseArguments(args);
  } catch (error) {
    process.stderr.write(`${describeError(error, undefined)}\n\n${USAGE}\n`);
    return 1;
  }
  if (request === 'help') {
    print(USAGE);
    return 0;
  }
  try {
    await importIntoTarget(request);
    return 0;
  } catch (error) {
    process.stderr.write(`\n${describeError(error, request)}\n`);
    return 1;
  }
}

async function importIntoTarget(request: ImportArguments): Promise<void> {
  const target = await openTarget(request.aws, (what) => process.stderr.write(`${what} ...\n`));
  try {
    print(
      `Importing ${request.kind} from ${request.path} into tenant ${request.tenant} (${target.description}).`,
    );
    await runImport(request, {
      importsFolder: target.importsFolder,
      now: new Date(),
      progress: createProgress(process.stderr),
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

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    process.stderr.write('\nStopped. What was written stays; run the same command again to go on.\n');
    process.exit(signal === 'SIGINT' ? 130 : 143);
  });
}

process.exitCode = await main(process.argv.slice(2));
