// The engagement score of a person, from what is stored.
import type { TenantStore } from '../../../../shared/data/store.ts';
import { type Day, loadOccurrences } from './load-occurrences.ts';
import { evaluateRules, PERSON_RULES, type RuleSettings, sumPoints } from './record/rules.ts';

/** One query for each rule that is enabled. */
export async function scorePerson(tenant: TenantStore, personId: string, settings: RuleSettings, day: Day) {
  const occurrences = await loadOccurrences(tenant, personId, settings, day);
  const contributions = evaluateRules(PERSON_RULES, settings, occurrences, day.today);
  return { points: sumPoints(contributions), contributions };
}
