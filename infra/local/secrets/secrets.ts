// The local Secrets Manager: the two operations that the platform calls, over one JSON file.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import * as z from 'zod';
import { LocalPlatformError } from '../../command/local-platform-error.ts';
import { isSignedByThisProcess } from './process-credentials.ts';
import { readSecrets, type Secrets, writeSecrets } from './secret-file.ts';

/** An exception of Secrets Manager, by its name in the API Reference. */
class SecretsException extends Error {
  readonly type: string;

  constructor(type: string, message: string) {
    super(message);
    this.type = type;
  }
}

interface Answer {
  readonly body: object;
  /** All secrets after the operation, when it changed any. */
  readonly changed?: Secrets;
}

const PutInput = z.object({ SecretId: z.string(), SecretString: z.string() });
const GetInput = z.object({ SecretId: z.string() });

const notFound = new SecretsException(
  'ResourceNotFoundException',
  "Secrets Manager can't find the specified secret.",
);

const operations: Readonly<Record<string, (secrets: Secrets, input: unknown) => Answer>> = {
  PutSecretValue(secrets, input) {
    const { SecretId, SecretString } = PutInput.parse(input);
    if (!secrets.has(SecretId)) throw notFound;
    return { body: { Name: SecretId }, changed: new Map(secrets).set(SecretId, SecretString) };
  },
  GetSecretValue(secrets, input) {
    const { SecretId } = GetInput.parse(input);
    const SecretString = secrets.get(SecretId);
    if (SecretString === undefined) throw notFound;
    return { body: { Name: SecretId, SecretString } };
  },
};

function toException(error: unknown): SecretsException {
  if (error instanceof SecretsException) return error;
  if (error instanceof z.ZodError || error instanceof SyntaxError)
    return new SecretsException('ValidationException', `The request is invalid: ${error.message}`);
  throw error;
}

/**
 * An HTTP handler that answers this process as Secrets Manager does (AWS JSON 1.1). Errors are 400 with the service's
 * own `__type`. The file is read at every request, so that an emptied data folder is noticed.
 */
export function createSecretsHandler({
  file,
}: {
  readonly file: string;
}): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  let last: Promise<unknown> = Promise.resolve();
  const perform = async (target: string, input: unknown): Promise<object> => {
    const name = target.replace(/^secretsmanager\./, '');
    const operation = operations[name];
    if (!operation)
      throw new SecretsException('UnknownOperationException', `${name} is not available locally.`);
    const { body, changed } = operation(await readSecrets(file), input);
    if (changed) await writeSecrets(file, changed);
    return body;
  };
  return async (request, response) => {
    const send = (status: number, body: object): void => {
      response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' });
      response.end(JSON.stringify(body));
    };
    if (!isSignedByThisProcess(request))
      return send(400, {
        __type: 'UnrecognizedClientException',
        message: 'Only the platform itself may read and write its secrets.',
      });
    try {
      const input = await json(request);
      // Each operation begins when the one before it is on disk.
      const turn = last.then(() => perform(String(request.headers['x-amz-target']), input));
      last = turn.catch(() => undefined);
      send(200, await turn);
    } catch (error) {
      if (error instanceof LocalPlatformError) {
        console.error(error.message);
        return send(500, { __type: 'InternalServiceError', message: error.message });
      }
      const { type, message } = toException(error);
      send(400, { __type: type, message });
    }
  };
}
