// Runs a rule and commits its changes: retries when its reads were stale, and only checks conditions for a dry run.

import type { Change } from '../data/changes.ts';
import { decideAndCommit } from '../data/decide-and-commit.ts';
import { toConditionChecks } from '../data/dry-run.ts';
import { runReadOnly } from '../data/read-only.ts';
import { assertFits } from '../data/size/assert-fits.ts';
import { Failure } from '../errors/failure.ts';
import { baseHeaders, type HttpReply } from './envelopes/failure-reply.ts';
import type { IdempotencyRecord } from './idempotency.ts';
import type { Reply, Write } from './reply.ts';

interface PerformOptions {
  /** The rule, with its context bound. */
  readonly decide: () => Promise<Reply | Write>;
  readonly render: (reply: Reply) => HttpReply;
  readonly idempotency: IdempotencyRecord | undefined;
  /** Checks conditions without writing. */
  readonly validateOnly: boolean;
  /** What a dry run answers: nothing, or the reply of the rule, which says what would happen. */
  readonly dryRun?: 'verdicts' | undefined;
}

const markDryRun = (reply: HttpReply): HttpReply => ({
  ...reply,
  headers: { ...reply.headers, 'X-Validate-Only': 'true' },
});

/** The reply to a dry run that would have succeeded. */
const dryRunReply = markDryRun({ statusCode: 204, headers: baseHeaders, body: '' });

const markReplayed = (first: HttpReply): HttpReply => ({
  ...first,
  headers: { ...first.headers, 'Idempotent-Replayed': 'true' },
});

/**
 * Runs one request.
 * @throws the rule's own failures; Failure SERVICE_BUSY when its reads were stale too often
 */
export async function perform({
  decide,
  render,
  idempotency,
  validateOnly,
  dryRun,
}: PerformOptions): Promise<HttpReply> {
  const first = validateOnly ? undefined : await idempotency?.find();
  if (first) return markReplayed(first);
  const runRule = async (): Promise<{ readonly changes: readonly Change[]; readonly reply: HttpReply }> => {
    const result = await decide();
    const changes = result.kind === 'write' ? result.changes : [];
    const reply = render(result.kind === 'write' ? result.reply : result);
    if (validateOnly) {
      assertFits(changes);
      return {
        changes: toConditionChecks(changes),
        reply: dryRun === 'verdicts' ? markDryRun(reply) : dryRunReply,
      };
    }
    if (result.kind === 'reply') return { changes, reply };
    await result.prepare?.();
    return { changes: idempotency ? [...idempotency.keep(reply), ...changes] : changes, reply };
  };
  try {
    const run = () => decideAndCommit(runRule);
    return (await (validateOnly ? runReadOnly(run) : run())).reply;
  } catch (error) {
    // The failure may be caused by an earlier attempt of the same request, whose reply is then stored.
    const earlier = validateOnly || !(error instanceof Failure) ? undefined : await idempotency?.find();
    if (earlier) return markReplayed(earlier);
    throw error;
  }
}
