// The same roll call of two sources is one, with what each said last. A source that repeats it undoes nothing that another one corrected.

import { foldForSort } from '../../../shared/lists/fold-for-sort.ts';
import { contentHash } from '../../../shared/values/content-hash.ts';
import { omitUndefined } from '../../../shared/values/omit-undefined.ts';
import { isFeed, providerOf, type SourceName } from '../source-name.ts';
import type { IncomingRollCall } from './incoming-bill.ts';
import type { RollCall, RollCallSource, RollCallStatement } from './record/bill.ts';
import { keepOrder } from './record/keep-order.ts';

/** Who says what, and on which day. */
export interface StatementContext {
  readonly source: SourceName;
  /** YYYY-MM-DD in the bill's legislature. */
  readonly day: string;
  /** Whether the source has some roll calls only: the others stay. */
  readonly isPartial: boolean;
}

const toStatement = ({
  date,
  description,
  passed,
  yea,
  nay,
  notVoting,
  absent,
  votes,
}: IncomingRollCall) => ({
  ...{ date, description, passed, yea, nay, notVoting, absent },
  ...(votes && { votes: contentHash(votes).slice(0, 16) }),
});

const statementFields = ['date', 'description', 'passed', 'yea', 'nay', 'notVoting', 'absent'] as const;

/** The fields in which two statements of a source differ; one without votes says nothing of them. */
const compareStatements = (
  before: RollCallStatement,
  after: RollCallStatement,
): (keyof RollCallStatement)[] => [
  ...statementFields.filter((field) => before[field] !== after[field]),
  ...(after.votes !== undefined && after.votes !== before.votes ? (['votes'] as const) : []),
];

const isListed = ({ withdrawnOn }: RollCallSource): boolean => withdrawnOn === undefined;

const entriesOf = ({ sources = [] }: RollCall): readonly RollCallSource[] => sources;

const ofProvider = (rollCall: RollCall, source: SourceName): readonly RollCallSource[] =>
  entriesOf(rollCall).filter((one) => providerOf(one.source) === providerOf(source));

const findOwn = (rollCall: RollCall, source: SourceName): RollCallSource | undefined =>
  entriesOf(rollCall).find((one) => one.source === source);

/** What a statement is compared with: the first one of a feed with what its provider said last. */
const findBaseline = (rollCall: RollCall, source: SourceName): RollCallSource | undefined =>
  findOwn(rollCall, source) ??
  (isFeed(source)
    ? ofProvider(rollCall, source).toSorted((a, b) =>
        (b.changedOn ?? b.firstSeen).localeCompare(a.changedOn ?? a.firstSeen),
      )[0]
    : undefined);

type Motion = NonNullable<RollCall['motion']>;

/** What is voted on, where the source or the words of the motion say it. */
const motionOf = ({ motion, description }: IncomingRollCall): Motion | undefined => {
  if (motion) return motion;
  if (/\bamend/i.test(description)) return 'amendment';
  return /\b(?:passage|third reading|final reading|3rd reading|pass)\b/i.test(description)
    ? 'passage'
    : undefined;
};

const hasSameCounts = (a: IncomingRollCall, b: IncomingRollCall): boolean =>
  a.yea === b.yea && a.nay === b.nay && a.passed === b.passed;

const hasSameWords = (a: IncomingRollCall, b: IncomingRollCall): boolean =>
  foldForSort(a.description) === foldForSort(b.description);

/** Whether roll calls of two providers are one: of one day and chamber, with the same counts or the same words. */
function isSameVote(a: IncomingRollCall, b: IncomingRollCall): boolean {
  if (a.date !== b.date || (a.chamber && b.chamber && a.chamber !== b.chamber)) return false;
  if (hasSameWords(a, b)) return true;
  const [motion, other] = [motionOf(a), motionOf(b)];
  return hasSameCounts(a, b) && !(motion && other && motion !== other);
}

type IsSame = (stored: RollCall, incoming: IncomingRollCall) => boolean;

/** How a stored roll call is recognised, the surest way first. */
const buildWays = (source: SourceName): readonly IsSame[] => {
  const hasWords: IsSame = (one, { date, chamber, description }) =>
    one.date === date && (one.chamber ?? '') === (chamber ?? '') && one.description === description;
  const isOfOthers = (one: RollCall): boolean =>
    ofProvider(one, source).length === 0 && entriesOf(one).length > 0;
  return [
    (one, { identifier }) =>
      identifier !== undefined &&
      (one.identifier === identifier || entriesOf(one).some((entry) => entry.identifier === identifier)),
    // One form of a source has ids, and another one has none.
    (one, incoming) =>
      !isOfOthers(one) &&
      (incoming.identifier === undefined ||
        (one.identifier === undefined && !findOwn(one, source)?.identifier)) &&
      hasWords(one, incoming),
    (one, incoming) =>
      isOfOthers(one) &&
      hasSameCounts(one, incoming) &&
      hasSameWords(one, incoming) &&
      isSameVote(one, incoming),
    (one, incoming) => isOfOthers(one) && hasSameCounts(one, incoming) && isSameVote(one, incoming),
    (one, incoming) => isOfOthers(one) && isSameVote(one, incoming),
  ];
};

/** The stored roll calls that the ones of a source are. Equal ones are matched in their order. */
function matchRollCalls<R extends RollCall>(
  stored: readonly R[],
  incoming: readonly IncomingRollCall[],
  source: SourceName,
): ReadonlyMap<IncomingRollCall, R> {
  const found = new Map<IncomingRollCall, R>();
  const left = new Set(stored);
  for (const isSame of buildWays(source))
    for (const rollCall of incoming) {
      if (found.has(rollCall)) continue;
      const same = [...left].find((one) => isSame(one, rollCall));
      if (!same) continue;
      found.set(rollCall, same);
      left.delete(same);
    }
  return found;
}

/** A stored roll call with what a source says of it now. */
function mergeRollCall(
  before: RollCall,
  given: IncomingRollCall,
  { source, day }: StatementContext,
): RollCall {
  const incoming = given.votes ? { ...given, votes: keepOrder(before.votes, given.votes) } : given;
  const baseline = findBaseline(before, source);
  const own = findOwn(before, source);
  const says: RollCallStatement = { ...own?.says, ...toStatement(incoming) };
  const isFirst = entriesOf(before).length === 0;
  const changed = baseline ? compareStatements(baseline.says, says) : [];
  const { votes, identifier, ...statement } = incoming;
  const entry: RollCallSource = {
    ...{ source, says, firstSeen: own?.firstSeen ?? day },
    ...omitUndefined({ identifier, changedOn: own?.changedOn, changed: own?.changed }),
    ...(changed.length > 0 && { changedOn: day, changed }),
  };
  const others = entriesOf(before).filter((one) => one.source !== source);
  const isAlone = others.length === 0;
  const { votes: _, ...fields } = Object.fromEntries(changed.map((field) => [field, incoming[field]]));
  const known = { ...statement, ...omitUndefined({ ...before, votes: undefined, sources: undefined }) };
  const hasVotes =
    votes !== undefined && (isFirst || isAlone || changed.includes('votes') || before.votes.length === 0);
  return {
    ...(isFirst || isAlone ? statement : { ...known, ...fields }),
    ...omitUndefined({ identifier: before.identifier ?? identifier }),
    votes: hasVotes ? votes : before.votes,
    sources: own ? entriesOf(before).map((one) => (one === own ? entry : one)) : [...others, entry],
  };
}

/** A stored roll call that the source does not have; undefined when no other one lists it. */
function withdrawRollCall(before: RollCall, { source, day }: StatementContext): RollCall | undefined {
  const entries = entriesOf(before);
  const isOwn = (one: RollCallSource): boolean =>
    one.source === source || (isFeed(source) && providerOf(one.source) === providerOf(source));
  if (entries.length === 0) return undefined;
  if (!entries.some((one) => one.source === source || (isOwn(one) && !isFeed(one.source)))) return before;
  const sources = entries.map((one) => (isOwn(one) && isListed(one) ? { ...one, withdrawnOn: day } : one));
  return sources.some(isListed) ? { ...before, sources } : undefined;
}

/**
 * The roll calls of a bill after a source has said which there are: its own in their order, then those that only others have.
 */
export function mergeRollCalls(
  stored: readonly RollCall[],
  incoming: readonly IncomingRollCall[],
  context: StatementContext,
): readonly RollCall[] {
  const { source, day, isPartial } = context;
  const found = matchRollCalls(stored, incoming, source);
  const matched = new Set(found.values());
  const left = stored.filter((one) => !matched.has(one));
  const kept = isPartial ? left : left.flatMap((one) => withdrawRollCall(one, context) ?? []);
  const given = incoming.map((rollCall): RollCall => {
    const before = found.get(rollCall);
    if (before) return mergeRollCall(before, rollCall, context);
    const { identifier, votes = [] } = rollCall;
    const entry = { source, says: toStatement(rollCall), firstSeen: day, ...omitUndefined({ identifier }) };
    return { ...rollCall, votes, sources: [entry] };
  });
  return isPartial ? [...kept, ...given] : [...given, ...kept];
}
