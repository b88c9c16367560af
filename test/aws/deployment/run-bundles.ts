// Runs bundles in a separate Node process, where nothing of the project is loaded yet.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Bundle } from '../../../infra/aws/bundling/bundle.ts';

interface BundleReply {
  readonly statusCode?: number;
  readonly body?: string;
  /** Why the bundle could not be loaded, or what it threw. */
  readonly error?: string;
}

const script = fileURLToPath(new URL('./answer-refused.mjs', import.meta.url));

/** A request without a tenant, with a body that no endpoint reads. */
export const unreadableRequest = {
  httpMethod: 'POST',
  path: '/',
  resource: '/',
  headers: { 'Content-Type': 'image/png', 'api-version': '1.0' },
  multiValueQueryStringParameters: null,
  pathParameters: null,
  requestContext: { requestId: 'one', identity: { sourceIp: '192.0.2.1' } },
  body: 'nothing to read',
  isBase64Encoded: false,
};

/** The reply of each named bundle to the event, by name; without an event it is only loaded. */
export function runBundles(
  bundles: ReadonlyMap<string, Bundle>,
  names: readonly string[],
  event: unknown,
): Readonly<Record<string, BundleReply>> {
  const requested = names.map((name) => ({ name, folder: bundles.get(name)?.folder }));
  const env = { ...process.env, TABLE_NAME: 'none', ISSUER: 'https://issuer.example', LOG_LEVEL: 'silent' };
  const text = execFileSync(process.execPath, [script, JSON.stringify({ bundles: requested, event })], {
    env,
  });
  return JSON.parse(text.toString('utf8'));
}
