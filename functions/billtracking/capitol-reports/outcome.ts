// What became of a bill, from its actions and its status.
import type { BillAction, BillContent } from '../bills/bill.ts';

export const outcomes = ['ENACTED', 'VETOED', 'FAILED', 'UNDECIDED'] as const;
export type Outcome = (typeof outcomes)[number];

/** What each is called. */
export const outcomeLabels: Readonly<Record<Outcome, string>> = {
  ENACTED: 'Became law',
  VETOED: 'Vetoed',
  FAILED: 'Failed',
  UNDECIDED: 'Not decided',
};

/** What an action of these classifications (the public data sets' words) makes of a bill. */
const outcomesByClassification: Readonly<Record<string, Outcome>> = {
  'became-law': 'ENACTED',
  'executive-signature': 'ENACTED',
  'veto-override-passage': 'ENACTED',
  'executive-veto': 'VETOED',
  failure: 'FAILED',
  'committee-failure': 'FAILED',
  withdrawal: 'FAILED',
};

/** Law, or whatever a resolution may become. A speaker signs too, before the governor does. */
const enactedPatterns = [
  /^(signed|adopted|agreed to)$/,
  /\b(enacted|chaptered|became law|into law|public law|overridden)\b/,
  /\b(signed|approved) by (the )?(governor|mayor|president(?! of the senate))\b/,
  /\bgovernor signed\b/,
  // Washington: chapter 209, laws of 2025.
  /^c \d+ l \d+/,
].map(({ source }) => source);

/** What a status says where no action is classified. Vetoes come before laws: one may have been signed in part. */
const outcomesByStatusPattern: readonly (readonly [RegExp, Outcome])[] = [
  [/\bnot (enacted|adopted|agreed|approved|passed|signed)\b/i, 'FAILED'],
  [/\bveto(?!.*overrid)|\boverridden in one chamber\b/i, 'VETOED'],
  [new RegExp(enactedPatterns.join('|'), 'i'), 'ENACTED'],
  [/\b(failed|defeated|died|dead|rejected|withdrawn|tabled|indefinitely postponed)\b|^fail/i, 'FAILED'],
];

/** The last action that decides, if there is one. What failed and passed afterwards is open again. */
export function findDecidingAction<A extends Pick<BillAction, 'classification'>>(
  actions: readonly A[],
): A | undefined {
  const isDecisive = ({ classification = '' }: A): boolean =>
    Object.hasOwn(outcomesByClassification, classification);
  const at = actions.findLastIndex(isDecisive);
  const found = actions[at];
  const isRevived =
    outcomesByClassification[found?.classification ?? ''] === 'FAILED' &&
    actions.slice(at).some(({ classification }) => classification === 'passage');
  return isRevived ? undefined : found;
}

/** The outcome of a bill, by the last action that decides, else by its status. */
export function deriveOutcome(
  { status }: Pick<BillContent, 'status'>,
  actions: readonly Pick<BillAction, 'classification'>[],
): Outcome {
  const { classification = '' } = findDecidingAction(actions) ?? {};
  return (
    outcomesByClassification[classification] ??
    outcomesByStatusPattern.find(([words]) => words.test(status))?.[1] ??
    'UNDECIDED'
  );
}

/** What a status says of a bill that left its chamber: not that it passed a committee. */
const passedChamberPattern =
  /(?<!\bnot )\bpassed\b(?!( by)?( the)? committee)|\b(engrossed|enrolled|(second|other) chamber)\b/i;

/** Whether a bill has passed the chamber that it was introduced in: what crossover asks. */
export function hasCrossedOver(
  { chamber, status }: Pick<BillContent, 'chamber' | 'status'>,
  actions: readonly Pick<BillAction, 'classification' | 'chamber'>[],
): boolean {
  const passed = actions.some(
    (action) => action.classification === 'passage' && (action.chamber ?? chamber) === chamber,
  );
  // What happens in the other chamber happens after crossover.
  const isOver = actions.some((action) => {
    const other = { upper: 'lower', lower: 'upper' } as const;
    return (chamber === 'upper' || chamber === 'lower') && action.chamber === other[chamber];
  });
  return passed || isOver || passedChamberPattern.test(status);
}

/** How much an action weighs among headlines; the classified ones before the rest. */
const weights: Readonly<Record<string, number>> = {
  'became-law': 9,
  'executive-signature': 9,
  'executive-veto': 9,
  'veto-override-passage': 9,
  failure: 8,
  passage: 8,
  'committee-failure': 6,
  'committee-passage': 5,
  'committee-passage-favorable': 5,
  'reported-out-of-committee': 5,
  'hearing-held': 4,
  introduction: 3,
};

/** How much an action weighs. */
export const weighAction = ({ classification = '' }: Pick<BillAction, 'classification'>): number =>
  weights[classification] ?? 1;
