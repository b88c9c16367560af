// The authorizer that turns the header tenant-code into an API key, and the usage plans of those keys
// (docs/interface/access.md#tenant-code).
import { describe, expect, it } from 'vitest';
import {
  isSafeGet,
  requiresTenantHeader,
  requiresToken,
} from '../../shared/auth/permissions/access-requirement.ts';
import { areaNames } from '../../shared/http/areas.ts';
import {
  nameStrangersKey,
  sharedKeyName,
  sharedKeysOfTier,
  unknownCallersKeyName,
} from '../../shared/limits/api-keys.ts';
import { sharedTiers, strangerTiers, tierNames, tiers } from '../../shared/limits/tiers.ts';
import { endpoints, findTemplate, useProjectStacks } from './deployment/project-stacks.ts';
import { getApiBody, listResourcesByType, toText } from './deployment/template.ts';
import { allows, listStatements } from './policy.ts';

const { template, synthesizeFew } = useProjectStacks();

describe('the authorizer', () => {
  it('applies to every call within a tenant, with its API key, and to no other', () => {
    const scoped = endpoints.filter(({ contract }) => requiresTenantHeader(contract.access));
    expect(scoped.length).toBeGreaterThan(250);
    expect(scoped.length).toBeLessThan(endpoints.length);
    for (const { contract } of endpoints) {
      const operations = getApiBody(template(contract.area)).paths[contract.path] ?? {};
      const scheme = requiresToken(contract.access) ? 'tenantAndToken' : 'tenant';
      const security = requiresTenantHeader(contract.access) ? [{ [scheme]: [] }, { apiKey: [] }] : undefined;
      const label = `${contract.method} ${contract.area}${contract.path}`;
      expect(operations[contract.method.toLowerCase()]?.security, label).toEqual(security);
      if (isSafeGet(contract)) expect(operations.head?.security, label).toEqual(security);
    }
  });

  it('does not apply to preflights, wrong methods and unknown paths, which are answered to every caller', () => {
    for (const area of areaNames) {
      const own = endpoints.filter(({ contract }) => contract.area === area);
      for (const [path, operations] of Object.entries(getApiBody(template(area)).paths)) {
        const taken = own.flatMap(({ contract }) =>
          contract.path === path
            ? [contract.method.toLowerCase(), ...(isSafeGet(contract) ? ['head'] : [])]
            : [],
        );
        for (const [method, operation] of Object.entries(operations))
          if (!taken.includes(method)) expect(operation.security, `${method} ${path}`).toBeUndefined();
      }
    }
  });

  it('is cached by tenant-code and token, and not at all where a token may be absent; only it provides the key', () => {
    const buildScheme = (identitySource: string, authorizerResultTtlInSeconds: number) => ({
      type: 'apiKey',
      name: 'tenant-code',
      in: 'header',
      'x-amazon-apigateway-authtype': 'custom',
      'x-amazon-apigateway-authorizer': { type: 'request', identitySource, authorizerResultTtlInSeconds },
    });
    const tenantHeader = 'method.request.header.tenant-code';
    for (const area of areaNames) {
      const body = getApiBody(template(area));
      expect(body['x-amazon-apigateway-api-key-source']).toBe('AUTHORIZER');
      // An answer that is cached by the tenant alone would be that of a member for a stranger, or the other way round; and API
      // Gateway refuses a request without a header by which it caches.
      expect(body.components.securitySchemes).toMatchObject({
        tenant: buildScheme(tenantHeader, 0),
        tenantAndToken: buildScheme(`${tenantHeader}, method.request.header.Authorization`, 300),
        apiKey: { type: 'apiKey', name: 'x-api-key', in: 'header' },
      });
    }
  });

  it('may read tenants and published keys, and nothing else of the table', () => {
    const tableArn = 'arn:<AWS::Partition>:dynamodb:eu-west-1:123456789012:table/rostrum-prod';
    for (const area of areaNames) {
      const role = listResourcesByType(template(area), 'AWS::IAM::Role').find(([id]) =>
        id.startsWith('AuthorizerRole'),
      )?.[1];
      const statements = role ? listStatements(role) : [];
      const may = (action: string, key: string) =>
        allows(statements, { action: `dynamodb:${action}`, resource: tableArn, leadingKeys: [key] });
      for (const key of ['T#demo#TENANT', 'P#KEYS']) expect(may('BatchGetItem', key), area).toBe(true);
      for (const key of ['T#demo#PERSON#1', 'T#demo#SUBJECT#1', 'P#TENANTS', 'P#USER#1'])
        expect(may('BatchGetItem', key), key).toBe(false);
      for (const action of ['PutItem', 'UpdateItem', 'DeleteItem', 'Query', 'Scan'])
        expect(may(action, 'T#demo#TENANT'), action).toBe(false);
    }
  });

  it('that fails to look up a tenant gives 503: nothing was carried out, retry', () => {
    for (const area of areaNames) {
      const responses = getApiBody(template(area))['x-amazon-apigateway-gateway-responses'];
      for (const type of ['AUTHORIZER_FAILURE', 'AUTHORIZER_CONFIGURATION_ERROR']) {
        expect(responses[type]?.statusCode, area).toBe('503');
        expect(responses[type]?.responseTemplates['application/json']).toContain('was not carried out');
      }
    }
  });

  it("leaves a missing tenant-code or token to the area's own 401", () => {
    for (const area of areaNames) {
      const responses = getApiBody(template(area))['x-amazon-apigateway-gateway-responses'];
      for (const type of ['UNAUTHORIZED', 'ACCESS_DENIED']) {
        expect(responses[type]?.statusCode, `${area} ${type}`).toBe('401');
        expect(responses[type]?.responseTemplates['application/json']).toContain(
          'tenant-code header must name a tenant of this platform, and Authorization must be: Bearer',
        );
      }
    }
  });
});

describe('a key that API Gateway does not know', () => {
  it('gets 503, which can be repeated, and is not an unknown tenant', () => {
    for (const area of areaNames) {
      const reply = getApiBody(template(area))['x-amazon-apigateway-gateway-responses'].INVALID_API_KEY;
      expect(reply?.statusCode, area).toBe('503');
      expect(reply?.responseParameters['gatewayresponse.header.Retry-After'], area).toBe("'60'");
      expect(reply?.responseTemplates['application/json']).not.toContain('must name a tenant');
    }
  });
});

describe('the usage plans', () => {
  const plans = () =>
    new Map(
      listResourcesByType(template('edge'), 'AWS::ApiGateway::UsagePlan').map(([id, { Properties }]) => [
        String(Properties.UsagePlanName),
        { id, ...Properties } as {
          readonly id: string;
          readonly ApiStages: readonly { readonly Stage: string }[];
          readonly Throttle: { readonly RateLimit: number; readonly BurstLimit: number };
          readonly Quota?: unknown;
        },
      ]),
    );

  it('are one per tier with its rates, one for the tenants of each that share keys, one for its strangers, and one for unknown tenants, for every area', () => {
    expect([...plans().keys()].sort()).toEqual(
      [...tierNames, ...tierNames.flatMap((tier) => [`shared-${tier}`, `strangers-${tier}`]), 'strangers']
        .map((name) => `rostrum-prod-${name}`)
        .sort(),
    );
    for (const [tier, limit] of Object.entries(tiers)) {
      const plan = plans().get(`rostrum-prod-${tier}`);
      expect(plan?.Throttle).toEqual({ RateLimit: limit.perSecond, BurstLimit: limit.burst });
      expect(plan?.Quota).toEqual('perDay' in limit ? { Limit: limit.perDay, Period: 'DAY' } : undefined);
    }
    for (const [tier, limit] of Object.entries(sharedTiers)) {
      const plan = plans().get(`rostrum-prod-shared-${tier}`);
      expect(plan?.Throttle).toEqual({ RateLimit: limit.perSecond, BurstLimit: limit.burst });
      // A daily quota of many tenants together would be used up by one of them.
      expect(plan?.Quota).toBeUndefined();
    }
    for (const [tier, limit] of Object.entries(strangerTiers)) {
      const plan = plans().get(`rostrum-prod-strangers-${tier}`);
      expect(plan?.Throttle).toEqual({ RateLimit: limit.perSecond, BurstLimit: limit.burst });
      expect(plan?.Quota).toEqual({ Limit: limit.perDay, Period: 'DAY' });
    }
    for (const [name, { ApiStages, Throttle }] of plans()) {
      expect(ApiStages.map(({ Stage }) => Stage).sort(), name).toEqual([...areaNames].sort());
      // What an account has for all of its APIs (API Gateway quotas).
      expect(Throttle.RateLimit, name).toBeLessThan(10_000);
      expect(Throttle.BurstLimit, name).toBeLessThan(5_000);
    }
  });

  it('contain the keys that the authorizer names for tenants without a key of their own', () => {
    const members = listResourcesByType(template('edge'), 'AWS::ApiGateway::UsagePlanKey').map(
      ([, { Properties }]) => {
        const [, key] =
          listResourcesByType(template('edge'), 'AWS::ApiGateway::ApiKey').find(
            ([id]) => toText(Properties.KeyId) === `<${id}>`,
          ) ?? [];
        const plan = [...plans()].find(([, { id }]) => toText(Properties.UsagePlanId) === `<${id}>`);
        return [key?.Properties.Value, plan?.[0]];
      },
    );
    const shared = tierNames.flatMap((tier) =>
      Array.from({ length: sharedKeysOfTier }, (_, share) => [
        [sharedKeyName('rostrum-prod', tier, share), `rostrum-prod-shared-${tier}`],
        [nameStrangersKey('rostrum-prod', tier, share), `rostrum-prod-strangers-${tier}`],
      ]).flat(),
    );
    expect(members.sort()).toEqual(
      [...shared, [unknownCallersKeyName('rostrum-prod'), 'rostrum-prod-strangers']].sort(),
    );
  });

  it('can be left out together with the keys', () => {
    const without = synthesizeFew({ usagePlans: false });
    expect(without.has('edge')).toBe(false);
    const secured = Object.values(getApiBody(findTemplate(without, 'crm')).paths)
      .flatMap((operations) => Object.values(operations))
      .flatMap(({ operationId, security }) => (operationId && security ? [security] : []));
    expect(secured.length).toBeGreaterThan(3);
    for (const security of secured)
      expect([[{ tenant: [] }], [{ tenantAndToken: [] }]]).toContainEqual(security);
  });
});
