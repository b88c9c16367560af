// Runs a request of many parts one by one, each in its own transaction.
import type { Caller } from '../auth/access.ts';
import type { TenantStore } from '../data/store.ts';
import { Failure } from '../errors/failure.ts';
import { type EndpointConfig, endpointName } from './endpoint.ts';
import { createIdempotencyRecord } from './idempotency.ts';
import { perform } from './perform.ts';
import type { Reply, Write } from './reply.ts';
import type { Request } from './request/request.ts';
import { isDryRun } from './validate-only.ts';

/** The request that has the parts. */
export interface BatchRequest {
  readonly tenant: TenantStore;
  readonly caller: Caller;
  readonly request: Request;
  readonly receivedAt: Date;
}

/** The outcome of a part: done (or only checked), with its reply, or failed. */
export type PartOutcome<B> =
  | { readonly isDone: true; readonly answer: B }
  | { readonly isDone: false; readonly refusal: Failure };

/**
 * Runs one part of a request: decides, commits and retries as for a request of its own. With an Idempotency-Key each
 * part's reply is stored, so that an interrupted request can be repeated and continues where it stopped. With
 * validateOnly nothing is written, and the reply says what would happen. Other requests may be committed between two parts.
 *
 * @param name identifies the part among those of its request
 * @throws every error that is not a Failure
 */
export async function performPart<B>(
  contract: EndpointConfig,
  { tenant, caller, request, receivedAt }: BatchRequest,
  name: string,
  decide: () => Promise<Reply<number, B> | Write<Reply<number, B>>>,
): Promise<PartOutcome<B>> {
  try {
    const { body } = await perform({
      decide,
      render: (reply) => ({ statusCode: reply.status, headers: {}, body: JSON.stringify(reply.body) }),
      idempotency: createIdempotencyRecord(
        tenant,
        caller.subject,
        `${endpointName(contract)} ${name}`,
        request,
        receivedAt,
      ),
      validateOnly: isDryRun(request),
      dryRun: 'verdicts',
    });
    return { isDone: true, answer: JSON.parse(body) as B };
  } catch (error) {
    if (error instanceof Failure) return { isDone: false, refusal: error };
    throw error;
  }
}
