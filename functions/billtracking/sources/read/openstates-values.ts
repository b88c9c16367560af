// Values that several parts of a bill of Open States have.
import type { ExternalId } from '../../../../shared/directory/record/fields.ts';
import { readText } from '../../../../shared/import/rows/values.ts';
import type { JsonObject } from '../../../../shared/import/tables/json-object.ts';
import type { Chamber } from '../../bills/record/bill.ts';

export const readTexts = (value: unknown): string[] =>
  Array.isArray(value) ? [...new Set(value.flatMap((item: unknown) => readText(item) ?? []))] : [];

const chambers: readonly Chamber[] = ['upper', 'lower', 'legislature', 'joint', 'executive'];
export const parseChamber = (organization: JsonObject): Chamber | undefined =>
  chambers.find((chamber) => chamber === readText(organization.classification));

/** A person by the Open Civic Data id. */
export function parsePersonId(person: JsonObject): ExternalId | undefined {
  const identifier = readText(person.id);
  return identifier?.startsWith('ocd-person/') ? { scheme: 'ocd-person', identifier } : undefined;
}

/** A moment with an offset, as an instant (openstates-core, data/models/bill.py: YYYY-MM-DD HH:MM:SS+HH:MM). */
export function readMoment(value: string): string | undefined {
  if (!/^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}.*(Z|[+-]\d{2}:?\d{2})$/.test(value)) return undefined;
  const moment = new Date(value.replace(' ', 'T').replace(/([+-]\d{2})(\d{2})$/, '$1:$2'));
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString();
}
