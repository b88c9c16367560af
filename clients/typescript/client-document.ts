// The OpenAPI document as the client needs it: without what the client sends itself, and without examples.
import type { OpenApiDocument } from '../../infra/openapi/unused-components.ts';

/** The headers that the client adds to every request (src/connection.ts). */
const sentByClient = new Set(['#/components/parameters/TenantCode', '#/components/parameters/ApiVersion']);
const verbs = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** A copy without examples; a property of a body may have their names. */
function omitExamples(value: unknown, isProperties = false): unknown {
  if (Array.isArray(value)) return value.map((entry) => omitExamples(entry));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => isProperties || (name !== 'example' && name !== 'examples'))
      .map(([name, entry]) => [name, omitExamples(entry, name === 'properties' && !isProperties)]),
  );
}

/**
 * A copy of the document without the shared headers, and without the examples and the descriptions of errors, which would
 * be nine tenths of the types' text: the reference page has them.
 */
export function toClientDocument(document: OpenApiDocument): OpenApiDocument {
  const copy: OpenApiDocument = JSON.parse(JSON.stringify(omitExamples(document)));
  for (const item of Object.values(copy.paths ?? {})) {
    for (const verb of verbs) {
      const operation = item[verb];
      if (!operation) continue;
      operation.parameters = operation.parameters?.filter(
        (parameter) => !('$ref' in parameter && sentByClient.has(parameter.$ref)),
      );
      for (const [status, response] of Object.entries(operation.responses ?? {}))
        if (Number(status) >= 400) {
          response.description = '';
          delete response.headers;
        }
    }
  }
  return copy;
}
