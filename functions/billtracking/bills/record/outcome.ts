// Derives the outcome of a bill from its actions and its status.
import {
  type BillAction,
  type BillContent,
  type BillStage,
  type Chamber,
  listClassifications,
} from './bill.ts';

/** What is read of an action: all its classifications count. */
type Classified = Pick<BillAction, 'classification' | 'classifications' | 'chamber'> & {
  readonly text?: string | undefined;
};

export const outcomes = ['ENACTED', 'VETOED', 'FAILED', 'UNDECIDED'] as const;
export type Outcome = (typeof outcomes)[number];

/** The labels of the outcomes. */
export const outcomeLabels: Readonly<Record<Outcome, string>> = {
  ENACTED: 'Became law',
  VETOED: 'Vetoed',
  FAILED: 'Failed',
  UNDECIDED: 'Not decided',
};

/** The outcome that an action leads to, by its classification in the public data sets. */
const outcomesByClassification: Readonly<Record<string, Outcome>> = {
  'became-law': 'ENACTED',
  'executive-signature': 'ENACTED',
  'veto-override-passage': 'ENACTED',
  'veto-override-failure': 'VETOED',
  'executive-veto': 'VETOED',
  failure: 'FAILED',
  'committee-failure': 'FAILED',
  withdrawal: 'FAILED',
};

/** Statuses of enacted bills and adopted resolutions. A speaker also signs, before the governor does. */
const enactedPatterns = [
  /^(signed|adopted|agreed to)$/,
  /\b(enacted|chaptered|became law|into law|public law|overridden)\b/,
  /\b(signed|approved) by (the )?(governor|mayor|president(?! of the senate))\b/,
  /\bgovernor signed\b/,
  // Washington: chapter 209, laws of 2025.
  /^c \d+ l \d+/,
].map(({ source }) => source);

/**
 * The outcome by status, when no action is classified. Vetoes come before laws, because a bill may be signed in part.
 */
const outcomesByStatusPattern: readonly (readonly [RegExp, Outcome])[] = [
  [/\bnot (enacted|adopted|agreed|approved|passed|signed)\b/i, 'FAILED'],
  [/\bveto(?!.*overrid)|\boverridden in one chamber\b/i, 'VETOED'],
  [new RegExp(enactedPatterns.join('|'), 'i'), 'ENACTED'],
  [/\b(failed|defeated|died|dead|rejected|withdrawn|tabled|indefinitely postponed)\b|^fail/i, 'FAILED'],
];

const isPassage = (action: Classified): boolean => listClassifications(action).includes('passage');

const isOverride = (action: Classified): boolean =>
  listClassifications(action).includes('veto-override-passage');

/** What Illinois and Missouri write of the override by both chambers. */
const ofBothChambers = /\bboth\b|\blegislature\b|\bhouse and senate\b|\bsenate and house\b/i;

/**
 * Whether a bill's own chamber alone has overridden a veto by this action: the other one decides next. An action of the other chamber, or
 * of neither, is of both.
 */
const isHalfOverride = (action: Classified, chamber: Chamber, actions: readonly Classified[]): boolean =>
  isOverride(action) &&
  action.chamber === chamber &&
  (chamber === 'lower' || chamber === 'upper') &&
  !ofBothChambers.test(action.text ?? '') &&
  !actions.some((other) => isOverride(other) && other.chamber !== chamber);

/** Whether both chambers have overridden a veto, as far as the actions say where they were taken. */
export const isOverridden = (chamber: Chamber, actions: readonly Classified[]): boolean =>
  actions.some((action) => isOverride(action) && !isHalfOverride(action, chamber, actions));

/** The outcome that an action leads to, if any; of several classifications, the first in the order of the table decides. */
function findOutcome(
  action: Classified,
  chamber: Chamber,
  actions: readonly Classified[],
): Outcome | undefined {
  const kinds = listClassifications(action).filter(
    (kind) => kind !== 'veto-override-passage' || !isHalfOverride(action, chamber, actions),
  );
  return Object.entries(outcomesByClassification).find(([kind]) => kinds.includes(kind))?.[1];
}

/** The last decisive action, if there is one. A bill that failed and passed afterwards is undecided again. */
export function findDecidingAction<A extends Classified>(
  chamber: Chamber,
  actions: readonly A[],
): A | undefined {
  const outcomeOf = (action: Classified): Outcome | undefined => findOutcome(action, chamber, actions);
  const index = actions.findLastIndex((action) => outcomeOf(action) !== undefined);
  const found = actions[index];
  const isRevived = found && outcomeOf(found) === 'FAILED' && actions.slice(index).some(isPassage);
  return isRevived ? undefined : found;
}

/** The outcome of a bill by its last decisive action, otherwise by its status. */
export function deriveOutcome(
  { chamber, status }: Pick<BillContent, 'chamber' | 'status'>,
  actions: readonly Classified[],
): Outcome {
  const deciding = findDecidingAction(chamber, actions);
  return (
    (deciding && findOutcome(deciding, chamber, actions)) ??
    outcomesByStatusPattern.find(([words]) => words.test(status))?.[1] ??
    'UNDECIDED'
  );
}

/** Statuses of bills that left their chamber, as opposed to those that passed a committee. */
const passedChamberPattern =
  /(?<!\bnot )\bpassed\b(?!( by)?( the)? committee)|\b(engrossed|enrolled|(second|other) chamber)\b/i;

/** Whether a bill has passed its first chamber, as crossover requires. */
export function hasCrossedOver(
  { chamber, status }: Pick<BillContent, 'chamber' | 'status'>,
  actions: readonly Classified[],
): boolean {
  const passed = actions.some((action) => isPassage(action) && (action.chamber ?? chamber) === chamber);
  // An action in the other chamber implies that the bill has crossed over.
  const isOver = actions.some((action) => {
    const other = { upper: 'lower', lower: 'upper' } as const;
    return (chamber === 'upper' || chamber === 'lower') && action.chamber === other[chamber];
  });
  return passed || isOver || passedChamberPattern.test(status);
}

/** The weight of an action among headlines, by classification. */
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

export const weighAction = (action: Classified): number =>
  Math.max(1, ...listClassifications(action).map((kind) => weights[kind] ?? 1));

/** The classifications of actions after the passage of both chambers. */
const sentOn = ['executive-receipt', 'enrolled'];

/** Statuses of bills that the legislature passed. */
const passedLegislaturePattern =
  /\b(enrolled|passed (both|legislature)|(sent|delivered|presented|transmitted|to) (to )?(the )?(governor|mayor|president(?! of)))\b/i;

/** Whether the legislature has passed a bill, so that the executive decides. */
function hasPassedLegislature(
  { chamber, status }: Pick<BillContent, 'chamber' | 'status'>,
  actions: readonly Classified[],
): boolean {
  const passedIn = new Set(actions.filter(isPassage).map((action) => action.chamber ?? chamber));
  const isPassed = passedIn.has('legislature') || (passedIn.has('upper') && passedIn.has('lower'));
  const isSentOn = actions.some((action) =>
    listClassifications(action).some((kind) => sentOn.includes(kind)),
  );
  return isPassed || isSentOn || passedLegislaturePattern.test(status);
}

/** How far a bill is, by its actions and its status. */
export function deriveStage(
  bill: Pick<BillContent, 'chamber' | 'status'>,
  actions: readonly Classified[],
): BillStage {
  if (deriveOutcome(bill, actions) !== 'UNDECIDED') return 'DECIDED';
  return hasPassedLegislature(bill, actions) ? 'WITH_EXECUTIVE' : 'IN_LEGISLATURE';
}
