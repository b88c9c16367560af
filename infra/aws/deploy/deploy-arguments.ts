// The command line of npm run deploy.
import { BadArguments, parseCommandLine } from '../../command/command-line.ts';
import type { Environment } from '../environment/environment.ts';
import { getTableName } from '../environment/names.ts';
import { pipelineName } from '../stacks/pipeline.ts';
import type { DeploymentTarget } from './deploy-target.ts';

/** The first tenant and its administrator, who becomes one of the platform. */
export interface FirstAdministrator {
  readonly userName: string;
  readonly tenant: string;
  readonly tenantName: string;
}

/** What to deploy, and whom to create then. */
export interface DeployArguments {
  readonly name: string;
  readonly administrator?: FirstAdministrator;
}

/** How the command is used. */
export const usage = `npm run deploy -- <environment | ${pipelineName}> [--administrator <user name> --tenant <code> --tenant-name <name>]
  Builds and deploys an environment of cdk.json, or the pipeline that deploys them all, to the AWS account of your
  credentials, without confirmation. To see the changes first: npx cdk diff --all -c environment=<environment>.
  --administrator creates the first tenant and its administrator then; the password is typed unseen, or piped in.`;

/** @throws BadArguments */
export function parseDeployArguments(
  args: readonly string[],
  environments: readonly string[],
): DeployArguments {
  const { positionals, values } = parseCommandLine({
    args: [...args],
    allowPositionals: true,
    options: {
      administrator: { type: 'string' },
      tenant: { type: 'string' },
      'tenant-name': { type: 'string' },
    },
  });
  const [name, ...more] = positionals;
  if (more.length > 0)
    throw new BadArguments(`One environment is deployed at a time: leave out ${more.join(' ')}.`);
  if (name === undefined)
    throw new BadArguments(`Name what to deploy: ${[...environments, pipelineName].join(', ')}.`);
  const { administrator: userName, tenant, 'tenant-name': tenantName } = values;
  if (userName === undefined && tenant === undefined && tenantName === undefined) return { name };
  if (!userName || !tenant || !tenantName)
    throw new BadArguments('The first administrator needs --administrator, --tenant and --tenant-name.');
  if (name === pipelineName)
    throw new BadArguments('The pipeline creates no administrator: name an environment.');
  return { name, administrator: { userName, tenant, tenantName } };
}

/** The commands of `npm run admin` that create them. A password is never among the arguments: the command asks for it. */
export function buildAdministratorCommands(
  { userName, tenant, tenantName }: FirstAdministrator,
  environment: Environment,
  { region }: DeploymentTarget,
): readonly (readonly string[])[] {
  const target = ['--region', region, '--table', getTableName(environment)];
  return [
    ['create-tenant', tenant, tenantName, ...target],
    ['create-user', userName, '--tenant', tenant, '--role', 'platform-admin', ...target],
  ];
}
