// Forwards a request with another spelling of a path to the endpoint's own function.
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { buildFunctionName } from './function-name.ts';

/** The endpoint of a path, and the values in the path. */
export interface EndpointTarget {
  /** `listPeople`, the end of its function's name. */
  readonly name: string;
  /** The path as it is published. */
  readonly resource: string;
  readonly params: Readonly<Record<string, string>>;
}

/** The event as API Gateway would build it for the endpoint. The path stays as the caller wrote it. */
const buildEvent = (
  { resource, params }: EndpointTarget,
  event: APIGatewayProxyEvent,
): APIGatewayProxyEvent => ({
  ...event,
  resource,
  pathParameters: Object.keys(params).length > 0 ? params : null,
  requestContext: { ...event.requestContext, resourcePath: resource },
});

/**
 * Invokes the endpoint's function and returns its reply.
 *
 * @param functions the prefix of the names of the area's functions, `rostrum-dev-crm-`
 * @throws Error when the function could not be invoked or gave no reply; it may have done its work nevertheless
 */
export async function invokeEndpoint(
  functions: string,
  target: EndpointTarget,
  event: APIGatewayProxyEvent,
): Promise<APIGatewayProxyResult> {
  const { InvokeCommand, LambdaClient } = await import('@aws-sdk/client-lambda');
  // No retry: it could repeat what the first attempt did without answering.
  const client = new LambdaClient({ maxAttempts: 1 });
  const FunctionName = buildFunctionName(functions, target.name);
  const { Payload, FunctionError } = await client.send(
    new InvokeCommand({ FunctionName, Payload: JSON.stringify(buildEvent(target, event)) }),
  );
  if (FunctionError || !Payload)
    throw new Error(`${FunctionName} gave no reply: ${FunctionError ?? 'empty'}`);
  return JSON.parse(Payload.transformToString());
}
