// What is deployed to AWS: the synthesized templates and the bundles (docs/platform-rules.md#gateway-limits,
// #templates).
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assemble, loadProjectParts, type PlatformParts } from '../../infra/aws/assembly.ts';
import type { Bundle } from '../../infra/aws/bundle.ts';
import { parseEnvironment } from '../../infra/aws/environment.ts';
import { getStartupBudget } from '../../infra/aws/startup-size.ts';
import { type Area, areaNames } from '../../shared/http/areas.ts';
import { buildStreamFilter } from '../../shared/platform/trigger.ts';
import { allows, listActions, listResources, listStatements } from './policy.ts';
import { runBundles, unreadableRequest } from './run-bundles.ts';
import {
  findCycle,
  getApiBody,
  listResourcesByType,
  type Operation,
  type Template,
  toText,
} from './template.ts';

const environment = parseEnvironment('prod', {
  prod: {
    account: '123456789012',
    region: 'eu-west-1',
    domain: { name: 'api.example.org', certificateArn: 'arn:aws:acm:eu-west-1:123456789012:certificate/one' },
    mail: { url: 'smtp://mail.example.org:587', from: 'Example <office@example.org>' },
  },
});

let outdir: string;
let parts: PlatformParts;
let bundles: ReadonlyMap<string, Bundle>;
const templates = new Map<string, Template>();
const sizes = new Map<string, number>();

beforeAll(async () => {
  outdir = await mkdtemp(join(tmpdir(), 'rostrum-synth-'));
  parts = await loadProjectParts();
  const assembled = await assemble(environment, { parts, outdir });
  bundles = assembled.bundles;
  for (const { stackName, templateFullPath } of assembled.app.synth().stacks) {
    const text = await readFile(templateFullPath, 'utf8');
    sizes.set(stackName, Buffer.byteLength(text));
    templates.set(stackName.replace('rostrum-prod-', ''), JSON.parse(text));
  }
}, 900_000);
afterAll(() => rm(outdir, { recursive: true, force: true }));

const template = (name: string): Template => {
  const found = templates.get(name);
  if (!found) throw new Error(`There is no stack ${name}; there are ${[...templates.keys()].join(', ')}`);
  return found;
};
const listEndpoints = (area: Area) => parts.endpoints.filter(({ contract }) => contract.area === area);
const listAreas = () => areaNames.filter((area) => listEndpoints(area).length > 0);
const tableArn = 'arn:<AWS::Partition>:dynamodb:eu-west-1:123456789012:table/rostrum-prod';

const getBody = (area: Area) => getApiBody(template(area));

/** The name of the function that an operation calls. */
function findCalledFunction(area: Area, operation: Operation | undefined): unknown {
  const uri = operation?.['x-amazon-apigateway-integration'].uri?.['Fn::Sub'] ?? '';
  const id = /functions\/\$\{(\w+)\.Arn\}\/invocations$/.exec(uri)?.[1] ?? '';
  return template(area).Resources[id]?.Properties.FunctionName;
}

describe('the stacks', () => {
  it('are one for state, one per area with endpoints, and those for edge, background work and monitoring', () => {
    expect([...templates.keys()].sort()).toEqual(
      ['data', 'edge', 'platform', 'watch', ...listAreas()].sort(),
    );
  });

  it('stay under 350 resources and 900 KB each', () => {
    for (const [name, { Resources }] of templates) {
      const count = Object.keys(Resources).length;
      const bytes = sizes.get(`rostrum-prod-${name}`) ?? 0;
      console.log(`${name}: ${count} resources, ${Math.round(bytes / 1024)} KB`);
      expect(count, name).toBeLessThan(350);
      expect(bytes, name).toBeLessThan(900_000);
    }
  });

  it('contain no circular reference', () => {
    for (const [name, one] of templates) expect(findCycle(one), name).toEqual([]);
  });

  it('keep the logical ids of resources with state, because a changed id replaces the resource', () => {
    const stateful =
      /^AWS::(DynamoDB::Table|SecretsManager::Secret|ApiGateway::(RestApi|DomainName)|ApiGatewayV2::(Api|DomainName)|SQS::Queue)$/;
    const found = [...templates].flatMap(([name, { Resources }]) =>
      Object.entries(Resources).flatMap(([id, { Type }]) =>
        stateful.test(Type) ? [`${name} ${Type} ${id}`] : [],
      ),
    );
    expect(found.sort()).toEqual(
      [
        'data AWS::ApiGateway::DomainName Domain',
        'data AWS::DynamoDB::Table Table',
        'data AWS::SecretsManager::Secret CredentialKeys',
        'data AWS::SecretsManager::Secret SigningKeys',
        'platform AWS::ApiGatewayV2::Api Push',
        'platform AWS::SQS::Queue DeadLetters',
        ...listAreas().map((area) => `${area} AWS::ApiGateway::RestApi Api`),
      ].sort(),
    );
  });
});

describe('the table', () => {
  it('is retained, protected, recoverable to any second, expires items by ttl and streams both images', () => {
    const [[, table] = ['', undefined]] = listResourcesByType(template('data'), 'AWS::DynamoDB::Table');
    expect(table).toMatchObject({ DeletionPolicy: 'Retain', UpdateReplacePolicy: 'Retain' });
    expect(table?.Properties).toMatchObject({
      TableName: 'rostrum-prod',
      BillingMode: 'PAY_PER_REQUEST',
      DeletionProtectionEnabled: true,
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
      TimeToLiveSpecification: { AttributeName: 'ttl', Enabled: true },
      StreamSpecification: { StreamViewType: 'NEW_AND_OLD_IMAGES' },
      GlobalSecondaryIndexes: [{ IndexName: 'gsi1', Projection: { ProjectionType: 'ALL' } }],
    });
  });

  it('has secrets next to it, whose values are in no template', () => {
    const secrets = new Map(listResourcesByType(template('data'), 'AWS::SecretsManager::Secret'));
    for (const [, secret] of secrets) {
      expect(secret.DeletionPolicy).toBe('Retain');
      expect(Object.keys(secret.Properties)).not.toContain('SecretString');
    }
    // The rotation writes the one; the other gets a random value once, where it is made.
    expect(secrets.get('SigningKeys')?.Properties).not.toHaveProperty('GenerateSecretString');
    expect(secrets.get('CredentialKeys')?.Properties).toHaveProperty('GenerateSecretString');
  });
});

describe('every endpoint', () => {
  it('has one function on nodejs24.x and arm64, named after it', () => {
    for (const area of listAreas()) {
      const functions = listResourcesByType(template(area), 'AWS::Lambda::Function').map(
        ([, { Properties }]) => Properties,
      );
      const wanted = [...listEndpoints(area).map(({ name }) => name), 'authorizer', 'unrouted'];
      expect(functions.map(({ FunctionName }) => FunctionName).sort()).toEqual(
        wanted.map((name) => `rostrum-prod-${area}-${name}`).sort(),
      );
      for (const one of functions)
        expect(one).toMatchObject({ Runtime: 'nodejs24.x', Architectures: ['arm64'] });
    }
  });

  it("has one method in its area's API, which calls that function and no other", () => {
    for (const area of listAreas()) {
      const { paths } = getBody(area);
      for (const { name, contract } of listEndpoints(area)) {
        const operation = paths[contract.path]?.[contract.method.toLowerCase()];
        expect(operation?.operationId).toBe(name);
        expect(findCalledFunction(area, operation)).toBe(`rostrum-prod-${area}-${name}`);
      }
      const operations = Object.values(paths).flatMap((path) => Object.values(path));
      const named = operations.flatMap(({ operationId }) => (operationId ? [operationId] : []));
      expect(named.sort()).toEqual(
        listEndpoints(area)
          .map(({ name }) => name)
          .sort(),
      );
    }
  });

  it("may be invoked by its area's API, with one role that reaches only the area's functions", () => {
    for (const area of listAreas()) {
      expect(listResourcesByType(template(area), 'AWS::Lambda::Permission')).toHaveLength(0);
      const invoker = listResourcesByType(template(area), 'AWS::IAM::Role').find(([id]) =>
        id.startsWith('Invoker'),
      );
      const statements = invoker ? listStatements(invoker[1]) : [];
      const may = (resource: string) => allows(statements, { action: 'lambda:InvokeFunction', resource });
      const functionIn = (name: string) =>
        `arn:<AWS::Partition>:lambda:eu-west-1:123456789012:function:rostrum-prod-${name}`;
      expect(may(functionIn(`${area}-anything`))).toBe(true);
      expect(may(functionIn('platform-change-feed'))).toBe(false);
      const operations = Object.values(getBody(area).paths).flatMap((path) => Object.values(path));
      for (const operation of operations) {
        const integration = operation['x-amazon-apigateway-integration'];
        if (integration?.type === 'aws_proxy')
          expect(toText(integration.credentials)).toBe(`<${invoker?.[0]},Arn>`);
      }
    }
  });

  it("answers HEAD with GET's function; a path without GET does not accept it (RFC 9110 9.3.2)", () => {
    for (const area of listAreas()) {
      const { paths } = getBody(area);
      for (const path of new Set(listEndpoints(area).map(({ contract }) => contract.path))) {
        const get = listEndpoints(area).find(
          ({ contract }) => contract.path === path && contract.method === 'GET',
        );
        expect(findCalledFunction(area, paths[path]?.head), `${area} ${path}`).toBe(
          `rostrum-prod-${area}-${get?.name ?? 'unrouted'}`,
        );
      }
    }
  });

  it('whose reply is cut off is not reported as not carried out', () => {
    for (const area of listAreas()) {
      const responses = getBody(area)['x-amazon-apigateway-gateway-responses'];
      for (const type of ['INTEGRATION_TIMEOUT', 'INTEGRATION_FAILURE', 'DEFAULT_5XX']) {
        expect(responses[type]?.statusCode).toBe('500');
        const text = responses[type]?.responseTemplates['application/json'] ?? '';
        expect(text, `${area} ${type}`).toContain('the request may have been carried out');
        expect(text, `${area} ${type}`).not.toContain('not carried out');
      }
    }
  });

  it("is refused in its area's envelope when API Gateway itself refuses", () => {
    for (const area of listAreas()) {
      const responses = getBody(area)['x-amazon-apigateway-gateway-responses'];
      expect(responses).toMatchObject({
        MISSING_AUTHENTICATION_TOKEN: { statusCode: '404' },
        REQUEST_TOO_LARGE: { statusCode: '413' },
        UNSUPPORTED_MEDIA_TYPE: { statusCode: '415' },
        THROTTLED: { statusCode: '429', responseParameters: { 'gatewayresponse.header.Retry-After': "'1'" } },
        DEFAULT_5XX: { statusCode: '500' },
      });
    }
  });
});

describe('the roles', () => {
  /** Every role with all it may: by its own policies, and by those that are attached to it. */
  const roles = () =>
    [...templates].flatMap(([name, one]) =>
      listResourcesByType(one, 'AWS::IAM::Role').map(([id, role]) => {
        const attached = listResourcesByType(one, 'AWS::IAM::Policy').filter(([, { Properties }]) =>
          toText(Properties.Roles).split(',').includes(`<${id}>`),
        );
        const statements = [role, ...attached.map(([, policy]) => policy)].flatMap(listStatements);
        return { stack: name, id, statements };
      }),
    );

  it("contain no wildcard except for a secret's ARN, an area's functions, API keys and connections", () => {
    for (const { stack, id, statements } of roles()) {
      for (const statement of statements) {
        for (const action of listActions(statement)) expect(action, `${stack} ${id}`).not.toContain('*');
        for (const resource of listResources(statement)) {
          expect(
            resource.replace(
              /:secret:rostrum-prod\/(signing|credential)-keys-\?{6}$|:function:rostrum-prod-\w+-\*$|:\/(apikeys\/\*|usageplans\/\*\/keys)$|\/push\/(POST|DELETE)\/@connections\/\*$/,
              '',
            ),
            `${stack} ${id}`,
          ).not.toMatch(/[*?]/);
        }
      }
    }
  });

  it('reach only table keys with the expected prefixes, and never without a key', () => {
    for (const { stack, id, statements } of roles()) {
      const may = (action: string, ...leadingKeys: string[]) =>
        allows(statements, { action: `dynamodb:${action}`, resource: tableArn, leadingKeys });
      const label = `${stack} ${id}`;
      expect(allows(statements, { action: 'dynamodb:Scan', resource: tableArn }), label).toBe(false);
      expect(allows(statements, { action: 'dynamodb:Query', resource: tableArn }), label).toBe(false);
      expect(may('DeleteTable'), label).toBe(false);
      expect(may('GetItem', 'X#anything'), label).toBe(false);
      if (id.startsWith('Tenant')) {
        expect(may('Query', 'T#demo#PEOPLE'), label).toBe(true);
        expect(may('GetItem', 'P#KEYS'), label).toBe(true);
        expect(may('BatchGetItem', 'T#demo#TENANT', 'P#USER#1'), label).toBe(false);
        for (const key of ['P#USER#1', 'P#CLIENT#1', 'P#TENANTS'])
          expect(may('GetItem', key), label).toBe(false);
        for (const key of ['P#USER#1', 'P#KEYS']) expect(may('PutItem', key), label).toBe(false);
        expect(may('PutItem', 'T#demo#PERSON#1'), label).toBe(id.startsWith('TenantWrite'));
      }
      if (stack !== 'identity' && stack !== 'platform') expect(may('GetItem', 'P#USER#1'), label).toBe(false);
    }
  });

  it('count attempts in areas A, B and D only where tokens are issued to clients', () => {
    for (const area of listAreas().filter((one) => one !== 'identity')) {
      const { Resources } = template(area);
      for (const [, { Properties }] of listResourcesByType(template(area), 'AWS::Lambda::Function')) {
        const name = String(Properties.FunctionName).replace('rostrum-prod-', '');
        const role = Resources[/<(\w+),Arn>/.exec(toText(Properties.Role))?.[1] ?? ''];
        const mayCount = allows(role ? listStatements(role) : [], {
          action: 'dynamodb:UpdateItem',
          resource: tableArn,
          leadingKeys: ['P#THROTTLE#one'],
        });
        const throttles = bundles.get(name)?.sources.has('shared/auth/throttle-store.ts') === true;
        expect(mayCount, name).toBe(throttles);
        if (throttles) expect(name).toBe('crm-issueToken');
      }
    }
  });

  it('allow only two functions to maintain API keys', () => {
    const keepers = ['platform-sweep-api-keys', 'platform-sync-api-key'];
    const named = [...templates.values()].flatMap((one) =>
      listResourcesByType(one, 'AWS::Lambda::Function').flatMap(([, { Properties }]) =>
        JSON.stringify(Properties.Environment).includes('"USAGE_PLANS":"rostrum-prod"')
          ? [String(Properties.FunctionName).replace('rostrum-prod-', '')]
          : [],
      ),
    );
    expect(named.sort()).toEqual([...listAreas().map((area) => `${area}-authorizer`), ...keepers].sort());
    for (const { stack, id, statements } of roles()) {
      const mayMake = allows(statements, {
        action: 'apigateway:POST',
        resource: 'arn:<AWS::Partition>:apigateway:eu-west-1::/apikeys',
      });
      expect(mayMake, `${stack} ${id}`).toBe(/^(SyncApiKey|SweepApiKeys)Role/.test(id));
      for (const resource of ['/restapis/one', '/usageplans/one', '/apikeys/one/tags', '/account'])
        for (const action of ['PUT', 'PATCH', 'POST'])
          expect(
            allows(statements, {
              action: `apigateway:${action}`,
              resource: `arn:<AWS::Partition>:apigateway:eu-west-1::${resource}`,
            }),
            `${stack} ${id} ${resource}`,
          ).toBe(false);
    }
  });

  it('read the signing keys only to sign tokens, and the credential keys only to sign credentials', () => {
    const readers = [...bundles].filter(([, { sources }]) =>
      [...sources].some((source) => source.includes('@aws-sdk/client-secrets-manager')),
    );
    const isSigner =
      /^(crm-issueToken|identity-(authorizeUserForWorkSpace|rotateKeys?)|platform-rotate-keys)$/;
    // The secrets of webhooks are made from the same secret.
    const isIssuer =
      /^(training-(get\w*Credential|getStatusList)|billtracking-(subscribeToEvents|rotateSubscriptionSecret)|platform-(send-webhooks|run-bill-timers))$/;
    for (const [name, { sources }] of readers)
      expect(name).toMatch(sources.has('shared/credentials/sealing-secret.ts') ? isIssuer : isSigner);
    for (const { id, statements } of roles()) {
      const mayRead = (secret: string) =>
        allows(statements, {
          action: 'secretsmanager:GetSecretValue',
          resource: `arn:<AWS::Partition>:secretsmanager:eu-west-1:123456789012:secret:rostrum-prod/${secret}-AbCdEf`,
        });
      expect(mayRead('signing-keys'), id).toBe(/Signing|Rotat/.test(id));
      expect(mayRead('credential-keys'), id).toBe(/Issuing|^(SendWebhooks|RunBillTimers)Role/.test(id));
    }
  });
});

describe('the functions called by the stream', () => {
  it('are called for the changes that their triggers name, and retried as often as those say', () => {
    const mappings = listResourcesByType(template('platform'), 'AWS::Lambda::EventSourceMapping');
    const streams = parts.handlers.filter(({ trigger }) => trigger.kind === 'stream');
    expect(mappings).toHaveLength(streams.length);
    for (const { name, trigger } of streams) {
      if (trigger.kind !== 'stream') continue;
      const functionId = listResourcesByType(template('platform'), 'AWS::Lambda::Function').find(
        ([, { Properties }]) => Properties.FunctionName === `rostrum-prod-platform-${name}`,
      )?.[0];
      const mapping = mappings.find(
        ([, { Properties }]) => toText(Properties.FunctionName) === `<${functionId}>`,
      )?.[1];
      const patterns = trigger.filters?.map((one) => ({ Pattern: JSON.stringify(one) }));
      expect(mapping?.Properties.FilterCriteria, name).toEqual(patterns && { Filters: patterns });
      expect(mapping?.Properties.MaximumRetryAttempts, name).toBe(trigger.retries);
      expect(mapping?.Properties.MaximumRecordAgeInSeconds, name).toBeUndefined();
    }
  });

  it('are not called for changes that they would ignore', () => {
    const filtered = parts.handlers.flatMap(({ name, trigger }) =>
      trigger.kind === 'stream' && trigger.filters ? [name] : [],
    );
    expect(filtered).toEqual(['change-feed']);
  });

  it('are at most two including the bus, which calls every other function for the changes its trigger names', () => {
    const resources = template('platform');
    expect(listResourcesByType(resources, 'AWS::Lambda::EventSourceMapping')).toHaveLength(1);
    const [pipe] = listResourcesByType(resources, 'AWS::Pipes::Pipe');
    expect(pipe?.[1].Properties.TargetParameters).toMatchObject({
      InputTemplate:
        '{"eventName":"<$.eventName>","dynamodb":{"Keys":<$.dynamodb.Keys>,"NewImage":{"type":<$.dynamodb.NewImage.type>}}}',
    });
    const listeners = parts.handlers.flatMap(({ trigger }) => (trigger.kind === 'change' ? [trigger] : []));
    const rules = listResourcesByType(resources, 'AWS::Events::Rule').filter(
      ([, rule]) => rule.Properties.EventPattern,
    );
    expect(rules.map(([, rule]) => rule.Properties.EventPattern)).toEqual(
      expect.arrayContaining(
        listeners.map((one) => ({ source: ['rostrum.table'], detail: buildStreamFilter(one) })),
      ),
    );
    expect(rules).toHaveLength(listeners.length);
    for (const [, rule] of rules)
      expect(JSON.stringify(rule.Properties.Targets)).toMatch(
        /"InputTemplate":"\{\\"Records\\":\[<[^>"]+>\]\}"/,
      );
  });
});

describe('the bundles', () => {
  const answers = (names: readonly string[], event: unknown) => runBundles(bundles, names, event);
  const event = unreadableRequest;
  const isScoped = ({ access }: PlatformParts['endpoints'][number]['contract']) =>
    typeof access === 'object' && 'permission' in access;

  it('load in plain Node and refuse a request without a tenant with 401 in the envelope', () => {
    const scoped = parts.endpoints.filter(({ contract }) => isScoped(contract));
    const names = scoped.map(({ name, contract }) => `${contract.area}-${name}`);
    const replies = answers(names, event);
    for (const name of names) {
      expect(replies[name], name).toMatchObject({ statusCode: 401 });
      expect(replies[name]?.body, name).toContain('AUTHENTICATION_REQUIRED');
    }
  }, 120_000);

  it('load for public endpoints and for functions that only the platform calls', () => {
    const open = parts.endpoints.filter(({ contract }) => !isScoped(contract));
    const names = [
      ...open.map(({ name, contract }) => `${contract.area}-${name}`),
      ...parts.handlers.map(({ name }) => `platform-${name}`),
    ];
    const replies = answers(names, undefined);
    for (const name of names) expect(replies[name], name).toEqual({ statusCode: 0 });
  }, 120_000);

  it('load for the authorizer', () => {
    const names = listAreas().map((area) => `${area}-authorizer`);
    const replies = answers(names, undefined);
    for (const name of names) expect(replies[name], name).toEqual({ statusCode: 0 });
  });

  it('answer an unknown route and another spelling for every area', () => {
    for (const area of listAreas()) {
      const name = `${area}-unrouted`;
      const [first] = listEndpoints(area);
      const unknown = answers([name], { ...event, path: '/nothing/here' })[name];
      expect(unknown).toMatchObject({ statusCode: 404 });
      expect(unknown?.body).toContain('ROUTE_NOT_FOUND');
      const spelled = first?.contract.path.replace(/\{\w+\}/g, 'x').toUpperCase();
      const { method } = first?.contract ?? {};
      expect(answers([name], { ...event, httpMethod: method, path: `${spelled}/` })[name]).toMatchObject({
        statusCode: 308,
      });
    }
  });

  it('load the client of the push channel only once there are subscribers', () => {
    const client = '@aws-sdk/client-apigatewaymanagementapi';
    for (const name of ['platform-change-feed', 'platform-push-look-after']) {
      const { startup, sources } = bundles.get(name) ?? expect.fail(`There is no ${name}`);
      expect(
        [...sources].some((source) => source.includes(client)),
        name,
      ).toBe(true);
      expect(Object.keys(startup.byPart), name).not.toContain(client);
    }
  });

  it('stay within the budget for what a function loads at its start', () => {
    for (const [name, { startup }] of bundles)
      expect(startup.bytes, name).toBeLessThanOrEqual(getStartupBudget(name));
  });
});
