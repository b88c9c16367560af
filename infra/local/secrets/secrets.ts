// The local Secrets Manager: the four operations the platform needs, over one JSON file.
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { openSecretFile } from './secret-file.ts';
import { secretAnswer } from './secret-operations.ts';

export interface SecretsOptions {
  /** The JSON file; made at the first write, readable by its owner alone. */
  readonly file: string;
  readonly now?: () => Date;
  readonly newId?: () => string;
}

/** More than the 64 KiB a secret may have (Secrets Manager quotas), doubled for its JSON escapes. */
const BODY_LIMIT = 256 * 1024;

/**
 * An HTTP handler that answers as Secrets Manager does (AWS JSON 1.1): GetSecretValue, PutSecretValue,
 * CreateSecret and DescribeSecret. Errors are 400 with the service's own `__type`; signatures are not checked.
 */
export function createSecretsHandler({
  file,
  now = () => new Date(),
  newId = randomUUID,
}: SecretsOptions): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  const secrets = openSecretFile(file);
  return async (request, response) => {
    if (request.headers.origin !== undefined) {
      // Only browsers send it, and no page has any business with the signing keys.
      response.writeHead(403).end();
      return;
    }
    const operation = String(request.headers['x-amz-target'] ?? '').replace(/^secretsmanager\./, '');
    const body = await readJson(request);
    const answer = await secrets.change((all) =>
      secretAnswer(all, operation, body, { at: now(), id: newId() }),
    );
    response.writeHead(answer.status, { 'content-type': 'application/x-amz-json-1.1' });
    response.end(JSON.stringify(answer.body));
  };
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size <= BODY_LIMIT) chunks.push(chunk);
  }
  if (size > BODY_LIMIT) return undefined;
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    return undefined;
  }
}
