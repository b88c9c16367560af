// What the people of an organization hold together.
import type { TenantStore } from '../../../shared/data/store.ts';
import { certificationsInForce, creditTotals } from '../people/present.ts';
import { loadPersonRecord } from '../records/person-record.ts';

/** Up to how many people are looked up, one query each; a report does it for more. */
const maxPeople = 50;

/**
 * The sums over some people's records: a query each, all at once, half a read unit for every ten entries or so. Nothing
 * when they are too many.
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
    hundredths: creditTotals(credits).reduce((sum, one) => sum + Math.round(one.credits * 100), 0),
    held: certificationsInForce(certifications, today).length,
  }));
  return {
    credits: people.reduce((sum, { hundredths }) => sum + hundredths, 0) / 100,
    peopleWithCredits: people.filter(({ hundredths }) => hundredths > 0).length,
    certificationsInForce: people.reduce((sum, { held }) => sum + held, 0),
    peopleCertified: people.filter(({ held }) => held > 0).length,
  };
}
