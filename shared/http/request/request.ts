// Reads an API Gateway proxy event into plain values: headers in lower case, query, body by its content type.
import { isUtf8 } from 'node:buffer';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { Failure } from '../../errors/failure.ts';
import { getMaxBodyBytes, type RequestDeclaration } from './declaration.ts';

/** A request as the middlewares see it, before its values are validated. */
export interface Request {
  readonly method: string;
  /** The path below the area's base address, as the caller sent it. */
  readonly path: string;
  readonly requestId: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Names as sent, each with all of its values. */
  readonly query: Readonly<Record<string, readonly string[]>>;
  readonly params: Readonly<Record<string, string>>;
  readonly rawBody: string;
  /** Whether the bytes of the body are no UTF-8, so that `rawBody` has other characters than were sent. */
  readonly isGarbled?: boolean;
  /** The caller's network address, as the gateway saw it. */
  readonly address: string;
}

/** Headers may have names in any case, and values with spaces around them. */
const lowercaseNames = (
  headers: Readonly<Record<string, string | undefined>> | null,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers ?? {}).flatMap(([name, value]) =>
      value === undefined ? [] : [[name.trim().toLowerCase(), value.trim()]],
    ),
  );

const decodePathParameter = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/**
 * The path below the area's base address: as many of its last segments as the resource has. Behind a custom domain the
 * event's path begins with the domain's base path (`/crm/api/v1/people`); the resource never does.
 */
function removeBasePath(path: string, resource: string): string {
  const segments = path.replace(/\/+$/, '').split('/');
  const surplus = segments.length - resource.replace(/\/+$/, '').split('/').length;
  return surplus > 0 ? `/${segments.slice(1 + surplus).join('/')}` : path;
}

/**
 * The body as text. The APIs of all areas take bodies for bytes (infra/aws/gateway/api-body.ts), so an event has them in base64. A
 * gateway that passes text has put U+FFFD in the place of what is no UTF-8.
 */
function readText({ body, isBase64Encoded }: APIGatewayProxyEvent): Pick<Request, 'rawBody' | 'isGarbled'> {
  if (!isBase64Encoded) return { rawBody: body ?? '', isGarbled: body?.includes('\ufffd') ?? false };
  const bytes = Buffer.from(body ?? '', 'base64');
  return { rawBody: bytes.toString('utf8'), isGarbled: !isUtf8(bytes) };
}

/** Reads the event. Never fails, for any event. */
export function readRequest(event: APIGatewayProxyEvent): Request {
  const query = Object.entries(event.multiValueQueryStringParameters ?? {}).map(
    ([name, values]) => [name, values ?? []] as const,
  );
  return {
    method: event.httpMethod,
    path: removeBasePath(event.path, event.resource),
    requestId: `req-${event.requestContext.requestId}`,
    headers: lowercaseNames(event.headers),
    query: Object.fromEntries(query),
    params: Object.fromEntries(
      Object.entries(event.pathParameters ?? {}).map(([name, value]) => [
        name,
        decodePathParameter(value ?? ''),
      ]),
    ),
    ...readText(event),
    address: event.requestContext.identity.sourceIp,
  };
}

const malformedBody = (message: string): Failure =>
  new Failure('MALFORMED_BODY', message, {
    target: 'body',
    details: [{ code: 'MALFORMED_BODY', message, target: 'body' }],
  });

/** The pairs of a form, whose escapes are octets of UTF-8 too (URL Standard, application/x-www-form-urlencoded). */
function readForm(text: string): [string, string][] {
  const escapes = text.match(/(?:%[\da-f]{2})+/gi) ?? [];
  if (escapes.some((octets) => !isUtf8(Buffer.from(octets.replaceAll('%', ''), 'hex'))))
    throw malformedBody('The body is not valid UTF-8: send its values percent-encoded in UTF-8.');
  return [...new URLSearchParams(text)];
}

const isJson = (type: string): boolean => /^(application|text)\/([a-z0-9.+-]*\+)?json$/.test(type);

/**
 * The body by its declared kind. JSON in any of its content types (existing callers send application/json-patch+json
 * for plain JSON, or none at all); a form as its name-value pairs, in order, so that duplicates can be seen.
 * @throws Failure 413, 415 or 400 MALFORMED_BODY
 */
export function readBody(contract: RequestDeclaration, request: Request): unknown {
  if (!contract.body) return undefined;
  const coding = request.headers['content-encoding'] ?? '';
  if (coding !== '' && coding.toLowerCase() !== 'identity') {
    throw new Failure(
      'UNSUPPORTED_MEDIA_TYPE',
      `Content-Encoding must be absent or identity: bodies are not decoded, and this one was sent as ${coding}.`,
      { target: 'Content-Encoding', headers: { 'Accept-Encoding': 'identity' } },
    );
  }
  const limit = getMaxBodyBytes(contract);
  const size = Buffer.byteLength(request.rawBody);
  if (size > limit) {
    throw new Failure('PAYLOAD_TOO_LARGE', `The body may be at most ${limit} bytes, but was ${size}.`);
  }
  if (request.isGarbled) throw malformedBody('The body is not valid UTF-8 (RFC 8259 8.1): send it in UTF-8.');
  const type = (request.headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (contract.bodyType === 'form') {
    // A request without a body has no content type either.
    if (type === '' && request.rawBody === '') return [];
    if (type !== 'application/x-www-form-urlencoded') {
      throw new Failure(
        'UNSUPPORTED_MEDIA_TYPE',
        `Content-Type must be application/x-www-form-urlencoded, but was ${type || 'missing'}.`,
        { target: 'Content-Type' },
      );
    }
    return readForm(request.rawBody);
  }
  if (type !== '' && !isJson(type)) {
    throw new Failure('UNSUPPORTED_MEDIA_TYPE', `Content-Type must be application/json, but was ${type}.`, {
      target: 'Content-Type',
    });
  }
  if (request.rawBody.trim() === '') return undefined;
  try {
    // A byte order mark before the text is ignored (RFC 8259 8.1).
    return JSON.parse(request.rawBody.replace(/^\uFEFF/, ''));
  } catch (error) {
    const where = error instanceof SyntaxError ? /position (\d+)/.exec(error.message)?.[1] : undefined;
    const message = `The body is not well-formed JSON${where ? ` (at character ${where})` : ''}.`;
    throw malformedBody(message);
  }
}
