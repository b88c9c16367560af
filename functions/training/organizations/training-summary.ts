// Totals of the training of an organization's people.

import type { TenantStore } from '../../../shared/data/store.ts';
import { sumAmounts } from '../../../shared/money/amount.ts';
import { certificationsInForce, creditTotals } from '../people/present.ts';
import { loadPersonRecord } from '../records/training-record/person-record.ts';

/** The largest number of people, one query each; for more there is a report. */
const maxPeople = 50;

/**
 * Sums the training of some people: one query for each, concurrently, about 20 entries to a read unit. Undefined when
 * there are too many people.
 *
 * @param today YYYY-MM-DD in the tenant's time zone
 */
export async function summarizePeopleTraining(
  tenant: TenantStore,
  personIds: readonly string[],
  today: string,
) {
  if (personIds.length > maxPeople) return undefined;
  const records = await Promise.all(personIds.map((id) => loadPersonRecord(tenant, id)));
  const people = records.map(({ credits, certifications }) => ({
    credits: sumAmounts(creditTotals(credits).map((total) => total.credits)),
    held: certificationsInForce(certifications, today).length,
  }));
  return {
    credits: sumAmounts(people.map(({ credits }) => credits)),
    peopleWithCredits: people.filter(({ credits }) => credits > 0).length,
    certificationsInForce: people.reduce((sum, { held }) => sum + held, 0),
    peopleCertified: people.filter(({ held }) => held > 0).length,
  };
}
