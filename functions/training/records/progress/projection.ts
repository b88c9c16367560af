// What will become of an award that somebody holds or works for: "lapses on 2027-03-31, needs 4 more General credits by
// then" (docs/interface/training.md#projection).
import { describeMissing, describeMissingCredits, type Names } from './missing.ts';
import type { Progress } from './progress.ts';
import type { CreditRequirement } from './requirements.ts';

/** The projection of an award for somebody. Days are YYYY-MM-DD in the tenant's time zone. */
export interface Projection {
  /** The last valid day of what is held; absent when nothing is held or it has no end. */
  readonly lapsesOn?: string | undefined;
  /** From when on, and until when, it can be renewed. */
  readonly renewalOpensOn?: string | undefined;
  readonly renewBy?: string | undefined;
  readonly canRenewNow: boolean;
  /** Credits that lack for the renewal, or for the award while it is not held. */
  readonly creditsNeeded: readonly CreditRequirement[];
  readonly sentence: string;
}

/** The projection of where somebody stands with an award. */
export function computeProjection(awardName: string, progress: Progress, names: Names): Projection {
  const { state, certification, renewal, requirements, percent } = progress;
  const lacking = (credits: readonly CreditRequirement[]) => credits.filter(({ missing }) => missing > 0);
  if (!certification || (state !== 'Awarded' && state !== 'InGrace')) {
    const missing = describeMissing(requirements, names);
    const sentences = {
      NotStarted: `${awardName} is not started.`,
      InProgress: `${awardName} is ${percent} percent done; it needs ${missing}.`,
      Earned: `Everything ${awardName} asks for is there; it is yet to be awarded.`,
      Expired: `${awardName} expired on ${certification?.validThrough}; it has to be earned anew.`,
      Revoked: `${awardName} was revoked on ${certification?.revokedDate}.`,
      Awarded: '',
      InGrace: '',
    } as const satisfies Record<typeof state, string>;
    return { canRenewNow: false, creditsNeeded: lacking(requirements.credits), sentence: sentences[state] };
  }
  if (!renewal || certification.validThrough === undefined)
    return { canRenewNow: false, creditsNeeded: [], sentence: `${awardName} holds without an end.` };
  const { validThrough } = certification;
  const { opensOn, closesOn, isOpen, isReady, credits } = renewal;
  const needs = describeMissingCredits(credits, names);
  const lapse =
    state === 'InGrace'
      ? `${awardName} lapsed on ${validThrough} and is in grace until ${closesOn}`
      : `${awardName} lapses on ${validThrough}`;
  const ready = isOpen
    ? `everything a renewal asks for is there, and it can be renewed now`
    : `everything a renewal asks for is there, and it can be renewed from ${opensOn}`;
  return {
    lapsesOn: validThrough,
    renewalOpensOn: opensOn,
    renewBy: closesOn,
    canRenewNow: isOpen && isReady,
    creditsNeeded: lacking(credits),
    sentence: `${lapse}; ${isReady ? ready : `it needs ${needs} by then`}.`,
  };
}
