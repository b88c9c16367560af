// The canary: all callers use the alias, the shift comes after all functions and before what calls them, within the limits of
// a stack, and with no more permissions than it needs (docs/aws.md#canary).

import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Stack } from 'aws-cdk-lib';
import { Template as Synthesized } from 'aws-cdk-lib/assertions';
import type { CloudFormationCustomResourceEvent } from 'aws-lambda';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { handler } from '../../infra/aws/canary/canary-handler.ts';
import { parseEnvironment } from '../../infra/aws/environment/environment.ts';
import { addStacks, createApp, loadProjectParts } from '../../infra/aws/stacks/assembly.ts';
import { areaNames } from '../../shared/http/areas.ts';
import { buildEmptyPlatform } from './deployment/empty-platform.ts';
import { createEmptyBundle } from './deployment/synthesize-stacks.ts';
import { findCycle, getApiBody, listResourcesByType, type Template, toText } from './deployment/template.ts';
import { allows, listStatements } from './policy.ts';

// An app of all stacks is slow on a busy machine.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

let folder: string;
const templates = new Map<string, Template>();
const synthesize = async (declared: object) => {
  const app = createApp();
  const environment = parseEnvironment('prod', {
    prod: { account: '123456789012', region: 'eu-west-1', ...declared },
  });
  addStacks(app, environment, buildEmptyPlatform(folder, await loadProjectParts()));
  return new Map(
    app.node.children.flatMap((stack): [string, Template][] =>
      Stack.isStack(stack)
        ? [[stack.stackName.replace('rostrum-prod-', ''), Synthesized.fromStack(stack).toJSON() as Template]]
        : [],
    ),
  );
};
beforeAll(async () => {
  folder = await createEmptyBundle();
  for (const [name, template] of await synthesize({ canary: {}, mail: { from: 'office@example.org' } }))
    templates.set(name, template);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const getTemplate = (name: string): Template =>
  templates.get(name) ?? expect.fail(`There is no stack ${name}`);
const getShift = (template: Template) => {
  const [found] = listResourcesByType(template, 'Custom::Versions');
  return found ?? expect.fail('There is no canary');
};
/** What is called by ARN or name, as text. */
const listDependencies = (template: Template, id: string): readonly string[] =>
  [template.Resources[id]?.DependsOn ?? []].flat();

describe.each([...areaNames, 'platform'])('the canary of %s', (group) => {
  it('shifts every function but itself, after CloudFormation has changed all of them', () => {
    const template = getTemplate(group);
    const [, { Properties }] = getShift(template);
    const functions = listResourcesByType(template, 'AWS::Lambda::Function').flatMap(([id, fn]) =>
      fn.Properties.FunctionName === `rostrum-prod-${group}-canary` ? [] : [`<${id}>`],
    );
    expect((Properties.Functions as unknown[]).map(toText).sort()).toEqual(functions.sort());
    expect(Properties).toMatchObject({ Share: 0.1, Minutes: 5, Checksum: expect.stringMatching(/^\w{32}$/) });
    expect(Number(Properties.ServiceTimeout)).toBe(900);
    expect(findCycle(template)).toEqual([]);
  });

  // AWS CloudFormation User Guide, quotas.
  it('costs three resources, and the stack stays within its limits', () => {
    const template = getTemplate(group);
    expect(listResourcesByType(template, 'AWS::Lambda::Version')).toEqual([]);
    expect(Object.keys(template.Resources).length).toBeLessThanOrEqual(500);
    expect(JSON.stringify(template).length).toBeLessThan(1_000_000);
  });

  it('names alarms that exist', () => {
    const alarms = listResourcesByType(getTemplate('watch'), 'AWS::CloudWatch::Alarm').map(
      ([, { Properties }]) => Properties.AlarmName,
    );
    const [, { Properties }] = getShift(getTemplate(group));
    expect((Properties.Alarms as string[]).length).toBeGreaterThan(0);
    for (const name of Properties.Alarms as string[]) expect(alarms).toContain(name);
  });

  it('may change versions and aliases of its own functions, and remove versions but no function', () => {
    const template = getTemplate(group);
    const role = listResourcesByType(template, 'AWS::IAM::Role').find(([id]) =>
      id.startsWith('CanaryRole'),
    )?.[1];
    const statements = role ? listStatements(role) : [];
    const arn = (name: string) =>
      `arn:<AWS::Partition>:lambda:eu-west-1:123456789012:function:rostrum-prod-${name}`;
    for (const action of [
      'PublishVersion',
      'GetAlias',
      'CreateAlias',
      'UpdateAlias',
      'ListVersionsByFunction',
    ]) {
      expect(allows(statements, { action: `lambda:${action}`, resource: arn(`${group}-one`) })).toBe(true);
      expect(allows(statements, { action: `lambda:${action}`, resource: arn('other-one') })).toBe(false);
    }
    const remove = 'lambda:DeleteFunction';
    expect(allows(statements, { action: remove, resource: arn(`${group}-one:7`) })).toBe(true);
    expect(allows(statements, { action: remove, resource: arn(`${group}-one`) })).toBe(false);
  });
});

describe.each(areaNames)("area %s's API", (area) => {
  it('calls every function by the alias, and is deployed only after the shift', () => {
    const template = getTemplate(area);
    const body = JSON.stringify(getApiBody(template));
    const called = [...body.matchAll(/functions\/\$\{\w+\.Arn\}([^/]*)\/invocations/g)].map(
      ([, suffix]) => suffix,
    );
    expect(called.length).toBeGreaterThan(10);
    expect(new Set(called)).toEqual(new Set([':live']));
    const [[deployment] = ['']] = listResourcesByType(template, 'AWS::ApiGateway::Deployment');
    expect(listDependencies(template, deployment)).toContain(getShift(template)[0]);
  });

  // Lambda Developer Guide: an alias is a qualifier after the function's name.
  it('may invoke the alias', () => {
    const invoker = listResourcesByType(getTemplate(area), 'AWS::IAM::Role').find(([id]) =>
      id.startsWith('Invoker'),
    );
    const resource = `arn:<AWS::Partition>:lambda:eu-west-1:123456789012:function:rostrum-prod-${area}-authorizer:live`;
    expect(
      allows(invoker ? listStatements(invoker[1]) : [], { action: 'lambda:InvokeFunction', resource }),
    ).toBe(true);
  });
});

describe('what runs behind the areas', () => {
  /** The type of each caller, and what of it names a function. */
  const callers = {
    'AWS::Events::Rule': (properties: Readonly<Record<string, unknown>>) =>
      (properties.Targets as { readonly Arn: unknown }[]).map(({ Arn }) => Arn),
    'AWS::Lambda::EventSourceMapping': ({ FunctionName }: Readonly<Record<string, unknown>>) => [
      FunctionName,
    ],
    'AWS::Lambda::Permission': ({ FunctionName }: Readonly<Record<string, unknown>>) => [FunctionName],
    'AWS::Lambda::EventInvokeConfig': ({ Qualifier }: Readonly<Record<string, unknown>>) => [`:${Qualifier}`],
  } as const;

  it.each(Object.entries(callers))('%s names the alias, after the shift', (type, listTargets) => {
    const template = getTemplate('platform');
    const resources = listResourcesByType(template, type);
    expect(resources.length).toBeGreaterThan(0);
    for (const [id, { Properties }] of resources) {
      for (const target of listTargets(Properties)) expect(toText(target), id).toMatch(/:live$/);
      expect(listDependencies(template, id), id).toContain(getShift(template)[0]);
    }
  });

  it('the push channel calls the alias and may', () => {
    const template = getTemplate('platform');
    for (const [, { Properties }] of listResourcesByType(template, 'AWS::ApiGatewayV2::Integration'))
      expect(toText(Properties.IntegrationUri)).toMatch(/:live\/invocations$/);
    const policy = listResourcesByType(template, 'AWS::IAM::Policy').find(([id]) =>
      id.startsWith('PushInvoker'),
    );
    expect(JSON.stringify(policy?.[1].Properties.PolicyDocument).match(/:live/g)?.length).toBeGreaterThan(2);
  });
});

it('without a canary nothing names an alias, which SAM CLI could not call', async () => {
  for (const [name, template] of await synthesize({})) {
    expect(listResourcesByType(template, 'Custom::Versions'), name).toEqual([]);
    expect(JSON.stringify(template), name).not.toContain(':live');
  }
});

it('the checksum changes with the configuration of any function', async () => {
  const other = await synthesize({ canary: {}, mail: { from: 'office@example.org' }, metrics: 'apart' });
  const checksum = ([, { Properties }]: ReturnType<typeof getShift>) => Properties.Checksum;
  expect(checksum(getShift(getTemplate('crm')))).not.toBe(
    checksum(getShift(other.get('crm') ?? { Resources: {} })),
  );
});

describe('the function that CloudFormation calls', () => {
  const received: unknown[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => {
      body += part;
    });
    request.on('end', () => {
      received.push([request.method, JSON.parse(body)]);
      response.end();
    });
  });
  beforeAll(() => once(server.listen(0, '127.0.0.1'), 'listening'));
  afterAll(() => server.close());
  const event = (RequestType: string, properties: object) =>
    ({
      RequestType,
      ResponseURL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
      StackId: 'stack',
      RequestId: 'request',
      LogicalResourceId: 'Versions',
      ResourceProperties: properties,
    }) as unknown as CloudFormationCustomResourceEvent;

  it('answers CloudFormation, whether it succeeds or not, with the same physical id', async () => {
    await handler(event('Delete', {}));
    await handler(event('Create', { Functions: 'none' }));
    expect(received).toMatchObject([
      ['PUT', { Status: 'SUCCESS', PhysicalResourceId: 'Versions-versions', RequestId: 'request' }],
      [
        'PUT',
        { Status: 'FAILED', PhysicalResourceId: 'Versions-versions', Reason: expect.stringMatching(/./) },
      ],
    ]);
  });
});
