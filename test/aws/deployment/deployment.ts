// The platform as it is deployed to AWS: bundled and synthesized once for the tests of a file.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import type { Bundle } from '../../../infra/aws/bundling/bundle.ts';
import { parseEnvironment } from '../../../infra/aws/environment/environment.ts';
import { assemble, loadProjectParts, type PlatformParts } from '../../../infra/aws/stacks/assembly.ts';
import { type Area, areaNames } from '../../../shared/http/areas.ts';
import { getApiBody, type Operation, type Template } from './template.ts';

const environment = parseEnvironment('prod', {
  prod: {
    account: '123456789012',
    region: 'eu-west-1',
    domain: { name: 'api.example.org', certificateArn: 'arn:aws:acm:eu-west-1:123456789012:certificate/one' },
    mail: { url: 'smtp://mail.example.org:587', from: 'Example <office@example.org>' },
  },
});

export const tableArn = 'arn:<AWS::Partition>:dynamodb:eu-west-1:123456789012:table/rostrum-prod';

/** The deployed platform; its members are filled before the first test. */
export interface Deployment {
  readonly endpoints: PlatformParts['endpoints'][number][];
  readonly handlers: PlatformParts['handlers'][number][];
  readonly bundles: Map<string, Bundle>;
  /** By the stacks' short names: data, edge, the areas. */
  readonly templates: Map<string, Template>;
  /** Bytes, by the same names. */
  readonly sizes: Map<string, number>;
}

/** Deploys the environment `prod` before the tests of the file that calls it. */
export function useDeployment(): Deployment {
  const deployment: Deployment = {
    ...{ endpoints: [], handlers: [] },
    ...{ bundles: new Map(), templates: new Map(), sizes: new Map() },
  };
  let outdir: string;
  beforeAll(async () => {
    outdir = await mkdtemp(join(tmpdir(), 'rostrum-synth-'));
    // The stacks as they are deployed are validated by CDK as at a deployment; other tests do without.
    delete process.env.CDK_VALIDATION;
    const parts = await loadProjectParts();
    deployment.endpoints.push(...parts.endpoints);
    deployment.handlers.push(...parts.handlers);
    const { app, bundles } = await assemble(environment, { parts, outdir });
    for (const [name, bundle] of bundles) deployment.bundles.set(name, bundle);
    for (const { stackName, templateFullPath } of app.synth().stacks) {
      const text = await readFile(templateFullPath, 'utf8');
      const name = stackName.replace('rostrum-prod-', '');
      deployment.sizes.set(name, Buffer.byteLength(text));
      deployment.templates.set(name, JSON.parse(text));
    }
  }, 900_000);
  afterAll(() => rm(outdir, { recursive: true, force: true }));
  return deployment;
}

/** The template of a stack. */
export function getTemplate({ templates }: Deployment, name: string): Template {
  const found = templates.get(name);
  if (!found) throw new Error(`There is no stack ${name}; there are ${[...templates.keys()].join(', ')}`);
  return found;
}

export const listAreaEndpoints = ({ endpoints }: Deployment, area: Area) =>
  endpoints.filter(({ contract }) => contract.area === area);

/** The areas that have endpoints. */
export const listAreas = (deployment: Deployment) =>
  areaNames.filter((area) => listAreaEndpoints(deployment, area).length > 0);

/** The body of an area's API. */
export const getAreaBody = (deployment: Deployment, area: Area) => getApiBody(getTemplate(deployment, area));

/** The name of the function that an operation calls. */
export function findCalledFunction(
  deployment: Deployment,
  area: Area,
  operation: Operation | undefined,
): unknown {
  const uri = operation?.['x-amazon-apigateway-integration'].uri?.['Fn::Sub'] ?? '';
  const id = /functions\/\$\{(\w+)\.Arn\}\/invocations$/.exec(uri)?.[1] ?? '';
  return getTemplate(deployment, area).Resources[id]?.Properties.FunctionName;
}
