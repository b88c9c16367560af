// The stacks of an environment synthesized within a second or two: every function has the same empty bundle.
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, type Stack } from 'aws-cdk-lib';
import { Template as Synthesized } from 'aws-cdk-lib/assertions';
import { parseEnvironment } from '../../../infra/aws/environment/environment.ts';
import { AreaStack } from '../../../infra/aws/stacks/area-stack.ts';
import { BaseStack } from '../../../infra/aws/stacks/base-stack.ts';
import { DataStack } from '../../../infra/aws/stacks/data-stack.ts';
import { EdgeStack, hasEdge } from '../../../infra/aws/stacks/edge-stack.ts';
import type { RegisteredEndpoint } from '../../../infra/contracts/registry.ts';
import { areaNames } from '../../../shared/http/areas.ts';
import type { Template } from './template.ts';

/** A folder with a function that does nothing. */
export async function createEmptyBundle(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'rostrum-bundle-'));
  await writeFile(join(folder, 'index.mjs'), 'export const handler = () => undefined;\n');
  return folder;
}

/** The templates of the environment `prod` as it is declared, by the stacks' short names: data, edge, and the areas. */
export function synthesizeStacks(
  folder: string,
  endpoints: readonly RegisteredEndpoint[],
  declared: Readonly<Record<string, unknown>> = {},
  context: Readonly<Record<string, unknown>> = {},
): ReadonlyMap<string, Template> {
  const env = { account: '123456789012', region: 'eu-west-1' };
  const environment = parseEnvironment('prod', { prod: { ...env, ...declared } });
  const app = new App({
    analyticsReporting: false,
    // As infra/aws/stacks/assembly.ts sets it.
    context: { '@aws-cdk/core:defaultCrossStackReferences': 'strong', ...context },
  });
  const bundle = {
    folder,
    bytes: 0,
    startup: { bytes: 0, byPart: {} },
    sources: new Set<string>(),
    hashesPasswords: false,
  };
  const stacks = new Map<string, Stack>([
    ['data', new DataStack(app, 'data', { environment, env })],
    ['base', new BaseStack(app, 'base', { environment, env })],
  ]);
  const stages = areaNames.map((area) => {
    const stack = new AreaStack(app, area, {
      environment,
      env,
      area,
      endpoints: endpoints.filter(({ contract }) => contract.area === area),
      bundleFor: () => bundle,
      canaryBundle: bundle,
    });
    stacks.set(area, stack);
    return stack.stage;
  });
  if (hasEdge(environment)) stacks.set('edge', new EdgeStack(app, 'edge', { environment, env, stages }));
  return new Map(
    [...stacks].map(([name, stack]) => {
      // A stack without resources has none in its template.
      const template: Partial<Template> = Synthesized.fromStack(stack).toJSON();
      return [name, { Resources: {}, ...template }];
    }),
  );
}
