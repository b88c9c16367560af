// A request of many parts that are carried out one by one: each in a transaction of its own, never half of one.
import type { Caller } from '../auth/access.ts';
import type { TenantStore } from '../data/store.ts';
import { Failure } from '../errors/failure.ts';
import { type EndpointConfig, endpointName } from './endpoint.ts';
import { createIdempotencyRecord } from './idempotency.ts';
import { perform } from './perform.ts';
import type { Reply, Write } from './reply.ts';
import type { Request } from './request.ts';
import { isDryRun } from './validate-only.ts';

/** What a rule whose request has parts is given of it. */
export interface BatchRequest {
  readonly tenant: TenantStore;
  readonly caller: Caller;
  readonly request: Request;
  readonly receivedAt: Date;
}

/** What became of a part: done, with what it answers (nothing when it was only checked), or refused. */
export type PartOutcome<B> =
  | { readonly isDone: true; readonly answer: B | undefined }
  | { readonly isDone: false; readonly refusal: Failure };

/**
 * Carries out one part of a request: decides, commits, and decides again as for a request of its own. With an
 * Idempotency-Key each part keeps its own answer, so that a request that broke off is sent again and goes on where it
 * was; with validateOnly nothing is written. What others do meanwhile may come between two parts.
 *
 * @param name tells the part from the others of its request
 * @throws whatever is no refusal
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
    });
    return { isDone: true, answer: body === '' ? undefined : (JSON.parse(body) as B) };
  } catch (error) {
    if (error instanceof Failure) return { isDone: false, refusal: error };
    throw error;
  }
}
