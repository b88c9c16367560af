// Runs the parts of a request that are committed one by one, such as the rows of a bulk request, as long as there is time.
import type { Caller } from '../auth/access/access.ts';
import type { TenantStore } from '../data/store.ts';
import { Failure, isRefusal } from '../errors/failure.ts';
import { logError } from '../log/log.ts';
import { type EndpointConfig, endpointName } from './endpoint.ts';
import type { HttpReply } from './envelopes/failure-reply.ts';
import { openIdempotency } from './idempotency.ts';
import { perform } from './perform.ts';
import { ok, type Reply, reply, type Write, write } from './reply.ts';
import type { Request } from './request/request.ts';
import { isDryRun } from './validate-only.ts';

/** The request that has the parts. */
export interface BatchRequest {
  readonly tenant: TenantStore;
  readonly caller: Caller;
  readonly request: Request;
  readonly receivedAt: Date;
  readonly timeLeft: () => number;
}

/** The outcome of a part: done (or only checked), with its answer; refused; or left for the next request. */
export type PartOutcome<B> =
  | { readonly state: 'done'; readonly answer: B }
  | { readonly state: 'refused'; readonly refusal: Failure }
  | { readonly state: 'pending' };

type Decide<B> = () => Promise<Reply<number, B> | Write<Reply<number, B>>>;

/** The parts of a request. */
export interface Parts {
  /**
   * Runs one part: decides, commits and retries as for a request of its own. With validateOnly nothing is written, and the
   * answer says what would happen. Other requests may be committed between two parts.
   *
   * When the time is up, or an error stopped a part after others were done, this part and all after it are pending; the
   * first new part of a request is always tried.
   *
   * @param name identifies the part among those of its request
   * @throws errors of the first part that are no refusals
   */
  perform<B>(name: string, decide: Decide<B>): Promise<PartOutcome<B>>;
}

/** No part begins with less time than one may take while others write the same items, in milliseconds. */
export const TIME_FOR_PART = 12_000;

/** What a part does; a refusal by its rule is an answer too, and is stored like one. */
async function decidePart<B>(decide: Decide<B>): Promise<Write> {
  try {
    const result = await decide();
    return result.kind === 'write' ? result : write([], result);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const { code, message, target, details } = error;
    return write([], reply(error.status, { code, message, target, details }));
  }
}

/** The outcome that a stored or new answer tells. */
function readOutcome<B>({ statusCode, body }: HttpReply): PartOutcome<B> {
  const answer = JSON.parse(body);
  if (statusCode < 400) return { state: 'done', answer };
  const { code, message, ...options } = answer;
  return { state: 'refused', refusal: new Failure(code, message, options) };
}

/**
 * Opens the parts of a request. With an Idempotency-Key each part's answer is stored, so that a request that is repeated
 * gets the answers of the parts that are done from one query, and goes on with those that are not.
 */
export async function openParts(contract: EndpointConfig, context: BatchRequest): Promise<Parts> {
  const { tenant, caller, request, receivedAt, timeLeft } = context;
  const validateOnly = isDryRun(request);
  const operation = endpointName(contract);
  const idempotency = openIdempotency(tenant, caller.subject, operation, request, receivedAt);
  const stored = validateOnly ? undefined : await idempotency?.loadParts();
  let hasBegun = false;
  let hasDone = false;
  let hasStopped = false;

  return {
    async perform<B>(name: string, decide: Decide<B>): Promise<PartOutcome<B>> {
      const known = stored?.find(name);
      if (known) return readOutcome(known);
      if (hasBegun && timeLeft() < TIME_FOR_PART) hasStopped = true;
      if (hasStopped) return { state: 'pending' };
      hasBegun = true;
      try {
        const done = await perform({
          decide: () => decidePart(decide),
          render: ({ status, body }) => ({ statusCode: status, headers: {}, body: JSON.stringify(body) }),
          idempotency: stored?.record(name),
          validateOnly,
          dryRun: 'verdicts',
        });
        hasDone = true;
        return readOutcome(done);
      } catch (error) {
        if (isRefusal(error)) return { state: 'refused', refusal: error };
        if (!hasDone) throw error;
        logError(`${operation}, part ${name}`, error);
        hasStopped = true;
        return { state: 'pending' };
      }
    },
  };
}

/** How many results are pending. */
export const countPending = (results: readonly { readonly isPending?: true | undefined }[]): number =>
  results.filter(({ isPending }) => isPending).length;

/** The reply to a request with parts; with an Idempotency-Key it is stored once nothing is pending. */
export const replyToParts = <B extends { readonly pending: number }>(body: B) =>
  body.pending > 0 ? ok(body) : write([], ok(body));
