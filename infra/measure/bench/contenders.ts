// The contenders and how each is bundled: ours, the limits, and the peers as their own documentation bundles them.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type BuildOptions, build } from 'esbuild';
import { type BundleEntry, bundleFunctions } from '../../aws/bundling/bundle.ts';
import { projectFolder } from '../../contracts/registry.ts';
import type { Scenario } from './scenarios.ts';

/** The role of a contender in the comparison. */
export type ContenderKind =
  | 'ours'
  | 'with a session'
  | 'by the SDK'
  | 'limit'
  | 'same reads'
  | 'default'
  | 'peer';

/** A bundle that answers a scenario. */
export interface Contender {
  readonly name: string;
  readonly kind: ContenderKind;
  readonly scenario: Scenario;
  /** The file that Lambda would load. */
  readonly file: string;
  /** Bytes that are loaded at start: the file and the chunks it imports statically, without an SDK that is left out. */
  readonly bytes: number;
  /** Environment variables of this contender alone. */
  readonly env?: Readonly<Record<string, string>>;
}

/** A request in the SDK's form, for the handler that only sends requests. */
interface PlainRequest {
  readonly operation: string;
  readonly input: unknown;
}

/** What a process sends for its first reply, when it has no keys yet, and for each further one. */
export interface PlainRequests {
  readonly first: readonly PlainRequest[];
  readonly further: readonly PlainRequest[];
}

const outputFolder = 'build/bench';

/** The defaults of NodejsFunction (aws-lambda-nodejs), which leaves the SDK to Lambda's runtime. */
const nodejsFunctionOptions = {
  format: 'cjs',
  external: ['@aws-sdk/*', '@smithy/*'],
} as const satisfies BuildOptions;

/** Powertools, "Bundling": NodejsFunction minified, ESM before CommonJS. */
const powertoolsOptions = {
  ...nodejsFunctionOptions,
  minify: true,
  mainFields: ['module', 'main'],
} as const satisfies BuildOptions;

/**
 * NestJS, "Serverless": one file with everything in it, without the optional packages that are not installed. Names are
 * kept, as its injector uses them.
 */
const nestOptions = {
  format: 'cjs',
  keepNames: true,
  external: [
    '@nestjs/microservices',
    '@nestjs/microservices/*',
    '@nestjs/websockets/*',
    'class-transformer',
    'class-transformer/*',
    'class-validator',
  ],
} as const satisfies BuildOptions;

interface Peer {
  readonly name: string;
  readonly kind: ContenderKind;
  readonly source: string;
  readonly options: BuildOptions;
}

const documentedPeers: readonly Peer[] = [
  { name: 'bare, NodejsFunction default', kind: 'default', source: 'bare', options: nodejsFunctionOptions },
  { name: 'Hono', kind: 'peer', source: 'hono', options: nodejsFunctionOptions },
  { name: 'Powertools event handler', kind: 'peer', source: 'powertools', options: powertoolsOptions },
  { name: 'Express', kind: 'peer', source: 'express', options: nodejsFunctionOptions },
  { name: 'NestJS', kind: 'peer', source: 'nest', options: nestOptions },
];

async function bundleAsDocumented(
  { name, kind, source, options }: Peer,
  scenario: Scenario,
): Promise<Contender> {
  const folder = join(projectFolder, outputFolder, 'documented');
  await mkdir(folder, { recursive: true });
  const file = join(folder, `${source}.cjs`);
  await build({
    absWorkingDir: projectFolder,
    bundle: true,
    platform: 'node',
    target: 'node24',
    logLevel: 'silent',
    entryPoints: [`infra/measure/bench/peers/${source}.ts`],
    outfile: file,
    ...options,
  });
  return { name, kind, scenario, file, bytes: (await readFile(file)).byteLength };
}

interface PlannedBundle extends BundleEntry {
  readonly title: string;
  readonly kind: ContenderKind;
  readonly scenario: Scenario;
}

/** Peers bundled by our bundler too, so that only the framework differs. */
function planPeersWithOurBundling(first: Scenario): PlannedBundle[] {
  return (['Hono', 'Powertools event handler', 'Express'] as const).map((name) => {
    const source = documentedPeers.find((peer) => peer.name === name)?.source ?? '';
    return {
      title: `${name}, our bundling`,
      kind: 'peer',
      scenario: first,
      name: `peer-${source}`,
      file: `infra/measure/bench/peers/${source}.ts`,
    };
  });
}

/**
 * Bundles all of them.
 * @param requestsOf what our handler of a scenario sends, for the limit that sends the same
 */
export async function bundleContenders(
  scenarios: readonly Scenario[],
  requestsOf: (scenario: Scenario) => PlainRequests,
): Promise<readonly Contender[]> {
  const [first] = scenarios;
  if (!first) return [];
  const planned = [
    {
      title: 'bare, the SDK and one read',
      kind: 'limit',
      scenario: first,
      name: 'bare',
      file: 'infra/measure/bench/peers/bare.ts',
    } satisfies PlannedBundle,
    ...scenarios.map(
      (scenario): PlannedBundle => ({
        title: 'bare, the same requests',
        kind: 'same reads',
        scenario,
        name: `bare-${scenario.name}`,
        file: 'infra/measure/bench/peers/bare-requests.ts',
        constants: { REQUESTS: requestsOf(scenario) },
      }),
    ),
    ...planPeersWithOurBundling(first),
  ];
  const ours = await bundle(scenarios.map(planOwn), 'bundles');
  // Everybody else has the SDK as it is.
  const others = await bundle(planned, 'others', { keepsSdk: true });
  const peers = await Promise.all(documentedPeers.map((peer) => bundleAsDocumented(peer, first)));
  const bySdk = await bundle(
    scenarios.map((scenario) => ({
      ...planOwn(scenario),
      title: "Rostrum, the SDK's own configuration",
      kind: 'by the SDK',
    })),
    'by-sdk',
    { keepsSdk: true },
  );
  return [
    ...ours,
    ...ours.flatMap((contender) => addSession(contender) ?? []),
    ...others,
    ...bySdk.map((contender) => ({ ...contender, env: { DYNAMODB_SDK: 'default' } })),
    ...peers,
  ];
}

/** The same function with the session of a tenant, as on AWS; those of area C serve no single one. */
const addSession = (contender: Contender): Contender | undefined =>
  contender.scenario.area === 'identity'
    ? undefined
    : {
        ...contender,
        name: "Rostrum, with a tenant's session",
        kind: 'with a session',
        env: { TENANT_ROLE_ARN: 'arn:aws:iam::000000000000:role/bench' },
      };

const planOwn = (scenario: Scenario): PlannedBundle => ({
  title: 'Rostrum',
  kind: 'ours',
  scenario,
  name: scenario.name,
  file: scenario.handlerFile,
});

/** Bundles them with our bundler, in a folder of their own. */
async function bundle(
  planned: readonly PlannedBundle[],
  folder: string,
  options?: { readonly keepsSdk: boolean },
): Promise<readonly Contender[]> {
  const entries = planned.map(({ name, file, constants }) => ({
    name,
    file,
    ...(constants && { constants }),
  }));
  const bundles = await bundleFunctions(entries, `${outputFolder}/${folder}`, options);
  return planned.map(({ name, title, kind, scenario }): Contender => {
    const { folder: built = '', startup } = bundles.get(name) ?? {};
    return { name: title, kind, scenario, file: join(built, 'index.mjs'), bytes: startup?.bytes ?? 0 };
  });
}

/** Bundles only our own handlers, which must run before it is known what they send. */
export const bundleOwnHandlers = (scenarios: readonly Scenario[]): Promise<readonly Contender[]> =>
  bundle(scenarios.map(planOwn), 'own');

/** Writes a scenario's event to a file for the measured process. */
export async function writeEventFile({ name, event }: Scenario): Promise<string> {
  const folder = join(projectFolder, outputFolder, 'events');
  await mkdir(folder, { recursive: true });
  const file = join(folder, `${name}.json`);
  await writeFile(file, JSON.stringify(event));
  return file;
}
