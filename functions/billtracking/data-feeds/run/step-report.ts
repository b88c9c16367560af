// Counts the outcomes of one part of a run, and collects what was refused.
import type { RowProblem } from '../../../../shared/import/rows/row-source.ts';
import type { FeedReport } from '../providers/reader.ts';
import {
  type FeedCounts,
  type FeedKind,
  type FeedProgress,
  type FeedRefusal,
  noCounts,
} from '../record/feed.ts';

/** The outcomes of a part. */
export interface StepReport extends FeedReport {
  readonly counts: () => Readonly<Record<FeedKind, FeedCounts>>;
  readonly refusals: () => readonly FeedRefusal[];
}

/** The longest value of a refused row that is stored, in characters. */
const MAX_VALUE = 200;
/** An item can have 400 KB: the most refusals of a part. */
const MAX_REFUSALS = 400;

export function createStepReport(): StepReport {
  const counts = { bills: { ...noCounts }, events: { ...noCounts }, texts: { ...noCounts } };
  const refusals: FeedRefusal[] = [];
  const add = (kind: FeedKind, row: string, isLeftOut: boolean, problems: readonly RowProblem[]) => {
    for (const { field, reason, value } of problems)
      if (refusals.length < MAX_REFUSALS)
        refusals.push({ kind, row, isLeftOut, field, reason, value: (value ?? '').slice(0, MAX_VALUE) });
  };
  return {
    count(kind, outcome) {
      const of = counts[kind];
      const name = outcome === 'updated' ? 'changed' : outcome;
      counts[kind] = { ...of, [name]: of[name] + 1 };
    },
    refuse(kind, row, problems) {
      counts[kind] = { ...counts[kind], refused: counts[kind].refused + 1 };
      add(kind, row, false, problems);
    },
    leaveOut(kind, row, problems) {
      counts[kind] = { ...counts[kind], leftOut: counts[kind].leftOut + problems.length };
      add(kind, row, true, problems);
    },
    counts: () => counts,
    refusals: () => refusals,
  };
}

const addCounts = (a: FeedCounts, b: FeedCounts): FeedCounts => ({
  created: a.created + b.created,
  changed: a.changed + b.changed,
  unchanged: a.unchanged + b.unchanged,
  refused: a.refused + b.refused,
  leftOut: a.leftOut + b.leftOut,
});

/** The most refused rows that the reason of a run names. */
const MAX_NAMED = 5;

/** The refused rows of a part, each with its first problem. */
function nameRefusals(report: StepReport): readonly string[] {
  const named = new Map<string, string>();
  for (const { row, isLeftOut, field, reason } of report.refusals())
    if (!isLeftOut && !named.has(row))
      named.set(row, `${row}: ${field === '(row)' ? '' : `${field} `}${reason}`);
  return [...named.values()];
}

/** The most remarks that the log of a run has. */
const MAX_REMARKS = 20;

/** What a part is of, and what it cost. */
interface Step {
  /** The state that was read; absent where it is of none. */
  readonly stateId: number | undefined;
  readonly requests: number;
  readonly remarks: readonly string[];
  readonly warnings: readonly string[];
}

const hasNews = (report: StepReport): boolean =>
  [report.counts().bills, report.counts().events].some(({ created, changed }) => created + changed > 0);

/** The progress with a part. */
export const addStep = (
  progress: FeedProgress,
  report: StepReport,
  { stateId, requests, remarks, warnings }: Step,
): FeedProgress => ({
  ...progress,
  ...(stateId !== undefined &&
    hasNews(report) && { newsOf: [...new Set([...(progress.newsOf ?? []), stateId])] }),
  requests: progress.requests + requests,
  bills: addCounts(progress.bills, report.counts().bills),
  events: addCounts(progress.events, report.counts().events),
  texts: addCounts(progress.texts ?? noCounts, report.counts().texts),
  remarks: [...new Set([...progress.remarks, ...remarks])].slice(0, MAX_REMARKS),
  ...(warnings.length > 0 && { warnings: [...(progress.warnings ?? []), ...warnings] }),
  refusedRows: [...(progress.refusedRows ?? []), ...nameRefusals(report)].slice(0, MAX_NAMED),
  refusalPages: progress.refusalPages + (report.refusals().length > 0 ? 1 : 0),
});
