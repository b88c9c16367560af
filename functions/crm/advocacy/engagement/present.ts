// Rules and the age of the ranking in the interface's form.
import { type Contribution, countsAnything, ENGAGEMENT_RULES } from './record/rules.ts';
import type { EngagementRulesItem, EngagementRunItem } from './record/store.ts';

/** Contributions as they are shown; stored maps have no order. */
export const presentContributions = (contributions: readonly Contribution[]): Contribution[] =>
  contributions.map(({ rule, count, points, explanation }) => ({ rule, count, points, explanation }));

export const presentRules = ({ settings, version, modifiedDate }: EngagementRulesItem) => ({
  rules: ENGAGEMENT_RULES.map((rule) => ({ rule, ...settings[rule] })),
  modifiedDate: version === 0 ? null : modifiedDate,
});

/** When the ranking was calculated, and whether it is of rules that have changed since. Where nothing counts, there is none. */
export const presentAge = (rules: EngagementRulesItem, run: EngagementRunItem | undefined) => {
  const isOutdated = run ? run.rulesVersion !== rules.version : countsAnything(rules.settings);
  return { calculatedDate: run?.calculatedDate ?? null, isOutdated };
};
