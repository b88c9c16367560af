// The state that the middlewares of one request share, stored by its event.
import type { APIGatewayProxyEvent, Context as LambdaContext } from 'aws-lambda';
import type { Admission } from '../../auth/access/access.ts';
import { type Request, readRequest } from '../request/request.ts';
import type { ValidParts } from '../request/validate.ts';

/** The state of one request in the chain. */
export interface RequestState {
  readonly request: Request;
  readonly startedAt: number;
  /** When the request arrived, in real time. */
  readonly receivedAt: Date;
  /** Milliseconds until the function is stopped. */
  readonly timeLeft: () => number;
  /** The current time; a sandbox tenant's clock may move it once the tenant is known. */
  now: Date;
  /** Set once the tenant is known to exist, also when the request fails after that. */
  tenantCode?: string;
  /** The origins whose pages the tenant allows; set with its code. */
  allowedOrigins?: readonly string[];
  admission?: Admission;
  /** Headers of every reply to the request. */
  replyHeaders?: Readonly<Record<string, string>>;
  parts: ValidParts;
  /** The error code of the reply, for the log. */
  errorCode?: string;
}

const states = new WeakMap<APIGatewayProxyEvent, RequestState>();

/** The state of this event's request; created at the first call. */
export function getRequestState(
  event: APIGatewayProxyEvent,
  context?: Pick<LambdaContext, 'getRemainingTimeInMillis'>,
): RequestState {
  const known = states.get(event);
  if (known) return known;
  const receivedAt = new Date();
  const state: RequestState = {
    request: readRequest(event),
    startedAt: performance.now(),
    receivedAt,
    timeLeft: () => context?.getRemainingTimeInMillis() ?? Number.POSITIVE_INFINITY,
    now: receivedAt,
    parts: { params: undefined, query: undefined, headers: undefined, body: undefined },
  };
  states.set(event, state);
  return state;
}
