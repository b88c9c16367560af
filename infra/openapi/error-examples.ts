// An example of each error, built by the envelopes and the validation that answer real requests.

import type { ErrorCode } from '../../shared/errors/catalogue.ts';
import { Failure, invalid } from '../../shared/errors/failure.ts';
import type { EndpointConfig } from '../../shared/http/endpoint.ts';
import { buildFailureReply } from '../../shared/http/envelopes/failure-reply.ts';
import type { Request } from '../../shared/http/request/request.ts';
import { validateRequest } from '../../shared/http/request/validate.ts';
import { buildExamplePath, type ExampleValues, fillPlaceholders } from './examples.ts';

const requestId = 'req-3f2504e0-4f89-41d3-9a0c-0305e82c3301';
const timestamp = '2026-01-15T09:30:00.000Z';

const buildEmptyRequest = (contract: EndpointConfig, path: string): Request => ({
  method: contract.method,
  path,
  requestId,
  headers: {},
  query: {},
  params: {},
  rawBody: '',
  address: '192.0.2.1',
});

/** Typical invalid requests: a body without its fields, values in the wrong format. */
function* generateInvalidRequests(contract: EndpointConfig, path: string, values: ExampleValues) {
  const request = buildEmptyRequest(contract, path);
  const params = Object.fromEntries(
    Object.entries(contract.example.params ?? {}).map(([name, value]) => [
      name,
      String(fillPlaceholders(value, values)),
    ]),
  );
  const good = contract.bodyType === 'form' ? [] : contract.example.body;
  const query = Object.fromEntries(Object.keys(contract.query?.shape ?? {}).map((name) => [name, ['-']]));
  if (contract.body) yield { request: { ...request, params }, body: contract.bodyType === 'form' ? [] : {} };
  yield { request: { ...request, params, query }, body: good };
  yield { request, body: good };
}

/** The contract's own validation error for the first invalid request that it refuses. */
function findValidationFailure(contract: EndpointConfig, path: string, values: ExampleValues): Failure {
  for (const { request, body } of generateInvalidRequests(contract, path, values)) {
    try {
      validateRequest(contract, request, body);
    } catch (error) {
      if (error instanceof Failure) return error;
      throw error;
    }
  }
  return invalid([
    {
      code: 'INVALID_FORMAT',
      message: 'Idempotency-Key must be 1 to 255 printable ASCII characters without spaces, such as a UUID.',
      target: 'Idempotency-Key',
    },
  ]);
}

/** The body of the endpoint's error with this code. */
export function buildErrorExample(contract: EndpointConfig, code: ErrorCode, values: ExampleValues): unknown {
  const path = buildExamplePath(contract, values);
  const failure =
    code === 'VALIDATION_ERROR' ? findValidationFailure(contract, path, values) : new Failure(code);
  const refused = { method: contract.method, path, requestId, timestamp, tenantCode: values.tenantCode };
  return JSON.parse(buildFailureReply(contract.area, failure, refused).body);
}
