// npm run sam: synthesizes the platform and serves one area with SAM CLI, in Lambda's container image.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { runCommand } from '../../command/command-line.ts';
import { LocalPlatformError } from '../../command/local-platform-error.ts';
import { projectFolder } from '../../contracts/registry.ts';
import { dataDirPaths } from '../../local/data-dir.ts';
import { assemble, getStackName } from '../stacks/assembly.ts';
import { parseRequest, usage } from './sam-arguments.ts';
import {
  buildSamArguments,
  buildSamEnvironment,
  type LocalPlatform,
  localCredentials,
  samContext,
} from './sam-environment.ts';

/** SAM CLI's command, which has an installer of its own. */
const samCli = 'sam';

/** The part of the file that a running platform writes to its data folder. */
const LocalState = z.object({ dynamodb: z.url(), crm: z.url(), identity: z.url() });

/** Reads the file; undefined when it is not one that a platform writes. */
function parseLocalState(text: string): z.output<typeof LocalState> | undefined {
  try {
    return LocalState.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** @throws LocalPlatformError when neither the environment nor a running platform names a database */
async function findLocalPlatform(): Promise<LocalPlatform> {
  const { AWS_ENDPOINT_URL_DYNAMODB: dynamodb, TABLE_NAME: tableName, ISSUER: issuer } = process.env;
  if (dynamodb) return { dynamodb, tableName: tableName ?? 'rostrum', ...(issuer && { issuer }) };
  const file = dataDirPaths().local;
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) {
    throw new LocalPlatformError(
      'The platform is not running here: run `npm start` in another terminal first, or set AWS_ENDPOINT_URL_DYNAMODB to another database.',
    );
  }
  const local = parseLocalState(text);
  if (local === undefined)
    throw new LocalPlatformError(`${file} is damaged: stop the platform and run \`npm start\` again.`);
  const gateway = new URL(local.identity).origin;
  return { dynamodb: local.dynamodb, tableName: tableName ?? 'rostrum', issuer: local.identity, gateway };
}

/** @throws LocalPlatformError when SAM CLI or Docker is missing */
function assertToolsInstalled(): void {
  const runs = (command: string, ...args: string[]) =>
    spawnSync(command, args, { stdio: 'ignore' }).status === 0;
  if (!runs(samCli, '--version')) {
    throw new LocalPlatformError(
      'SAM CLI is not installed (the command sam): see https://docs.aws.amazon.com/serverless-application-model/latest/developerguide/install-sam-cli.html.',
    );
  }
  if (!runs('docker', 'info')) {
    throw new LocalPlatformError(
      'Docker is not running: SAM CLI needs it to run the functions. Start it and try again.',
    );
  }
}

async function main(args: readonly string[]): Promise<void> {
  const { area, port, serve: isServed } = parseRequest(args);
  if (isServed) assertToolsInstalled();
  const place = isServed
    ? await findLocalPlatform()
    : { dynamodb: 'http://localhost:8000', tableName: 'rostrum' };
  const environment = buildSamEnvironment(area, port, place);
  const outdir = join(projectFolder, 'cdk.out');
  console.log('Synthesizing...');
  const { app } = await assemble(environment, { outdir, context: samContext });
  app.synth();
  const template = join(outdir, `${getStackName(environment, area)}.template.json`);
  console.log(`The template is ${template}.`);
  if (!isServed) return;
  const sam = spawn(samCli, buildSamArguments(template, port, process.platform), {
    stdio: 'inherit',
    env: { ...process.env, ...localCredentials },
  });
  // SAM CLI handles ctrl-c itself and stops its containers; this process waits for it.
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => sam.kill('SIGTERM'));
  const [code] = await once(sam, 'exit');
  process.exitCode = code ?? 0;
}

await runCommand(main, { what: 'Serving', usage });
