// What SAM CLI reads of an area's template, by the rules of its own reader (aws-sam-cli,
// samcli/commands/local/lib/swagger and samcli/lib/providers): routes and functions, the asset of each, and one
// authorizer per route at most.
import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildSamEnvironment, samContext } from '../../infra/aws/sam/sam-environment.ts';
import { listEndpoints } from '../../infra/contracts/registry.ts';
import { requiresTenantHeader } from '../../shared/auth/permissions/access-requirement.ts';
import { areaNames } from '../../shared/http/areas.ts';
import { createEmptyBundle, synthesizeStacks } from './deployment/synthesize-stacks.ts';
import { getApiBody, listResourcesByType, type Template } from './deployment/template.ts';

const endpoints = await listEndpoints();
const localPlatform = { dynamodb: 'http://127.0.0.1:8000', tableName: 'rostrum' };

let folder: string;
let stacks: ReadonlyMap<string, Template>;
beforeAll(async () => {
  folder = await createEmptyBundle();
  const { name: _, ...declared } = buildSamEnvironment('crm', 3001, localPlatform);
  stacks = synthesizeStacks(folder, endpoints, declared, samContext);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const template = (area: string): Template => stacks.get(area) ?? { Resources: {} };

/** The function that SAM CLI finds in an address: its logical id, out of Fn::Sub (integration_uri.py). */
const parseFunctionId = (uri: unknown): string | undefined => {
  const text = typeof uri === 'object' && uri !== null && 'Fn::Sub' in uri ? String(uri['Fn::Sub']) : '';
  return /\/functions\/\$\{([A-Za-z0-9]+)\.Arn\}\/invocations/.exec(text)?.[1];
};

const listFunctions = (area: string) => new Map(listResourcesByType(template(area), 'AWS::Lambda::Function'));

it('the template contains each function with the folder of its code, and no nested stack', () => {
  for (const area of areaNames) {
    expect(listResourcesByType(template(area), 'AWS::CloudFormation::Stack')).toEqual([]);
    for (const [id, { Metadata }] of listFunctions(area)) {
      expect(Metadata, `${area} ${id}`).toMatchObject({
        'aws:asset:path': expect.any(String),
        'aws:asset:property': 'Code',
      });
    }
  }
});

it('the template contains every route inline, with an existing function', () => {
  for (const area of areaNames) {
    const { paths } = getApiBody(template(area));
    for (const { name, contract } of endpoints.filter((endpoint) => endpoint.contract.area === area)) {
      const operation = paths[contract.path]?.[contract.method.toLowerCase()];
      const id = parseFunctionId(operation?.['x-amazon-apigateway-integration'].uri);
      expect(listFunctions(area).has(id ?? ''), name).toBe(true);
    }
  }
});

// samcli/local/apigw/local_apigw_service.py: "any" is every method, and of two routes for a method the later one counts.
it('the route for other methods stands before the routes of a path, which would otherwise be hidden', () => {
  for (const area of areaNames)
    for (const [path, operations] of Object.entries(getApiBody(template(area)).paths))
      expect(Object.keys(operations).indexOf('x-amazon-apigateway-any-method'), path).toBe(0);
});

describe('the authorizer', () => {
  it('is at most one per route, because SAM CLI refuses a template with two', () => {
    for (const area of areaNames) {
      const body = getApiBody(template(area));
      expect(body).not.toHaveProperty('security');
      for (const [path, operations] of Object.entries(body.paths))
        for (const [method, { security }] of Object.entries(operations)) {
          expect(security?.length ?? 0, `${method} ${path}`).toBeLessThanOrEqual(1);
          for (const requirement of security ?? [])
            expect([['tenant'], ['tenantAndToken']]).toContainEqual(Object.keys(requirement));
        }
      const scoped = endpoints.filter(
        ({ contract }) => contract.area === area && requiresTenantHeader(contract.access),
      );
      for (const { contract } of scoped)
        expect(body.paths[contract.path]?.[contract.method.toLowerCase()]?.security).toHaveLength(1);
    }
  });

  it('is of type request, identified by headers, with an existing function', () => {
    for (const area of areaNames) {
      const { securitySchemes } = getApiBody(template(area)).components;
      expect(Object.keys(securitySchemes)).toEqual(['tenant', 'tenantAndToken']);
      for (const scheme of Object.values(securitySchemes)) {
        const authorizer = scheme['x-amazon-apigateway-authorizer'];
        expect(authorizer?.type).toBe('request');
        // samcli/commands/local/lib/validators/identity_source_validator.py
        for (const source of authorizer?.identitySource.split(', ') ?? [])
          expect(source).toMatch(/^method\.request\.header\.[a-zA-Z0-9._-]+$/);
        expect(listFunctions(area).has(parseFunctionId(authorizer?.authorizerUri) ?? ''), area).toBe(true);
      }
    }
  });
});
