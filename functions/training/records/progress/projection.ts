// The projection of an award that a person holds or works towards: "lapses on 2027-03-31, needs 4 more General credits
// by then" (docs/interface/training.md#projection).

import type { Progress } from './progress.ts';
import { describeMissing, describeMissingForRenewal } from './requirements/missing.ts';
import type { Names } from './requirements/requirement-names.ts';
import type { CreditRequirement } from './requirements/requirements.ts';
import { describeWaiting } from './waiting.ts';

/** The projection of an award for a person. Days are YYYY-MM-DD in the tenant's time zone. */
export interface Projection {
  /** The last valid day; absent when nothing is held or it does not expire. */
  readonly lapsesOn?: string | undefined;
  /** The first and the last day on which it can be renewed. */
  readonly renewalOpensOn?: string | undefined;
  readonly renewBy?: string | undefined;
  readonly canRenewNow: boolean;
  /** Credits that are missing for the renewal, or for the award while it is not held. */
  readonly creditsNeeded: readonly CreditRequirement[];
  readonly sentence: string;
}

/** A class for which the person is registered, and which ends after the last valid day. */
export interface LateClass {
  readonly sectionName: string;
  /** The day on which it ends. */
  readonly endsOn: string;
}

/** What is said of classes that end too late. */
const describeLateClasses = (classes: readonly LateClass[]): string =>
  classes.map(({ sectionName, endsOn }) => ` ${sectionName} ends on ${endsOn}, after that day.`).join('');

/** The projection of a person's progress towards an award. */
export function computeProjection(
  awardName: string,
  progress: Progress,
  names: Names,
  {
    lateClasses = [],
    waiting = [],
  }: {
    readonly lateClasses?: readonly LateClass[];
    /** What would count if its class were evaluated. */
    readonly waiting?: Parameters<typeof describeWaiting>[0];
  } = {},
): Projection {
  const { state, certification, renewal, requirements, percent } = progress;
  const filterMissing = (credits: readonly CreditRequirement[]) =>
    credits.filter(({ missing }) => missing > 0);
  if (!certification || (state !== 'Awarded' && state !== 'InGrace')) {
    const missing = describeMissing(requirements, names);
    const sentences = {
      NotStarted: `${awardName} is not started.`,
      InProgress: `${awardName} is ${percent} percent done; it needs ${missing}.${describeWaiting(waiting)}`,
      Earned: `All requirements of ${awardName} are met; it is not awarded yet.`,
      Expired: `${awardName} expired on ${certification?.validThrough}; it must be earned again.`,
      Revoked: `${awardName} was revoked on ${certification?.revokedDate}.`,
      Awarded: '',
      InGrace: '',
    } as const satisfies Record<typeof state, string>;
    return {
      canRenewNow: false,
      creditsNeeded: filterMissing(requirements.credits),
      sentence: sentences[state],
    };
  }
  if (!renewal || certification.validThrough === undefined)
    return { canRenewNow: false, creditsNeeded: [], sentence: `${awardName} does not expire.` };
  const { validThrough } = certification;
  const { opensOn, closesOn, isOpen, isReady, credits } = renewal;
  const needs = describeMissingForRenewal(renewal, names);
  const lapse =
    state === 'InGrace'
      ? `${awardName} lapsed on ${validThrough} and is in grace until ${closesOn}`
      : `${awardName} lapses on ${validThrough}`;
  const ready = isOpen
    ? 'all requirements of a renewal are met, and it can be renewed now'
    : `all requirements of a renewal are met, and it can be renewed from ${opensOn}`;
  return {
    lapsesOn: validThrough,
    renewalOpensOn: opensOn,
    renewBy: closesOn,
    canRenewNow: isOpen && isReady,
    creditsNeeded: filterMissing(credits),
    sentence: `${lapse}; ${isReady ? ready : `it needs ${needs} by then`}.${describeLateClasses(lateClasses)}${describeWaiting(waiting)}`,
  };
}
