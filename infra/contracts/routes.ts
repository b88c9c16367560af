// Which endpoint a method and path mean, without regard to case and with or without a trailing slash; HEAD means GET's.
import { isSafeGet } from '../../shared/auth/permissions/access-requirement.ts';
import { Failure } from '../../shared/errors/failure.ts';
import type { Area } from '../../shared/http/areas.ts';
import type { RegisteredEndpoint } from './registry.ts';

/** The result of routing: an endpoint, the methods that the path allows instead, or nothing. */
export type Match =
  | {
      readonly kind: 'endpoint';
      readonly endpoint: RegisteredEndpoint;
      readonly params: Record<string, string>;
    }
  | { readonly kind: 'wrong-method'; readonly allow: readonly string[] }
  /** `meant` is the same path under the version that it has, where only the version is another. */
  | { readonly kind: 'unknown'; readonly suggestion?: string };

interface Route {
  readonly endpoint: RegisteredEndpoint;
  /** The segments as they are declared. */
  readonly segments: readonly string[];
  /** The segments in lower case. */
  readonly fixed: readonly string[];
  /** The parameters' names, where the segments are parameters. */
  readonly names: readonly (string | undefined)[];
  /** The path without its parameter names, which distinguishes it from other paths. */
  readonly pattern: string;
}

const splitPath = (path: string): string[] => path.replace(/\/+$/, '').split('/').slice(1);
const parameterName = (segment: string): string | undefined => /^\{(\w+)\}$/.exec(segment)?.[1];

function createRoute(endpoint: RegisteredEndpoint): Route {
  const segments = splitPath(endpoint.contract.path);
  const fixed = segments.map((segment) => segment.toLowerCase());
  const names = segments.map(parameterName);
  const pattern = fixed.map((segment, index) => (names[index] === undefined ? segment : '{}')).join('/');
  return { endpoint, segments, fixed, names, pattern };
}

function matchParams(
  { segments: declared, fixed, names }: Route,
  segments: readonly string[],
): Record<string, string> | undefined {
  if (declared.length !== segments.length) return undefined;
  const matches = segments.every(
    (sent, index) => (names[index] !== undefined && sent !== '') || fixed[index] === sent.toLowerCase(),
  );
  if (!matches) return undefined;
  const params: Record<string, string> = {};
  for (const [index, sent] of segments.entries()) {
    const name = names[index];
    if (name !== undefined && sent !== '') params[name] = sent;
  }
  return params;
}

/** Which segment is the version: `/api/v1/...`. */
const VERSION = 1;
const isVersion = (segment = ''): boolean => /^v?\d+(?:\.\d+)?$/i.test(segment);

/** Fixed segments win over parameters, as in API Gateway. */
const countParameters = ({ names }: Route): number => names.filter((name) => name !== undefined).length;

/** The methods an endpoint answers. */
const allowedMethods = ({ contract }: RegisteredEndpoint): readonly string[] =>
  isSafeGet(contract) ? ['GET', 'HEAD'] : [contract.method];

/** What a request is refused with that means no endpoint: 405 with Allow where the path has other methods, else 404. */
export function buildRouteFailure(
  match: Exclude<Match, { readonly kind: 'endpoint' }>,
  method: string,
  path: string,
): Failure {
  if (match.kind === 'unknown')
    return new Failure(
      'ROUTE_NOT_FOUND',
      `There is no operation at ${method} ${path}${match.suggestion === undefined ? '' : `, but there is at ${match.suggestion}`}.`,
    );
  const allow = match.allow.join(', ');
  return new Failure('METHOD_NOT_ALLOWED', `${path} takes ${allow}, not ${method}.`, {
    headers: { Allow: allow },
  });
}

/** A path matches only routes of its area with as many segments. */
const lengthKey = (area: Area, segments: readonly string[]): string => `${area} ${segments.length}`;

/** The router of a set of endpoints. */
export function createRouter(
  endpoints: readonly RegisteredEndpoint[],
): (area: Area, method: string, path: string) => Match {
  const routes = endpoints.map(createRoute).sort((a, b) => countParameters(a) - countParameters(b));
  const byLength = Map.groupBy(routes, ({ endpoint, segments }) =>
    lengthKey(endpoint.contract.area, segments),
  );
  return (area, method, path) => {
    const segments = splitPath(path);
    const matching = (byLength.get(lengthKey(area, segments)) ?? []).flatMap((route) => {
      const params = matchParams(route, segments);
      return params ? [{ route, endpoint: route.endpoint, params }] : [];
    });
    // As in API Gateway the most specific path is the one that is meant: what others take does not count there.
    const here = matching.filter(({ route }) => route.pattern === matching[0]?.route.pattern);
    // Every server supports GET and HEAD (RFC 9110 9.1): HEAD is GET without the body, unless GET changes something.
    const contractMethod = method === 'HEAD' ? 'GET' : method;
    const found = here.find(
      ({ endpoint: { contract } }) =>
        contract.method === contractMethod && (method !== 'HEAD' || isSafeGet(contract)),
    );
    if (found) return { kind: 'endpoint', endpoint: found.endpoint, params: found.params };
    if (here.length === 0) {
      const inVersion = (version = '') => segments.with(VERSION, version);
      const meant = routes.find(
        (route) =>
          route.endpoint.contract.area === area &&
          route.endpoint.contract.method === contractMethod &&
          isVersion(segments[VERSION]) &&
          matchParams(route, inVersion(route.segments[VERSION])),
      );
      return {
        kind: 'unknown',
        ...(meant && { suggestion: `/${inVersion(meant.segments[VERSION]).join('/')}` }),
      };
    }
    return {
      kind: 'wrong-method',
      allow: [...new Set(here.flatMap(({ endpoint }) => allowedMethods(endpoint)))],
    };
  };
}
