// The rules of the engagement score: what counts, how much, and the sentence that says why (docs/interface/crm.md#engagement).
import { daysBetween } from '../../../../../shared/time/calendar-day.ts';

/** What counts for a person. */
export const PERSON_RULES = [
  'relationships',
  'contacts',
  'committees',
  'groups',
  'courses',
  'openedMails',
] as const;
/** What counts in addition among those who could ask an official for something. */
export const OFFICIAL_RULES = ['knowsOfficial', 'metOfficial', 'livesInDistrict'] as const;
export const ENGAGEMENT_RULES = [...PERSON_RULES, ...OFFICIAL_RULES] as const;
export type PersonRule = (typeof PERSON_RULES)[number];
export type EngagementRule = (typeof ENGAGEMENT_RULES)[number];

/** How a rule counts for a tenant. */
export interface RuleSetting {
  readonly isEnabled: boolean;
  /** For each occurrence, or each level of strength. */
  readonly points: number;
  /** The most points of the rule. */
  readonly cap: number;
  /** How many days back it counts, today included; null for what has no day. */
  readonly days: number | null;
  /** linear: an occurrence counts less from day to day, and nothing when the window ends. */
  readonly decay: 'none' | 'linear';
}
export type RuleSettings = Readonly<Record<EngagementRule, RuleSetting>>;

/** What happened, or is so: with its day where the rule has a window, and how much it counts where that is not once. */
export interface Occurrence {
  readonly date?: string | undefined;
  readonly weight?: number | undefined;
}

/** What a rule contributes, with the sentence that says why. */
export interface Contribution {
  readonly rule: EngagementRule;
  readonly count: number;
  readonly points: number;
  readonly explanation: string;
}

/** How a rule names what it counts; `level` is what each of them has some of. */
interface Wording {
  readonly one: string;
  readonly many: string;
  readonly level?: string;
}
const wordings: Readonly<Record<EngagementRule, Wording>> = {
  relationships: {
    one: 'relationship with an official',
    many: 'relationships with officials',
    level: 'strength',
  },
  contacts: { one: 'contact with an official', many: 'contacts with officials' },
  committees: { one: 'committee membership', many: 'committee memberships' },
  groups: { one: 'group membership', many: 'group memberships' },
  courses: { one: 'completed course', many: 'completed courses' },
  openedMails: { one: 'opened mail', many: 'opened mails' },
  knowsOfficial: {
    one: 'relationship with the official',
    many: 'relationships with the official',
    level: 'strength',
  },
  metOfficial: { one: 'contact with the official', many: 'contacts with the official' },
  livesInDistrict: {
    one: 'home in the district of the official',
    many: 'homes in the district of the official',
  },
};

const dated: readonly EngagementRule[] = ['contacts', 'courses', 'openedMails', 'metOfficial'];
/** Whether what a rule counts has a day. */
export const hasWindow = (rule: EngagementRule): boolean => dated.includes(rule);

const year = (points: number, cap: number): RuleSetting => ({
  isEnabled: false,
  points,
  cap,
  days: 365,
  decay: 'none',
});
const lasting = (points: number, cap: number): RuleSetting => ({ ...year(points, cap), days: null });

/** What a tenant starts with: nothing is enabled. */
export const defaultSettings: RuleSettings = {
  relationships: lasting(2, 40),
  contacts: year(5, 50),
  committees: lasting(5, 25),
  groups: lasting(2, 10),
  courses: year(3, 30),
  openedMails: year(1, 10),
  knowsOfficial: lasting(10, 50),
  metOfficial: year(10, 50),
  livesInDistrict: lasting(10, 10),
};

/** Whether anything counts for a person. */
export const countsAnything = (settings: RuleSettings): boolean =>
  PERSON_RULES.some((rule) => settings[rule].isEnabled);

const round = (value: number, decimals: number): number => Number(value.toFixed(decimals));

/** How much of an occurrence counts on a day: all, nothing, or by its age. */
function countOccurrence(
  { date, weight = 1 }: Occurrence,
  { days, decay }: Pick<RuleSetting, 'days' | 'decay'>,
  today: string,
): number {
  if (days === null || date === undefined) return weight;
  const age = daysBetween(date, today);
  if (age < 0 || age >= days) return 0;
  return decay === 'linear' ? weight * (1 - age / days) : weight;
}

/** The points of a rule with the sentence that says why: "3 contacts with officials in 365 days x 5 = 15". */
export function evaluateRule(
  rule: EngagementRule,
  setting: RuleSetting,
  occurrences: readonly Occurrence[],
  today: string,
): Contribution {
  const { points: each, cap, days, decay } = setting;
  const { one, many, level } = wordings[rule];
  const counted = occurrences.filter((occurrence) => countOccurrence(occurrence, setting, today) > 0);
  const count = counted.length;
  const amount = round(
    counted.reduce((sum, occurrence) => sum + countOccurrence(occurrence, setting, today), 0),
    2,
  );
  const earned = round(amount * each, 1);
  const what = `${count} ${count === 1 ? one : many}${days === null ? '' : ` in ${days} days`}`;
  const measure =
    level === undefined ? '' : ` of ${level} ${counted.map(({ weight = 1 }) => weight).join(' + ')}`;
  const aged = decay === 'linear' && count > 0 ? `, by their age ${amount},` : '';
  const limit = earned > cap ? `, of which at most ${cap} count` : '';
  const factor = level === undefined || count === 0 ? '' : ` = ${amount}`;
  return {
    ...{ rule, count, points: Math.min(earned, cap) },
    explanation: `${what}${count === 0 ? '' : measure}${factor}${aged} x ${each} = ${earned}${limit}`,
  };
}

/** Occurrences by rule. */
export type Occurrences = Readonly<Partial<Record<EngagementRule, readonly Occurrence[]>>>;

/** The contributions of those of these rules that the tenant has enabled, in their order. */
export const evaluateRules = (
  rules: readonly EngagementRule[],
  settings: RuleSettings,
  occurrences: Occurrences,
  today: string,
): Contribution[] =>
  rules
    .filter((rule) => settings[rule].isEnabled)
    .map((rule) => evaluateRule(rule, settings[rule], occurrences[rule] ?? [], today));

/** The score of some contributions. */
export const sumPoints = (contributions: readonly Contribution[]): number =>
  round(
    contributions.reduce((sum, { points }) => sum + points, 0),
    1,
  );
