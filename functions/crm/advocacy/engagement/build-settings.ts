// The rules that a request asks for, and what is wrong with it.
import { type ErrorDetail, throwIfInvalid } from '../../../../shared/errors/failure.ts';
import type { EngagementRulesInput } from './contract.ts';
import {
  defaultSettings,
  type EngagementRule,
  hasWindow,
  type RuleSetting,
  type RuleSettings,
} from './record/rules.ts';

type RuleInput = EngagementRulesInput['rules'][number];

/** A rule with what is not sent as a tenant starts with it. */
function buildSetting({ rule, isEnabled = true, ...sent }: RuleInput): RuleSetting {
  const byDefault = defaultSettings[rule];
  return {
    isEnabled,
    points: sent.points ?? byDefault.points,
    cap: sent.cap ?? byDefault.cap,
    days: sent.days === undefined ? byDefault.days : sent.days,
    decay: sent.decay ?? 'none',
  };
}

/** A window is of what has a day; and what decays, decays within a window. */
function validateRule(rule: EngagementRule, { days, decay }: RuleSetting, index: number): ErrorDetail[] {
  const refuse = (field: string, message: string): ErrorDetail[] => [
    { code: 'NOT_ALLOWED', message, target: `rules[${index}].${field}` },
  ];
  if (!hasWindow(rule) && days !== null)
    return refuse('days', `What the rule ${rule} counts has no day: days must be null or left out.`);
  if (decay === 'linear' && days === null)
    return refuse('decay', `The rule ${rule} has no window: decay must be none, or days a number.`);
  return [];
}

/** @throws Failure 400 with everything that is wrong */
export function buildSettings({ rules }: EngagementRulesInput): RuleSettings {
  const built = rules.map((input) => [input.rule, buildSetting(input)] as const);
  throwIfInvalid(
    built.flatMap(([rule, setting], index): ErrorDetail[] => {
      if (built.findIndex(([other]) => other === rule) < index) {
        const message = `The rule ${rule} is sent twice.`;
        return [{ code: 'DUPLICATE_VALUE', message, target: `rules[${index}].rule` }];
      }
      return validateRule(rule, setting, index);
    }),
  );
  return { ...defaultSettings, ...Object.fromEntries(built) };
}
