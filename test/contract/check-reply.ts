// Checks every reply a test receives against its contract: an undeclared status or an extra field fails the test.

import { getResponseSchema } from '../../infra/contracts/declared-responses.ts';
import type { Match } from '../../infra/contracts/routes.ts';
import type { Area } from '../../shared/http/areas.ts';
import { isBytes } from '../../shared/http/bytes.ts';
import { errorSchema } from '../../shared/http/envelopes/error.schema.ts';

interface Received {
  readonly path: string;
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
  /** The bytes of the body, for replies that are files. */
  readonly bytes: Uint8Array;
}

/** @throws Error that names the endpoint, the status and the parts of the body that differ from the contract */
export function checkReply(area: Area, match: Match, { path, status, headers, body, bytes }: Received): void {
  const where = `${area}${path} answered ${status}`;
  if (!/^req-[0-9a-f-]{36}$/.test(headers.get('x-request-id') ?? '')) {
    throw new Error(`${where} without an X-Request-Id`);
  }
  if (headers.get('x-content-type-options') !== 'nosniff') throw new Error(`${where} without nosniff`);
  const schema =
    match.kind === 'endpoint'
      ? getResponseSchema(match.endpoint.contract, status, headers.get('content-type') ?? '')
      : errorSchema(area, path);
  if (schema === undefined)
    throw new Error(
      `${where}, which its contract does not declare: ${String(JSON.stringify(body)).slice(0, 1000)}`,
    );
  if (schema === null) {
    if (body !== undefined) throw new Error(`${where} with a body, which its contract does not declare`);
    return;
  }
  const result = schema.safeParse(isBytes(schema) ? bytes : body);
  if (result.success) return;
  const issues = result.error.issues.map((issue) => `${issue.path.join('.') || 'body'}: ${issue.message}`);
  throw new Error(
    `${where} with a body that is not as declared:\n  ${issues.join('\n  ')}\n${JSON.stringify(body)}`,
  );
}
