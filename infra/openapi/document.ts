// Builds the OpenAPI 3.1 document of an area from its contracts alone.
// zod-openapi converts the schemas: it turns zod's `.meta({ id })` into components, distinguishes the input of a schema
// from its output (with separate names when both are used), and finds which lenient parameters are required.
// z.toJSONSchema does none of the three.
import { createDocument, type ZodOpenApiPathsObject } from 'zod-openapi';
import { type Area, areaNames, areas } from '../../shared/http/areas.ts';
import type { Method } from '../../shared/http/endpoint.ts';
import type { RegisteredEndpoint } from '../contracts/registry.ts';
import { type ExampleValues, fillPlaceholders } from './examples.ts';
import { buildIntroduction } from './introduction.ts';
import { buildOperation, securitySchemes } from './operation.ts';
import { buildSharedParameters } from './parameters.ts';
import { removeUnportablePatterns } from './portable-patterns.ts';
import { sharedHeaders } from './responses.ts';
import { describeTag } from './tags.ts';
import { type OpenApiDocument, removeUnusedComponents } from './unused-components.ts';

type Operation = NonNullable<NonNullable<OpenApiDocument['paths']>[string]['get']>;

export interface DocumentOptions {
  readonly servers: readonly { readonly url: string; readonly description?: string }[];
  /** The values of `{{name}}` in examples. */
  readonly values?: ExampleValues;
}

const verbs = {
  GET: 'get',
  POST: 'post',
  PUT: 'put',
  PATCH: 'patch',
  DELETE: 'delete',
} as const satisfies Record<Method, string>;

/** OpenAPI ignores header parameters of these names; other members of the operation say the same. */
const reservedHeaders = new Set(['accept', 'content-type', 'authorization']);

/** The example of a parameter in its declared type; 1 for a number that is known only once seeded. */
function toDeclaredType(example: unknown, schema: unknown): unknown {
  const type = typeof schema === 'object' && schema !== null && 'type' in schema ? schema.type : undefined;
  if (type === 'string' && typeof example === 'number') return String(example);
  if (typeof example !== 'string' || (type !== 'integer' && type !== 'number')) return example;
  return /^\d+$/.test(example) ? Number(example) : 1;
}

/** Parameters get the example's values, once the schemas have been turned. */
function addParameterExamples(operation: Operation, { contract }: RegisteredEndpoint, values: ExampleValues) {
  const examples = { path: contract.example.params, query: contract.example.query };
  const documented = (operation.parameters ?? []).filter(
    (parameter) =>
      '$ref' in parameter || parameter.in !== 'header' || !reservedHeaders.has(parameter.name.toLowerCase()),
  );
  const finished = documented.map((parameter) => {
    if ('$ref' in parameter || (parameter.in !== 'path' && parameter.in !== 'query')) return parameter;
    const example = examples[parameter.in]?.[parameter.name];
    return example === undefined
      ? parameter
      : { ...parameter, example: toDeclaredType(fillPlaceholders(example, values), parameter.schema) };
  });
  if (finished.length > 0) operation.parameters = finished;
  else delete operation.parameters;
}

/** The areas that have operations, in the order of the interface. */
export const listDocumentedAreas = (endpoints: readonly RegisteredEndpoint[]): readonly Area[] =>
  areaNames.filter((area) => endpoints.some(({ contract }) => contract.area === area));

/**
 * The OpenAPI 3.1 document of `area`. Endpoints of other areas may be among `endpoints`; they are left out.
 * The same contracts give the same document, byte for byte.
 */
export function buildOpenApiDocument(
  area: Area,
  endpoints: readonly RegisteredEndpoint[],
  { servers, values = {} }: DocumentOptions,
): OpenApiDocument {
  const own = endpoints.filter(({ contract }) => contract.area === area);
  const paths: ZodOpenApiPathsObject = {};
  for (const registered of own) {
    const { path, method } = registered.contract;
    paths[path] = { ...paths[path], [verbs[method]]: buildOperation(registered, values) };
  }
  const tags = [...new Set(own.flatMap(({ contract }) => contract.tags))];
  const document = createDocument({
    openapi: '3.1.1',
    info: {
      title: `Rostrum: ${areas[area].title}`,
      version: '1.0.0',
      description: buildIntroduction(area),
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: servers.map((server) => ({ ...server })),
    tags: tags.map((name) => ({ name, description: describeTag(name, area) })),
    paths,
    components: {
      parameters: buildSharedParameters(values),
      headers: sharedHeaders,
      securitySchemes,
    },
  });
  for (const registered of own) {
    const { path, method } = registered.contract;
    const operation = document.paths?.[path]?.[verbs[method]];
    if (operation) addParameterExamples(operation, registered, values);
  }
  return removeUnportablePatterns(removeUnusedComponents(document));
}
