// The whole platform as a CDK app: its bundles, then its stacks.
import { Annotations, App, type AppProps, type StackProps, type Stage } from 'aws-cdk-lib';
import { areaNames } from '../../../shared/http/areas.ts';
import { listEndpoints, type RegisteredEndpoint } from '../../contracts/registry.ts';
import { listTriggeredFunctions, type TriggeredFunction } from '../../contracts/triggered-functions.ts';
import { createsSesTenants, managesApiKeys, sendsMail } from '../access/needs.ts';
import { type Bundle, type BundleEntry, bundleFunctions } from '../bundling/bundle.ts';
import { needsWholeSdk } from '../bundling/lean-sdk.ts';
import { canaryName } from '../canary/canary.ts';
import { type Environment, hasAddresses } from '../environment/environment.ts';
import { getPrefix } from '../environment/names.ts';
import { authorizerName } from '../gateway/authorizer.ts';
import type { ApiStage } from '../gateway/usage-plans.ts';
import { AreaStack } from './area-stack.ts';
import { BackupCopyStack, BackupStack, findCopyPlace } from './backup-stack.ts';
import { BaseStack, hasBase } from './base-stack.ts';
import { DataStack } from './data-stack.ts';
import { EdgeStack, hasEdge } from './edge-stack.ts';
import { PlatformStack } from './platform-stack.ts';
import { WatchStack } from './watch-stack.ts';

/** What the platform consists of. */
export interface PlatformParts {
  readonly endpoints: readonly RegisteredEndpoint[];
  readonly handlers: readonly TriggeredFunction[];
}

/** Loads all endpoints and triggered functions of the project. */
export async function loadProjectParts(): Promise<PlatformParts> {
  const [endpoints, handlers] = await Promise.all([listEndpoints(), listTriggeredFunctions()]);
  return { endpoints, handlers };
}

const listAreasWithEndpoints = ({ endpoints }: PlatformParts) =>
  areaNames.flatMap((area) => {
    const own = endpoints.filter(({ contract }) => contract.area === area);
    return own.length > 0 ? [{ area, endpoints: own }] : [];
  });

/** Every function's bundle, by `<group>-<name>`; the group is an area or `platform`. */
function listBundleEntries(parts: PlatformParts): readonly BundleEntry[] {
  const ofAreas = listAreasWithEndpoints(parts).flatMap(({ area, endpoints }) => [
    ...endpoints.map(({ name, handlerFile }) => ({ name: `${area}-${name}`, file: handlerFile })),
    { name: `${area}-${authorizerName}`, file: 'infra/aws/gateway/identify-tenant.ts' },
    {
      name: `${area}-unrouted`,
      file: 'infra/aws/gateway/unrouted.ts',
      constants: {
        AREA: area,
        ROUTES: endpoints.map(({ name, contract: { method, path } }) => ({ name, method, path })),
      },
    },
  ]);
  const ofPlatform = parts.handlers.map(({ name, handlerFile }) => ({
    name: `platform-${name}`,
    file: handlerFile,
  }));
  const canary = { name: `platform-${canaryName}`, file: 'infra/aws/canary/canary-handler.ts' };
  return [...ofAreas, ...ofPlatform, canary];
}

/** A stack can't lose a value while another stack reads it. */
const referenceContext = { '@aws-cdk/core:defaultCrossStackReferences': 'strong' };

/** The bundled parts, which are the same for every environment. */
export interface BuiltPlatform {
  readonly parts: PlatformParts;
  /** By `<group>-<name>`; the group is an area or `platform`. */
  readonly bundles: Pick<ReadonlyMap<string, Bundle>, 'get'>;
}

/**
 * Bundles every function of the parts, for these environments.
 * @throws Error when a source can't be bundled
 */
export async function buildPlatform(
  parts?: PlatformParts,
  environments: readonly Environment[] = [],
): Promise<BuiltPlatform & { readonly bundles: ReadonlyMap<string, Bundle> }> {
  const all = parts ?? (await loadProjectParts());
  const options = environments.some(needsWholeSdk) ? { keepsSdk: true } : {};
  return { parts: all, bundles: await bundleFunctions(listBundleEntries(all), undefined, options) };
}

/** Creates an app with the settings that all apps of the platform share. */
export const createApp = ({ context, ...props }: AppProps = {}): App =>
  new App({
    analyticsReporting: false,
    ...props,
    context: { ...referenceContext, ...context },
  });

/**
 * Builds the app of an environment: the stacks `rostrum-<environment>-data` and `...-base`, one per area that has endpoints,
 * `...-edge`, `...-platform` and `...-watch`. It uses neither AWS nor the network.
 * @throws Error when a source can't be bundled, or names don't fit AWS
 */
export async function assemble(
  environment: Environment,
  { parts, ...props }: AppProps & { readonly parts?: PlatformParts } = {},
): Promise<{ readonly app: App; readonly bundles: ReadonlyMap<string, Bundle> }> {
  const platform = await buildPlatform(parts, [environment]);
  const app = createApp(props);
  addStacks(app, environment, platform);
  return { app, bundles: platform.bundles };
}

/** Adds the stacks of an environment to an app, or to a stage of the pipeline. */
export function addStacks(
  app: App | Stage,
  environment: Environment,
  { parts, bundles }: BuiltPlatform,
): void {
  const bundleIn = (group: string) => (name: string) => {
    const bundle = bundles.get(`${group}-${name}`);
    if (!bundle) throw new Error(`There is no bundle of ${group}-${name}`);
    return bundle;
  };
  const canaryBundle = bundleIn('platform')(canaryName);
  const { account, region } = environment;
  const prefix = getPrefix(environment);
  const shared = {
    environment,
    // CloudFormation passes a stack's tags on to its resources, so the template does not repeat them a hundred times.
    tags: { platform: 'rostrum', environment: environment.name },
    ...((account || region) && { env: { ...(account && { account }), ...(region && { region }) } }),
  };
  const named = (name: string, description: string) => ({
    ...shared,
    stackName: `${prefix}-${name}`,
    description,
  });

  const data = new DataStack(app, `${prefix}-data`, named('data', 'Rostrum: table and secrets'));
  const base = hasBase(environment)
    ? new BaseStack(app, `${prefix}-base`, named('base', 'Rostrum: domains, sender of mails'))
    : undefined;
  if (!hasAddresses(environment)) {
    Annotations.of(data).addInfo(
      `The addresses of the areas are not set for ${environment.name}: links and metadata name ${environment.name}.rostrum.invalid. Set context.environments.${environment.name}.domain in cdk.json, or addresses from the stacks' outputs.`,
    );
  }
  const stages: ApiStage[] = [];
  for (const { area, endpoints } of listAreasWithEndpoints(parts)) {
    const description = `Rostrum: the ${area} area`;
    const stack = new AreaStack(app, `${prefix}-${area}`, {
      ...named(area, description),
      area,
      endpoints,
      bundleFor: bundleIn(area),
      canaryBundle,
    });
    stack.addStackDependency(data, 'its functions find the table and the secrets by name');
    if (base) stack.addStackDependency(base, 'its API has a name of the domain, and writes a log');
    stages.push(stack.stage);
  }
  const edge = hasEdge(environment)
    ? new EdgeStack(app, `${prefix}-edge`, {
        ...named('edge', 'Rostrum: usage plans and firewall'),
        stages,
      })
    : undefined;
  const handlers = parts.handlers.filter(({ name }) => {
    const { sources } = bundleIn('platform')(name);
    if (sendsMail(sources) || createsSesTenants(sources)) return environment.mail !== undefined;
    return environment.usagePlans !== false || !managesApiKeys(sources);
  });
  if (handlers.length > 0) {
    const platform = new PlatformStack(app, `${prefix}-platform`, {
      ...named('platform', 'Rostrum: what runs behind the areas'),
      tables: data.tables,
      handlers,
      bundleFor: bundleIn('platform'),
      canaryBundle,
    });
    if (edge) platform.addStackDependency(edge, 'its functions find the usage plans by name');
    if (base) platform.addStackDependency(base, 'its functions send mail, and its push channel has a domain');
  }
  new WatchStack(app, `${prefix}-watch`, {
    ...named('watch', 'Rostrum: alarms and the dashboard'),
    areas: listAreasWithEndpoints(parts).map(({ area }) => area),
    handlers,
  });
  addBackups(app, environment, data, named);
}

/**
 * Adds the backup plan, and the vault of the copies in their account and region, where the environment has a plan. The pipeline
 * has no credentials for another account or region: it leaves the vault out, which is deployed once, manually.
 */
function addBackups(
  app: App | Stage,
  environment: Environment,
  data: DataStack,
  named: (name: string, description: string) => StackProps & { readonly environment: Environment },
): void {
  const copyTo = findCopyPlace(environment);
  if (!copyTo) return;
  const prefix = getPrefix(environment);
  const stack = new BackupStack(app, `${prefix}-backup`, {
    ...named('backup', 'Rostrum: backups of the table'),
    copyTo,
  });
  stack.addStackDependency(data, 'it backs up the table by name');
  if (!App.isApp(app)) return;
  const copies = new BackupCopyStack(app, `${prefix}-backup-copies`, {
    ...named('backup-copies', 'Rostrum: the vault of copies of backups'),
    env: copyTo,
  });
  stack.addStackDependency(copies, 'its plan names the vault of the copies');
}

/** A stack's name: `rostrum-dev-crm`. */
export const getStackName = (environment: Environment, name: string): string =>
  `${getPrefix(environment)}-${name}`;
