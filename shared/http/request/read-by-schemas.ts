// Reads a request by the schemas of its contract. In a bundle with request plans this is loaded for the requests that the
// plan refuses (infra/aws/bundling/request-plans.ts).
import type { RequestDeclaration } from './declaration.ts';
import { listIgnoredNames } from './ignored-names.ts';
import { placeFilters } from './place-filters.ts';
import type { Request } from './request.ts';
import { checkRequest, type ExampleParts, type RequestFaults, type ValidParts } from './validate.ts';

/** What was read of a request: its parts, or its faults; and the names that nothing reads. */
export type ReadRequest = { readonly ignored: readonly string[] } & (
  | { readonly parts: ValidParts }
  | { readonly faults: RequestFaults }
);

/** Reads the parts of a request whose body was read by its content type. */
export async function readBySchemas(
  contract: RequestDeclaration & { readonly example?: ExampleParts },
  request: Request,
  body: unknown,
): Promise<ReadRequest> {
  const placed = placeFilters(contract, body);
  return { ignored: listIgnoredNames(contract, request, placed), ...checkRequest(contract, request, placed) };
}
