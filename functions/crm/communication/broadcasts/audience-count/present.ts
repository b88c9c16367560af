// Counts of audiences in the interface's form.
import { type EmailViewer, showEmail } from '../../../../../shared/auth/access/email-visibility.ts';
import type { BroadcastItem } from '../../../../../shared/broadcasts/broadcast.ts';
import { displayName, listEmails } from '../../../../../shared/directory/people/person.ts';
import type { PersonItem } from '../../../../../shared/directory/people/person-store.ts';
import { compareTexts } from '../../../../../shared/lists/sort.ts';
import { explainForNow } from '../recipients/present.ts';
import { type AudienceCountItem, emptyCounts } from './audience-count.ts';
import type { SampledPerson } from './sample.ts';

const sumValues = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((sum, value) => sum + value, 0);

const sortNames = (counts: Readonly<Record<string, number>>): Record<string, number> =>
  Object.fromEntries(Object.entries(counts).sort(([a], [b]) => (a < b ? -1 : 1)));

const outcomes = ['receives', 'missed', 'gone'];
/** Where a person stands in the sample: those who would get it first, then by reason and name. */
const place = ({ outcome, reason }: SampledPerson): string => `${outcomes.indexOf(outcome)} ${reason ?? ''}`;

/**
 * The sample as who may read people sees it. A record that was removed since is left out.
 * @param people those of the sample, in its order
 */
export const presentSample = (
  sample: readonly SampledPerson[],
  people: readonly (PersonItem | undefined)[],
  viewer: EmailViewer,
) =>
  sample
    .flatMap((sampled, index) => {
      const person = people[index];
      return person ? [{ sampled, person, name: displayName(person) }] : [];
    })
    .sort((a, b) => compareTexts(place(a.sampled), place(b.sampled)) || compareTexts(a.name, b.name))
    .map(({ sampled: { outcome, reason, isNew }, person, name }) => ({
      ...{ personId: person.id, displayName: name },
      email: showEmail(viewer, person.id, listEmails(person)[0]?.value) || null,
      ...{ outcome, isNew: isNew ?? false, reason: reason ?? null },
      explanation: reason ? explainForNow(reason) : null,
    }));

/**
 * @param former the broadcast of the same kind that was sent last
 * @param sample null until the count is done, and for callers who may not read people
 */
export function presentCount(
  broadcast: BroadcastItem,
  count: AudienceCountItem,
  former: BroadcastItem | undefined,
  sample: ReturnType<typeof presentSample> | null,
) {
  const { people, receive, added, reasons, gone } = count.counts ?? emptyCounts;
  return {
    ...{ broadcastId: broadcast.id, status: count.status, failure: count.failure ?? null },
    ...{ startedDate: count.startedDate, finishedDate: count.finishedDate ?? null },
    isCurrent: count.version === broadcast.version,
    ...{ people, receive, missed: people - receive, reasons: sortNames(reasons), sample },
    comparison: count.formerId
      ? {
          ...{ broadcastId: count.formerId, name: former?.name ?? '', dueDate: former?.dueDate ?? null },
          ...{ added, gone: sumValues(gone), goneReasons: sortNames(gone) },
        }
      : null,
  };
}
