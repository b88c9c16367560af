// Runs a rule and commits what it decides: once, again when its reads were stale, or not at all for a dry run.
import type { Change } from '../data/changes.ts';
import { decideAndCommit } from '../data/decide-and-commit.ts';
import { toConditionChecks } from '../data/dry-run.ts';
import { Failure } from '../errors/failure.ts';
import type { HttpReply } from './failure-reply.ts';
import type { IdempotencyRecord } from './idempotency.ts';
import type { Reply, Write } from './reply.ts';

interface PerformOptions {
  /** The rule, its context already in hand. */
  readonly decide: () => Promise<Reply | Write>;
  readonly render: (reply: Reply) => HttpReply;
  readonly idempotency: IdempotencyRecord | undefined;
  /** Check, but write nothing. */
  readonly validateOnly: boolean;
}

/** The reply to a dry run that would have succeeded. */
const dryRunReply: HttpReply = { statusCode: 204, headers: { 'X-Validate-Only': 'true' }, body: '' };

const markReplayed = (first: HttpReply): HttpReply => ({
  ...first,
  headers: { ...first.headers, 'Idempotent-Replayed': 'true' },
});

/**
 * Carries out one request.
 * @throws whatever the rule refuses with; Failure SERVICE_BUSY when its reads were stale too often
 */
export async function perform({
  decide,
  render,
  idempotency,
  validateOnly,
}: PerformOptions): Promise<HttpReply> {
  const first = validateOnly ? undefined : await idempotency?.find();
  if (first) return markReplayed(first);
  const decision = async (): Promise<{ readonly changes: readonly Change[]; readonly reply: HttpReply }> => {
    const answer = await decide();
    const changes = answer.kind === 'write' ? answer.changes : [];
    if (validateOnly) return { changes: toConditionChecks(changes), reply: dryRunReply };
    if (answer.kind === 'reply') return { changes, reply: render(answer) };
    const reply = render(answer.reply);
    return { changes: idempotency ? [idempotency.keep(reply), ...changes] : changes, reply };
  };
  try {
    return (await decideAndCommit(decision)).reply;
  } catch (error) {
    // What refuses this request may be the doing of its own first copy.
    const winner = validateOnly || !(error instanceof Failure) ? undefined : await idempotency?.find();
    if (winner) return markReplayed(winner);
    throw error;
  }
}
