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
const decisive: Readonly<Record<string, Outcome>> = {
  'became-law': 'ENACTED',
  'executive-signature': 'ENACTED',
  'veto-override-passage': 'ENACTED',
  'executive-veto': 'VETOED',
  failure: 'FAILED',
  'committee-failure': 'FAILED',
  withdrawal: 'FAILED',
};

/** What a status says where no action is classified. Vetoes come first: one may have been signed in part. */
const inWords: readonly (readonly [RegExp, Outcome])[] = [
  [/\bveto(?!.*overrid)/i, 'VETOED'],
  [/\b(signed|enacted|chaptered|became law|into law|public law|adopted|overridden)\b|^enacted/i, 'ENACTED'],
  [/\b(failed|defeated|died|dead|rejected|withdrawn|tabled|indefinitely postponed)\b|^fail/i, 'FAILED'],
];

/** The outcome of a bill, by the last action that decides, else by its status. */
export function outcomeOf(
  { status }: Pick<BillContent, 'status'>,
  actions: readonly Pick<BillAction, 'classification'>[],
): Outcome {
  const last = actions.findLast(({ classification = '' }) => Object.hasOwn(decisive, classification));
  return (
    decisive[last?.classification ?? ''] ?? inWords.find(([words]) => words.test(status))?.[1] ?? 'UNDECIDED'
  );
}

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
  return passed || isOver || /\b(passed|engrossed|enrolled|second chamber|other chamber)\b/i.test(status);
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
export const weightOf = ({ classification = '' }: Pick<BillAction, 'classification'>): number =>
  weights[classification] ?? 1;
