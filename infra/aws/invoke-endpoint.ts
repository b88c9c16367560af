// Hands a request that came under another spelling of its path to the endpoint's own function.
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { buildFunctionName } from './function-name.ts';

/** The endpoint a path means, and the values in it. */
export interface EndpointTarget {
  /** `listPeople`, with which the name of its function ends. */
  readonly name: string;
  /** The path as it is published. */
  readonly resource: string;
  readonly params: Readonly<Record<string, string>>;
}

/** The event as API Gateway would have made it for the endpoint. The path stays as the caller wrote it. */
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
 * Calls the endpoint's function and passes its reply on.
 *
 * @param functions begins the names of the area's functions, `rostrum-dev-crm-`
 * @throws Error when the function could not be called, or answered with none: it may have done its work all the same
 */
export async function invokeEndpoint(
  functions: string,
  meant: EndpointTarget,
  event: APIGatewayProxyEvent,
): Promise<APIGatewayProxyResult> {
  const { InvokeCommand, LambdaClient } = await import('@aws-sdk/client-lambda');
  // Once only: a second try could carry out twice what the first did without answering.
  const client = new LambdaClient({ maxAttempts: 1 });
  const FunctionName = buildFunctionName(functions, meant.name);
  const { Payload, FunctionError } = await client.send(
    new InvokeCommand({ FunctionName, Payload: JSON.stringify(buildEvent(meant, event)) }),
  );
  if (FunctionError || !Payload)
    throw new Error(`${FunctionName} gave no reply: ${FunctionError ?? 'empty'}`);
  return JSON.parse(Payload.transformToString());
}
