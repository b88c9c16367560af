// Queries on a synthesized template as plain data.

/** A CloudFormation resource. */
export interface Resource {
  readonly Type: string;
  readonly Properties: Readonly<Record<string, unknown>>;
  readonly DependsOn?: string | readonly string[];
  readonly DeletionPolicy?: string;
  readonly UpdateReplacePolicy?: string;
  readonly Metadata?: Readonly<Record<string, unknown>>;
}

/** A template, by logical id. */
export interface Template {
  readonly Resources: Readonly<Record<string, Resource>>;
}

/** The resources of a type with their logical ids. */
export const listResourcesByType = (template: Template, type: string): [string, Resource][] =>
  Object.entries(template.Resources).filter(([, resource]) => resource.Type === type);

/** Every logical id that a value refers to by Ref, Fn::GetAtt or Fn::Sub. */
function listReferences(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap(listReferences);
  return Object.entries(value).flatMap(([name, inner]) => {
    if (name === 'Ref' && typeof inner === 'string') return [inner];
    if (name === 'Fn::GetAtt' && Array.isArray(inner)) return [String(inner[0])];
    if (name === 'Fn::Sub') {
      const text = JSON.stringify(inner);
      return [...[...text.matchAll(/\$\{(\w+)[.}]/g)].map(([, id = '']) => id), ...listReferences(inner)];
    }
    return listReferences(inner);
  });
}

/** A cycle of resources that depend on each other; empty when there is none. */
export function findCycle({ Resources }: Template): readonly string[] {
  const done = new Set<string>();
  const visit = (id: string, above: readonly string[]): readonly string[] => {
    if (above.includes(id)) return [...above.slice(above.indexOf(id)), id];
    if (done.has(id)) return [];
    const { Properties, DependsOn = [] } = Resources[id] ?? {};
    const next = new Set([
      ...listReferences(Properties),
      ...(typeof DependsOn === 'string' ? [DependsOn] : DependsOn),
    ]);
    for (const neighbor of next) {
      const found = Object.hasOwn(Resources, neighbor) ? visit(neighbor, [...above, id]) : [];
      if (found.length > 0) return found;
    }
    done.add(id);
    return [];
  };
  for (const id of Object.keys(Resources)) {
    const found = visit(id, []);
    if (found.length > 0) return found;
  }
  return [];
}

/** A value with its intrinsic functions as text: `{"Ref":"AWS::Region"}` becomes `<AWS::Region>`. */
export function toText(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  if (Array.isArray(value)) return value.map(toText).join(',');
  const [[name, inner] = ['', '']] = Object.entries(value);
  if (name === 'Fn::Join' && Array.isArray(inner) && Array.isArray(inner[1])) {
    return inner[1].map(toText).join(String(inner[0]));
  }
  return `<${toText(inner)}>`;
}

/** An area's API as its body declares it. */
export interface ApiBody {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly securitySchemes: Readonly<Record<string, SecurityScheme>> };
  readonly 'x-amazon-apigateway-api-key-source': string;
  readonly 'x-amazon-apigateway-gateway-responses': Readonly<Record<string, GatewayResponse>>;
}

interface SecurityScheme {
  readonly 'x-amazon-apigateway-authorizer'?: {
    readonly type: string;
    readonly identitySource: string;
    readonly authorizerUri: unknown;
  };
}

interface GatewayResponse {
  readonly responseParameters: Readonly<Record<string, string>>;
  readonly statusCode: string;
  readonly responseTemplates: Readonly<Record<string, string>>;
}

/** A method of a path. */
export interface Operation {
  readonly operationId?: string;
  readonly security?: readonly Readonly<Record<string, readonly unknown[]>>[];
  readonly 'x-amazon-apigateway-integration': {
    readonly type: string;
    readonly uri?: { readonly 'Fn::Sub': string };
    readonly credentials?: unknown;
  };
}

/** The body of the one API in a template. */
export function getApiBody(template: Template): ApiBody {
  const [[, api] = ['', undefined]] = listResourcesByType(template, 'AWS::ApiGateway::RestApi');
  return api?.Properties.Body as ApiBody;
}

/** The operation that API Gateway chooses for a method of a path: its own, or that for every other method. */
export const findOperation = ({ paths }: ApiBody, path: string, method: string): Operation | undefined =>
  paths[path]?.[method] ?? paths[path]?.['x-amazon-apigateway-any-method'];
