// The push channel's WebSocket API: its routes, which roles may send over its connections, and that no token is logged.
import { rm } from 'node:fs/promises';
import { type App, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { parseEnvironment } from '../../infra/aws/environment/environment.ts';
import { buildSamEnvironment } from '../../infra/aws/sam/sam-environment.ts';
import { addStacks, type BuiltPlatform, createApp } from '../../infra/aws/stacks/assembly.ts';
import { buildEmptyPlatform, loadFewParts } from './deployment/empty-platform.ts';
import { createEmptyBundle } from './deployment/synthesize-stacks.ts';
import { findCycle, listResourcesByType, type Template as Plain, toText } from './deployment/template.ts';
import { allows, listActions, listResources, listStatements } from './policy.ts';

// An app of forty stacks is slow on a busy machine.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

const env = { account: '123456789012', region: 'eu-west-1' };
const certificateArn = `arn:aws:acm:${env.region}:${env.account}:certificate/one`;

let folder: string;
let built: BuiltPlatform;
let platform: Plain;
beforeAll(async () => {
  folder = await createEmptyBundle();
  built = buildEmptyPlatform(folder, await loadFewParts());
  platform = buildStack(
    buildApp({ tenantCredentials: true, mostRequests: { perSecond: 7, burst: 9 } }),
    'platform',
  );
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function buildApp(declared: Readonly<Record<string, unknown>>): App {
  const app = createApp();
  addStacks(app, parseEnvironment('prod', { prod: { ...env, ...declared } }), built);
  return app;
}

function buildStack(
  app: App,
  name: string,
): Plain & { readonly Outputs?: Readonly<Record<string, { readonly Value: unknown }>> } {
  const stack = app.node.findChild(`rostrum-prod-${name}`);
  if (!(stack instanceof Stack)) throw new Error(`${name} is no stack`);
  return Template.fromStack(stack).toJSON() as Plain;
}

const listProperties = (type: string) =>
  listResourcesByType(platform, type).map(([, { Properties }]) => Properties);
const getOnly = (type: string) => listProperties(type)[0] ?? expect.fail(`There is no ${type}`);

/** The function that an integration calls, by its name. */
function findFunction(target: unknown): unknown {
  const integration = platform.Resources[/<(\w+)>/.exec(toText(target))?.[1] ?? '']?.Properties ?? {};
  expect(integration.IntegrationType).toBe('AWS_PROXY');
  const id = /functions\/<(\w+),Arn>\/invocations$/.exec(toText(integration.IntegrationUri))?.[1] ?? '';
  return platform.Resources[id]?.Properties.FunctionName;
}

/** What each function may do, by its name without the environment's. */
function listStatementsByFunction(): ReadonlyMap<string, ReturnType<typeof listStatements>> {
  return new Map(
    listProperties('AWS::Lambda::Function').map(({ FunctionName, Role }) => {
      const role = /<(\w+),Arn>/.exec(toText(Role))?.[1] ?? '';
      const attached = listResourcesByType(platform, 'AWS::IAM::Policy').filter(([, { Properties }]) =>
        toText(Properties.Roles).split(',').includes(`<${role}>`),
      );
      const own = platform.Resources[role];
      const statements = [...(own ? [own] : []), ...attached.map(([, policy]) => policy)].flatMap(
        listStatements,
      );
      return [String(FunctionName).replace('rostrum-prod-platform-', ''), statements];
    }),
  );
}

const senders = ['change-feed', 'push-catch-up', 'push-look-after', 'push-send-backlog'];

describe('the routes', () => {
  it('are those that functions declare, each connected to its function', () => {
    const routes = listProperties('AWS::ApiGatewayV2::Route').map(({ RouteKey, Target }) => [
      RouteKey,
      findFunction(Target),
    ]);
    expect(Object.fromEntries(routes)).toEqual({
      $connect: 'rostrum-prod-platform-push-connect',
      $disconnect: 'rostrum-prod-platform-push-disconnect',
      $default: 'rostrum-prod-platform-push-message',
    });
    expect(getOnly('AWS::ApiGatewayV2::Api').ProtocolType).toBe('WEBSOCKET');
  });

  // API Gateway Developer Guide, "Set up route responses for WebSocket APIs": without one an answer is dropped.
  it('return the reply of $default, and of no other route', () => {
    const answering = listResourcesByType(platform, 'AWS::ApiGatewayV2::Route').filter(
      ([, { Properties }]) => Properties.RouteResponseSelectionExpression === '$default',
    );
    expect(answering.map(([, { Properties }]) => Properties.RouteKey)).toEqual(['$default']);
    expect(getOnly('AWS::ApiGatewayV2::RouteResponse')).toMatchObject({
      RouteId: { Ref: answering[0]?.[0] },
      RouteResponseKey: '$default',
    });
  });

  it('are invoked with a role that may invoke these three functions and no other', () => {
    const policy = listResourcesByType(platform, 'AWS::IAM::Policy').find(([id]) =>
      id.startsWith('PushInvoker'),
    );
    const called = policy ? listStatements(policy[1]).flatMap(listResources) : [];
    const names = called.map(
      (arn) => platform.Resources[/^<(\w+),Arn>$/.exec(arn)?.[1] ?? '']?.Properties.FunctionName,
    );
    expect(names.sort()).toEqual(
      ['connect', 'disconnect', 'message'].map((name) => `rostrum-prod-platform-push-${name}`),
    );
  });

  it('are deployed automatically once they exist, without a circular dependency', () => {
    const [[, stage] = ['', undefined]] = listResourcesByType(platform, 'AWS::ApiGatewayV2::Stage');
    expect(stage?.Properties).toMatchObject({ AutoDeploy: true, StageName: 'push' });
    expect(stage?.DependsOn).toEqual(
      expect.arrayContaining(listResourcesByType(platform, 'AWS::ApiGatewayV2::Route').map(([id]) => id)),
    );
    expect(findCycle(platform)).toEqual([]);
  });
});

describe('the stage', () => {
  it('logs no token, which a browser sends in the query', () => {
    const { AccessLogSettings, DefaultRouteSettings } = getOnly('AWS::ApiGatewayV2::Stage');
    const format = toText((AccessLogSettings as { readonly Format: unknown }).Format);
    expect(Object.values(JSON.parse(format)).map((value) => String(value).replace(/^req-/, ''))).toEqual([
      '$context.requestId',
      '$context.requestTime',
      '$context.routeKey',
      '$context.connectionId',
      '$context.identity.sourceIp',
      '$context.status',
      '$context.integrationLatency',
      '$context.integrationErrorMessage',
    ]);
    expect(DefaultRouteSettings).toMatchObject({ LoggingLevel: 'OFF', DataTraceEnabled: false });
  });

  it('throttles at the limits of the environment', () => {
    expect(getOnly('AWS::ApiGatewayV2::Stage').DefaultRouteSettings).toMatchObject({
      ThrottlingRateLimit: 7,
      ThrottlingBurstLimit: 9,
    });
  });
});

describe('the connections', () => {
  const arn = (rest: string) => `arn:<AWS::Partition>:execute-api:eu-west-1:123456789012:${rest}`;

  it('of this API may be used only by functions that send messages', () => {
    for (const [name, statements] of listStatementsByFunction()) {
      const may = (resource: string) =>
        allows(statements, { action: 'execute-api:ManageConnections', resource });
      for (const method of ['POST', 'DELETE'])
        expect(may(arn(`<Push>/push/${method}/@connections/one`)), name).toBe(senders.includes(name));
      expect(may(arn('another/push/POST/@connections/one')), name).toBe(false);
      const other = statements.flatMap(listActions).filter((action) => action.startsWith('execute-api:'));
      expect(new Set(other).size, name).toBeLessThanOrEqual(1);
    }
  });

  it('are reachable at the address in the variables of functions that send messages', () => {
    for (const { FunctionName, Environment } of listProperties('AWS::Lambda::Function')) {
      const name = String(FunctionName).replace('rostrum-prod-platform-', '');
      const { Variables } = Environment as { readonly Variables: Readonly<Record<string, unknown>> };
      const address = Variables.AWS_ENDPOINT_URL_APIGATEWAYMANAGEMENTAPI;
      const expected = 'https://<Push>.execute-api.eu-west-1.<AWS::URLSuffix>/push';
      expect(address === undefined ? undefined : toText(address), name).toBe(
        senders.includes(name) ? expected : undefined,
      );
      // Only the local platform sets how long the index takes.
      expect(Variables).not.toHaveProperty('PUSH_SETTLING');
    }
  });
});

describe('the functions of the channel', () => {
  const table = 'arn:<AWS::Partition>:dynamodb:eu-west-1:123456789012:table/rostrum-prod';

  it('reach tenants and the list of connections, or only tenants, and nothing else of the platform', () => {
    const all = listStatementsByFunction();
    for (const name of ['connect', 'disconnect', 'look-after', 'catch-up', 'message']) {
      const statements = all.get(`push-${name}`) ?? expect.fail(`There is no push-${name}`);
      const may = (action: string, key: string) =>
        allows(statements, { action: `dynamodb:${action}`, resource: table, leadingKeys: [key] });
      const lists = name === 'connect' || name === 'disconnect' || name === 'look-after';
      expect(may('PutItem', 'P#LISTENERS'), name).toBe(lists);
      expect(may('GetItem', 'T#demo#LISTENERS'), name).toBe(true);
      expect(may('GetItem', 'P#KEYS'), name).toBe(true);
      for (const key of ['P#KEYS', 'P#USER#1', 'P#CLIENT#1', 'P#TENANTS'])
        expect(may('PutItem', key), `${name} ${key}`).toBe(false);
      for (const key of ['P#USER#1', 'P#CLIENT#1', 'P#TENANTS', 'P#THROTTLE#1'])
        expect(may('GetItem', key), `${name} ${key}`).toBe(false);
    }
  });
});

describe('the address', () => {
  const addressIn = (app: App) => toText(buildStack(app, 'platform').Outputs?.PushAddress?.Value);

  it('is API Gateway’s own by default', () => {
    expect(addressIn(buildApp({}))).toBe('wss://<Push>.execute-api.eu-west-1.<AWS::URLSuffix>/push');
  });

  // API Gateway Developer Guide: a name mapped to a WebSocket API can't be mapped to a REST API.
  it('is a domain of its own where declared, in the stack of what all areas share', () => {
    const app = buildApp({
      domain: { name: 'api.example.org', certificateArn },
      pushDomain: { name: 'push.example.org', certificateArn },
    });
    expect(addressIn(app)).toBe('wss://push.example.org/push');
    const [[id, domain] = ['', undefined]] = listResourcesByType(
      buildStack(app, 'base'),
      'AWS::ApiGatewayV2::DomainName',
    );
    expect([id, domain?.Properties.DomainName]).toEqual(['PushDomain', 'push.example.org']);
    const [[, mapping] = ['', undefined]] = listResourcesByType(
      buildStack(app, 'platform'),
      'AWS::ApiGatewayV2::ApiMapping',
    );
    expect(mapping?.Properties).toMatchObject({
      ApiMappingKey: 'push',
      DomainName: 'push.example.org',
      Stage: 'push',
    });
  });
});

it('SAM CLI, which knows no WebSocket APIs, finds none in the template of any area', () => {
  const place = { dynamodb: 'http://127.0.0.1:8000', tableName: 'rostrum' };
  const { name: _, ...declared } = buildSamEnvironment('crm', 3001, place);
  const app = buildApp(declared);
  for (const area of ['training', 'crm', 'identity', 'billtracking'])
    expect(JSON.stringify(buildStack(app, area))).not.toContain('AWS::ApiGatewayV2');
});
