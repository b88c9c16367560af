// The OpenAPI 3.0 document that defines an area's API: the contracts in plain 3.0, with API Gateway's integrations.
import { isSafeGet } from '../../../shared/auth/permissions/access-requirement.ts';
import type { Area } from '../../../shared/http/areas.ts';
import { returnsBytes } from '../../contracts/declared-responses.ts';
import type { RegisteredEndpoint } from '../../contracts/registry.ts';
import { buildOpenApi30 } from '../../openapi/openapi-30.ts';
import { type AuthorizerIntegration, buildSecuritySchemes, getOperationSecurity } from './authorizer.ts';
import { getPreflightHeaders } from './cross-origin.ts';
import { buildGatewayResponses } from './gateway-responses.ts';

/** Where an area's requests are sent. */
export interface Integrations {
  /** The invocation URI of an endpoint's function, by the endpoint's name. */
  readonly functionUri: (name: string) => string;
  /** The invocation URI of the function for requests that match no endpoint. */
  readonly unroutedUri: string;
  /** The role by which API Gateway invokes them. */
  readonly invokerRoleArn: string;
  readonly authorizer: AuthorizerIntegration;
  /** Area C's address. */
  readonly issuer: string;
}

/** The path that matches everything else. */
const anyPath = '/{proxy+}';

/** Every method that a path does not list. */
const anyMethod = 'x-amazon-apigateway-any-method';

const proxyIntegration = (uri: string, credentials: string) => ({
  type: 'aws_proxy',
  httpMethod: 'POST',
  uri,
  credentials,
});

/** A preflight is answered by API Gateway itself: no function runs for it. */
function preflightOperation(headers: Readonly<Record<string, string>>) {
  const named = (prefix: string, value: (text: string) => unknown) =>
    Object.fromEntries(Object.entries(headers).map(([name, text]) => [`${prefix}${name}`, value(text)]));
  return {
    responses: {
      204: { description: '', headers: named('', () => ({ schema: { type: 'string' } })) },
    },
    'x-amazon-apigateway-integration': {
      type: 'mock',
      // Where bodies may be binary, a template applies only to what was converted to text.
      contentHandling: 'CONVERT_TO_TEXT',
      requestTemplates: { 'application/json': '{"statusCode": 204}' },
      responses: {
        default: {
          statusCode: '204',
          responseParameters: named('method.response.header.', (text) => `'${text}'`),
        },
      },
    },
  };
}

/** A request that no endpoint takes: refused, or redirected to the published spelling. */
const unroutedOperation = ({ unroutedUri, invokerRoleArn }: Integrations) => ({
  responses: {},
  'x-amazon-apigateway-integration': proxyIntegration(unroutedUri, invokerRoleArn),
});

/** HEAD is answered by GET's function (RFC 9110 9.3.2); API Gateway sends its headers and leaves the body out. */
const headOperation = (uri: string, { invokerRoleArn }: Integrations) => ({
  responses: {},
  'x-amazon-apigateway-integration': proxyIntegration(uri, invokerRoleArn),
});

/**
 * The body of an area's REST API.
 *
 * Besides each endpoint it has, per path, HEAD where there is a GET that only reads, the preflight, one route for the
 * methods that the path does not have, and one for every other path. The latter two go to one function (unrouted.ts): API
 * Gateway alone would answer a wrong method or an unknown path with 403, and would take a bearer token for an AWS
 * signature. The route for other methods is the first of its path: SAM CLI takes it for all methods, and of two routes for
 * one method the later.
 *
 * Where an endpoint returns a file, every media type counts as binary: API Gateway decodes a reply only when the first
 * type of the caller's Accept is binary, and a browser lists text/html first. Request bodies then arrive in base64.
 *
 * Endpoints within a tenant have the authorizer, which names the API key that usage plans count by; where a token is required it
 * is cached by tenant-code and token. Everything else has none: an unknown path is 404 for every caller, and a preflight carries no header.
 * @throws Error when two paths name the same place differently
 */
export function buildApiBody(area: Area, endpoints: readonly RegisteredEndpoint[], to: Integrations) {
  const own = endpoints.filter(({ contract }) => contract.area === area);
  const plain = buildOpenApi30(area, own);
  const paths = Object.entries(plain.paths).map(([path, operations]) => {
    const here = own.filter(({ contract }) => contract.path === path).map(({ contract }) => contract);
    const securityFor = (method: string) => {
      const taking = here.find((contract) => contract.method.toLowerCase() === method);
      return taking ? getOperationSecurity(taking, to.authorizer) : {};
    };
    const taken = Object.entries(operations).map(([method, operation]) => [
      method,
      {
        ...operation,
        ...securityFor(method),
        'x-amazon-apigateway-integration': proxyIntegration(
          to.functionUri(operation.operationId),
          to.invokerRoleArn,
        ),
      },
    ]);
    const get = here.some(isSafeGet) ? operations.get?.operationId : undefined;
    return [
      path,
      {
        [anyMethod]: unroutedOperation(to),
        ...Object.fromEntries(taken),
        ...(get && { head: { ...headOperation(to.functionUri(get), to), ...securityFor('get') } }),
        options: preflightOperation(getPreflightHeaders(here)),
      },
    ];
  });
  const rest = {
    [anyMethod]: unroutedOperation(to),
    options: preflightOperation(getPreflightHeaders(own.map(({ contract }) => contract))),
  };
  return {
    ...plain,
    paths: {
      ...Object.fromEntries(paths),
      '/': { [anyMethod]: unroutedOperation(to) },
      [anyPath]: rest,
    },
    components: { securitySchemes: buildSecuritySchemes(to.authorizer) },
    'x-amazon-apigateway-api-key-source': 'AUTHORIZER',
    'x-amazon-apigateway-gateway-responses': buildGatewayResponses(area, to.issuer),
    ...(own.some(({ contract }) => returnsBytes(contract)) && {
      'x-amazon-apigateway-binary-media-types': ['*/*'],
    }),
  };
}
