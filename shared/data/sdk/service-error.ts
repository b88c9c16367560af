// The SDK's error for an error that DynamoDB replied: the same class, name, message and properties.
import { DynamoDBServiceException } from '@aws-sdk/client-dynamodb';

type JsonObject = Record<string, unknown>;

/** The SDK's list of errors that it has classes for. */
export interface ErrorRegistry {
  /** @throws Error when it has none with this name */
  getSchema(name: string): unknown;
  getErrorCtor(schema: never): (new (input: never) => Error) | undefined;
}

/** A reply with an error. */
interface ErrorReply {
  readonly body: JsonObject;
  readonly headers: Readonly<Record<string, string>>;
  readonly $metadata: { readonly httpStatusCode: number };
}

/** The name in a code such as `com.amazonaws.dynamodb.v20120810#ThrottlingException:http://...`. */
function toName(code: unknown): string | undefined {
  if (code === undefined || code === null) return undefined;
  const text = String(code).split(',')[0]?.split(':')[0] ?? '';
  return text.includes('#') ? text.split('#')[1] : text;
}

const findValue = (values: Readonly<JsonObject>, name: string): unknown =>
  Object.entries(values).find(([key]) => key.toLowerCase() === name)?.[1];

/** Removes values that are null, as the SDK does in every structure. */
function removeNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(removeNulls);
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => (member === null ? [] : [[name, removeNulls(member)]])),
  );
}

/** The class of an error with its members and whose fault it is, in the SDK's notation; undefined when it has none. */
function findClass(registries: readonly ErrorRegistry[], name: string) {
  for (const registry of registries) {
    try {
      const schema = registry.getSchema(name);
      const type = registry.getErrorCtor(schema as never);
      if (type && Array.isArray(schema))
        return { type, fault: schema[3]?.error, members: schema[4] as string[] };
    } catch {
      // It is in another one, or in none.
    }
  }
  return undefined;
}

/** Creates the error. */
export function createServiceError(
  settings: { readonly errorTypeRegistries: readonly ErrorRegistry[]; readonly defaultNamespace: string },
  { body, headers, $metadata }: ErrorReply,
): Error {
  const name =
    toName(body.__type) ?? toName(findValue(body, 'code')) ?? toName(findValue(headers, 'x-amzn-errortype'));
  const values = removeNulls(body) as JsonObject;
  const message = values.message ?? values.Message ?? 'UnknownError';
  const $fault = $metadata.httpStatusCode < 500 ? ('client' as const) : ('server' as const);
  const known = findClass(settings.errorTypeRegistries, `${settings.defaultNamespace}#${name ?? 'Unknown'}`);
  const error = known
    ? Object.assign(
        new known.type({} as never),
        { $metadata, $fault: known.fault, message },
        Object.fromEntries(
          known.members.flatMap((member) => (member in values ? [[member, values[member]]] : [])),
        ),
      )
    : Object.assign(new DynamoDBServiceException({ name: name ?? 'Unknown', $fault, $metadata }), {
        message,
      });
  // What the reply says besides is added where the error has no such property.
  for (const [property, value] of Object.entries(body))
    if ((Reflect.get(error, property) ?? '') === '') Object.assign(error, { [property]: value });
  error.message ||= String(body.Message || 'UnknownError');
  Reflect.deleteProperty(error, 'Message');
  return error;
}
