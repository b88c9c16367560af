// npm run deploy: checks that it can deploy, then runs the project's CDK CLI for an environment or the pipeline.
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BadArguments, parseCommandLine } from '../command/command-line.ts';
import { projectFolder } from '../contracts/registry.ts';
import { describeNextSteps, describeOutputs } from './deploy-outputs.ts';
import { DeploymentError, type DeploymentTarget, resolveTarget } from './deploy-target.ts';
import { ConfigurationError, type Environment, parseEnvironment } from './environment.ts';
import { parsePipeline, pipelineName } from './pipeline.ts';
import { prepareKeys } from './prepare-keys.ts';

/** What to deploy: an environment, or the pipeline that deploys them all. */
interface DeployRequest {
  readonly name: string;
  readonly account?: string | undefined;
  readonly region?: string | undefined;
  /** Undefined for the pipeline. */
  readonly environment?: Environment;
}

const usage = (environments: readonly string[]): string =>
  `npm run deploy -- <${[...environments, pipelineName].join(' | ')}>
  Builds and deploys an environment of cdk.json, or the pipeline that deploys them all, to the AWS account of your
  credentials, without confirmation. To see the changes first: npx cdk diff --all -c environment=<environment>.`;

const printLine = (line: string): void => void process.stdout.write(`${line}\n`);

/** cdk.json's context. */
async function readContext(): Promise<Readonly<Record<string, unknown>>> {
  const { context = {} } = JSON.parse(await readFile(join(projectFolder, 'cdk.json'), 'utf8'));
  return context;
}

const listEnvironmentNames = ({ environments }: Readonly<Record<string, unknown>>): readonly string[] =>
  typeof environments === 'object' && environments !== null ? Object.keys(environments) : [];

/** @throws BadArguments */
function parseName(args: readonly string[], environments: readonly string[]): string {
  const { positionals } = parseCommandLine({ args: [...args], allowPositionals: true, options: {} });
  const [name, ...more] = positionals;
  if (name !== undefined && more.length === 0) return name;
  throw new BadArguments(`Name what to deploy: ${[...environments, pipelineName].join(', ')}.`);
}

function resolveRequest(
  name: string,
  { environments, pipeline }: Readonly<Record<string, unknown>>,
): DeployRequest {
  if (name === pipelineName) {
    const { account, region } = parsePipeline(pipeline, environments);
    return { name, account, region };
  }
  const environment = parseEnvironment(name, environments);
  return { name, account: environment.account, region: environment.region, environment };
}

/** Runs the CDK CLI, whose output is the progress. */
function runCdk(args: readonly string[], { region }: DeploymentTarget): Promise<number> {
  const program = join(projectFolder, 'node_modules', 'aws-cdk', 'bin', 'cdk');
  const child = spawn(process.execPath, [program, ...args], {
    cwd: projectFolder,
    stdio: 'inherit',
    env: { ...process.env, AWS_REGION: region },
  });
  // The CLI handles ctrl-c itself; this process waits for it.
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  return new Promise((ended, failed) => {
    child.once('error', failed);
    child.once('exit', (code) => ended(code ?? 1));
  });
}

async function deploy(request: DeployRequest): Promise<number> {
  const { name, environment } = request;
  const target = await resolveTarget(request);
  printLine(`Deploying ${name} to account ${target.account} in ${target.region}.`);
  printLine('Building and synthesizing; the first time this takes a few minutes ...');
  const outputsFile = join('cdk.out', `outputs-${name}.json`);
  const code = await runCdk(
    [
      'deploy',
      environment ? '--all' : `rostrum-${pipelineName}`,
      ...['-c', `environment=${name}`],
      ...['--require-approval', 'never'],
      ...['--concurrency', '4'],
      ...['--progress', 'events'],
      ...['--outputs-file', outputsFile],
    ],
    target,
  );
  if (code !== 0) {
    throw new DeploymentError(
      `${name} was not deployed completely; the lines above say why. What was deployed stays: fix the cause and run the same command again.`,
    );
  }
  printLine(`${name} is deployed.`);
  if (!environment) return 0;
  const outputs: unknown = JSON.parse(await readFile(join(projectFolder, outputsFile), 'utf8'));
  for (const line of describeOutputs(environment, outputs)) printLine(line);
  printLine('Preparing the signing keys ...');
  await prepareKeys(environment, target);
  for (const line of describeNextSteps(environment, target)) printLine(line);
  return 0;
}

async function main(args: readonly string[]): Promise<number> {
  const context = await readContext();
  const environments = listEnvironmentNames(context);
  try {
    return await deploy(resolveRequest(parseName(args, environments), context));
  } catch (error) {
    const isExpected =
      error instanceof BadArguments ||
      error instanceof DeploymentError ||
      error instanceof ConfigurationError;
    if (!isExpected) throw error;
    process.stderr.write(`${error.message}\n`);
    if (error instanceof BadArguments) process.stderr.write(`\n${usage(environments)}\n`);
    return 1;
  }
}

process.exitCode = await main(process.argv.slice(2));
