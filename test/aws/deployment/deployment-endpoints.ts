// What holds for every endpoint's function and method (docs/aws.md#usage-plans).

import { describe, expect, it } from 'vitest';
import { isSafeGet } from '../../../shared/auth/permissions/access-requirement.ts';
import { allows, listStatements } from '../policy.ts';
import {
  type Deployment,
  findCalledFunction,
  getAreaBody,
  getTemplate,
  listAreaEndpoints,
  listAreas,
} from './deployment.ts';
import { findOperation, listResourcesByType, toText } from './template.ts';

/** The tests of the endpoints' functions and the areas' APIs. */
export function testEndpoints(deployment: Deployment): void {
  describe('every endpoint', () => {
    it('has one function on nodejs24.x and arm64, named after it', () => {
      for (const area of listAreas(deployment)) {
        const functions = listResourcesByType(getTemplate(deployment, area), 'AWS::Lambda::Function').map(
          ([, { Properties }]) => Properties,
        );
        const wanted = [
          ...listAreaEndpoints(deployment, area).map(({ name }) => name),
          'authorizer',
          'unrouted',
        ];
        expect(functions.map(({ FunctionName }) => FunctionName).sort()).toEqual(
          wanted.map((name) => `rostrum-prod-${area}-${name}`).sort(),
        );
        for (const one of functions)
          expect(one).toMatchObject({ Runtime: 'nodejs24.x', Architectures: ['arm64'] });
      }
    });

    it("has one method in its area's API, which calls that function and no other", () => {
      for (const area of listAreas(deployment)) {
        const { paths } = getAreaBody(deployment, area);
        for (const { name, contract } of listAreaEndpoints(deployment, area)) {
          const operation = paths[contract.path]?.[contract.method.toLowerCase()];
          expect(operation?.operationId).toBe(name);
          expect(findCalledFunction(deployment, area, operation)).toBe(`rostrum-prod-${area}-${name}`);
        }
        const operations = Object.values(paths).flatMap((path) => Object.values(path));
        const named = operations.flatMap(({ operationId }) => (operationId ? [operationId] : []));
        expect(named.sort()).toEqual(
          listAreaEndpoints(deployment, area)
            .map(({ name }) => name)
            .sort(),
        );
      }
    });

    it("may be invoked by its area's API, with one role that reaches only the area's functions", () => {
      for (const area of listAreas(deployment)) {
        expect(listResourcesByType(getTemplate(deployment, area), 'AWS::Lambda::Permission')).toHaveLength(0);
        const invoker = listResourcesByType(getTemplate(deployment, area), 'AWS::IAM::Role').find(([id]) =>
          id.startsWith('Invoker'),
        );
        const statements = invoker ? listStatements(invoker[1]) : [];
        const may = (resource: string) => allows(statements, { action: 'lambda:InvokeFunction', resource });
        const functionIn = (name: string) =>
          `arn:<AWS::Partition>:lambda:eu-west-1:123456789012:function:rostrum-prod-${name}`;
        expect(may(functionIn(`${area}-anything`))).toBe(true);
        expect(may(functionIn('platform-change-feed'))).toBe(false);
        const operations = Object.values(getAreaBody(deployment, area).paths).flatMap((path) =>
          Object.values(path),
        );
        for (const operation of operations) {
          const integration = operation['x-amazon-apigateway-integration'];
          if (integration?.type === 'aws_proxy')
            expect(toText(integration.credentials)).toBe(`<${invoker?.[0]},Arn>`);
        }
      }
    });

    it("answers HEAD with GET's function; a path without a GET that only reads does not accept it (RFC 9110 9.3.2)", () => {
      for (const area of listAreas(deployment)) {
        const body = getAreaBody(deployment, area);
        for (const path of new Set(
          listAreaEndpoints(deployment, area).map(({ contract }) => contract.path),
        )) {
          const get = listAreaEndpoints(deployment, area).find(
            ({ contract }) => contract.path === path && isSafeGet(contract),
          );
          const head = findOperation(body, path, 'head');
          expect(findCalledFunction(deployment, area, head), `${area} ${path}`).toBe(
            `rostrum-prod-${area}-${get?.name ?? 'unrouted'}`,
          );
        }
      }
    });

    it('whose reply is cut off is not reported as not carried out', () => {
      for (const area of listAreas(deployment)) {
        const responses = getAreaBody(deployment, area)['x-amazon-apigateway-gateway-responses'];
        for (const type of ['INTEGRATION_TIMEOUT', 'INTEGRATION_FAILURE', 'DEFAULT_5XX']) {
          expect(responses[type]?.statusCode).toBe('500');
          const text = responses[type]?.responseTemplates['application/json'] ?? '';
          expect(text, `${area} ${type}`).toContain('the request may have been carried out');
          expect(text, `${area} ${type}`).not.toContain('not carried out');
        }
      }
    });

    it("is refused in its area's envelope when API Gateway itself refuses", () => {
      for (const area of listAreas(deployment)) {
        const responses = getAreaBody(deployment, area)['x-amazon-apigateway-gateway-responses'];
        expect(responses).toMatchObject({
          MISSING_AUTHENTICATION_TOKEN: { statusCode: '404' },
          REQUEST_TOO_LARGE: { statusCode: '413' },
          UNSUPPORTED_MEDIA_TYPE: { statusCode: '415' },
          THROTTLED: {
            statusCode: '429',
            responseParameters: { 'gatewayresponse.header.Retry-After': "'1'" },
          },
          DEFAULT_5XX: { statusCode: '500' },
        });
      }
    });
  });
}
