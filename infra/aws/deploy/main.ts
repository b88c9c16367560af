// npm run deploy: checks that it can deploy, then runs the project's CDK CLI for an environment or the pipeline.
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runCommand } from '../../command/command-line.ts';
import { listEndpoints, projectFolder } from '../../contracts/registry.ts';
import { assertComplete } from '../environment/complete-environment.ts';
import { ConfigurationError, type Environment, parseEnvironment } from '../environment/environment.ts';
import { parsePipeline, pipelineName } from '../stacks/pipeline.ts';
import { countPathResources } from './api-resources.ts';
import { prepareDataStack } from './data-stack-state.ts';
import {
  buildAdministratorCommands,
  type FirstAdministrator,
  parseDeployArguments,
  usage,
} from './deploy-arguments.ts';
import { describeNextSteps, describeOutputs } from './deploy-outputs.ts';
import { DeploymentError, type DeploymentTarget, resolveTarget } from './deploy-target.ts';
import { prepareKeys } from './prepare-keys.ts';
import { findQuotaShortages } from './quotas.ts';

/** What to deploy: an environment, or the pipeline that deploys them all. */
interface DeployRequest {
  readonly name: string;
  readonly account?: string | undefined;
  readonly region?: string | undefined;
  /** Undefined for the pipeline. */
  readonly environment?: Environment;
}

const printLine = (line: string): void => void process.stdout.write(`${line}\n`);

/** cdk.json's context. @throws ConfigurationError when it is not JSON */
async function readContext(): Promise<Readonly<Record<string, unknown>>> {
  const text = await readFile(join(projectFolder, 'cdk.json'), 'utf8');
  try {
    return JSON.parse(text).context ?? {};
  } catch (error) {
    throw new ConfigurationError(
      `cdk.json is not valid JSON: ${error instanceof Error ? error.message : error}.`,
    );
  }
}

const listEnvironmentNames = ({ environments }: Readonly<Record<string, unknown>>): readonly string[] =>
  typeof environments === 'object' && environments !== null ? Object.keys(environments) : [];

function resolveRequest(
  name: string,
  { environments, pipeline }: Readonly<Record<string, unknown>>,
): DeployRequest {
  if (name === pipelineName) {
    const { account, region } = parsePipeline(pipeline, environments);
    return { name, account, region };
  }
  const environment = parseEnvironment(name, environments);
  assertComplete(environment);
  return { name, account: environment.account, region: environment.region, environment };
}

/** Runs a program of the project, whose output is the progress. */
function runProgram(file: string, args: readonly string[], { region }: DeploymentTarget): Promise<number> {
  const child = spawn(process.execPath, [join(projectFolder, file), ...args], {
    cwd: projectFolder,
    stdio: 'inherit',
    env: { ...process.env, AWS_REGION: region },
  });
  // The program handles ctrl-c itself; this process waits for it.
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  return new Promise((ended, failed) => {
    child.once('error', failed);
    child.once('exit', (code) => ended(code ?? 1));
  });
}

/** Reports what the account lacks. @throws DeploymentError when it would stop the deployment, or users of a production */
async function checkQuotas(environment: Environment, target: DeploymentTarget): Promise<void> {
  const needs = { pathResources: countPathResources(await listEndpoints()) };
  const found = await findQuotaShortages(environment, target, needs);
  for (const { text } of found) printLine(`Quota: ${text}`);
  if (found.some(({ stops }) => stops))
    throw new DeploymentError(
      `${environment.name} is not deployed: the account lacks quotas that it needs, which the lines above say how to ask for.`,
    );
}

/** Creates the first tenant and its administrator, whose password the command asks for unseen. */
async function createAdministrator(
  administrator: FirstAdministrator,
  environment: Environment,
  target: DeploymentTarget,
): Promise<void> {
  for (const args of buildAdministratorCommands(administrator, environment, target))
    if ((await runProgram('infra/admin/main.ts', args, target)) !== 0)
      throw new DeploymentError(
        `${environment.name} is deployed, but its first administrator was not created; the line above says why.`,
      );
}

async function deploy(request: DeployRequest, administrator?: FirstAdministrator): Promise<void> {
  const { name, environment } = request;
  const target = await resolveTarget(request);
  if (environment) {
    await checkQuotas(environment, target);
    const prepared = await prepareDataStack(environment, target);
    if (prepared !== undefined) printLine(prepared);
  }
  printLine(`Deploying ${name} to account ${target.account} in ${target.region}.`);
  printLine('Building and synthesizing; the first time this takes a few minutes ...');
  const outputsFile = join('cdk.out', `outputs-${name}.json`);
  const code = await runProgram(
    'node_modules/aws-cdk/bin/cdk',
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
  if (!environment) return;
  const outputs: unknown = JSON.parse(await readFile(join(projectFolder, outputsFile), 'utf8'));
  for (const line of describeOutputs(environment, outputs)) printLine(line);
  printLine('Preparing the signing keys ...');
  await prepareKeys(environment, target);
  if (administrator) await createAdministrator(administrator, environment, target);
  for (const line of describeNextSteps(environment, target, administrator)) printLine(line);
}

async function main(args: readonly string[]): Promise<void> {
  const context = await readContext();
  const { name, administrator } = parseDeployArguments(args, listEnvironmentNames(context));
  await deploy(resolveRequest(name, context), administrator);
}

await runCommand(main, { what: 'The deployment', usage });
