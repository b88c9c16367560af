// When a mail is due: at once, or at a local time of the tenant or of the recipient.

import type { BroadcastItem } from '../../../../../shared/broadcasts/broadcast.ts';
import type { PersonContent } from '../../../../../shared/directory/people/person.ts';
import { states } from '../../../../../shared/legislature/states.ts';
import { resolveLocalTime } from '../../../../../shared/time/local-time.ts';

/** The time zone of the state in the first address; the tenant's where there is none. */
function findTimeZone({ addresses }: Pick<PersonContent, 'addresses'>, fallback: string): string {
  const name = addresses?.[0]?.state?.trim().toLowerCase();
  if (!name) return fallback;
  const state = states.find(
    ({ abbreviation, name: full }) => abbreviation.toLowerCase() === name || full.toLowerCase() === name,
  );
  return state?.timeZone ?? fallback;
}

/** The instant of a local time, in epoch milliseconds. */
export const toInstant = (local: string, timeZone: string): number =>
  Date.parse(resolveLocalTime(local, timeZone).instant);

/** When the mail to a person is due: epoch milliseconds. */
export function findDueTime(
  { sendAt, clock }: Pick<BroadcastItem, 'sendAt' | 'clock'>,
  timeZone: string,
  person: Pick<PersonContent, 'addresses'>,
  now: Date,
): number {
  if (sendAt === undefined) return now.getTime();
  return toInstant(sendAt, clock === 'recipient' ? findTimeZone(person, timeZone) : timeZone);
}

/**
 * The moments at which the mails of some time zone are due, in epoch milliseconds, the first one first; undefined where all
 * mails are due at once.
 */
export function listZoneTimes(
  { sendAt, clock }: Pick<BroadcastItem, 'sendAt' | 'clock'>,
  tenantZone: string,
): readonly number[] | undefined {
  if (sendAt === undefined || clock !== 'recipient') return undefined;
  const zones = new Set([tenantZone, ...states.map(({ timeZone }) => timeZone)]);
  return [...new Set([...zones].map((zone) => toInstant(sendAt, zone)))].sort((a, b) => a - b);
}
