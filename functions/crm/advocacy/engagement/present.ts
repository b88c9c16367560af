// Rules and the age of the ranking in the interface's form.
import { ENGAGEMENT_RULES } from './rules.ts';
import type { EngagementRulesItem, EngagementRunItem } from './store.ts';

export const presentRules = ({ settings, version, modifiedDate }: EngagementRulesItem) => ({
  rules: ENGAGEMENT_RULES.map((rule) => ({ rule, ...settings[rule] })),
  modifiedDate: version === 0 ? null : modifiedDate,
});

/** When the ranking was calculated, and whether it is of rules that have changed since. */
export const presentAge = (rules: EngagementRulesItem, run: EngagementRunItem | undefined) => {
  const calculatedDate = run?.calculatedDate ?? null;
  const isOutdated = rules.version > 0 && (calculatedDate === null || calculatedDate < rules.modifiedDate);
  return { calculatedDate, isOutdated };
};
