// Reads a roll call of a bill of Open States.

import type { ValueCollector } from '../../../../shared/import/rows/value-collector.ts';
import { readText } from '../../../../shared/import/rows/values.ts';
import { type JsonObject, readObject, readObjects } from '../../../../shared/import/tables/json-object.ts';
import { dayInZone } from '../../../../shared/time/day-in-zone.ts';
import { omitUndefined } from '../../../../shared/values/omit-undefined.ts';
import type { VoteType } from '../../bills/record/bill.ts';
import type { RollCallDraft } from './bill-draft.ts';
import { parseChamber, parsePersonId, readMoment, readTexts } from './openstates-values.ts';

const voteTypes: Readonly<Record<string, VoteType>> = {
  yes: 'yea',
  no: 'nay',
  absent: 'abs',
  excused: 'abs',
};

/** The first link of a list that is one. */
const firstLink = (field: string, links: unknown, collector: ValueCollector): string | undefined =>
  readObjects(links)
    .map(({ url }) => collector.acceptLink(`${field}.url`, url))
    .find((url) => url !== undefined);

export function parseRollCall(
  vote: JsonObject,
  index: number,
  collector: ValueCollector,
  timeZone: string,
): RollCallDraft | undefined {
  const date = dayInZone(readText(vote.start_date) ?? '', timeZone);
  const description = readText(vote.motion_text);
  if (!date || !description) {
    collector.leaveOut({
      field: `votes.${index}`,
      reason: 'is left out: a roll call needs a start_date such as 2026-01-31 and a motion_text',
      value: [readText(vote.start_date), description].filter(Boolean).join(', '),
    });
    return undefined;
  }
  const countOf = (...options: readonly string[]): number =>
    readObjects(vote.counts)
      .filter((count) => options.includes(readText(count.option) ?? ''))
      .reduce((sum, count) => sum + Number(readText(count.value) ?? 0), 0);
  const kinds = readTexts(vote.motion_classification);
  return {
    description,
    date,
    passed: readText(vote.result) === 'pass',
    yea: countOf('yes'),
    nay: countOf('no'),
    notVoting: countOf('not voting', 'abstain', 'other', 'paired'),
    absent: countOf('absent', 'excused'),
    ...omitUndefined({
      identifier: readText(vote.id) ?? readText(vote.identifier),
      at: readMoment(readText(vote.start_date) ?? ''),
      chamber: parseChamber(readObject(vote.organization)),
      motion: kinds.includes('passage') ? 'passage' : kinds.includes('amendment') ? 'amendment' : undefined,
      sourceUrl: firstLink(`votes.${index}.sources`, vote.sources, collector),
    } as const),
    ...(Array.isArray(vote.votes) && {
      votes: readObjects(vote.votes).map((cast) => ({
        ...omitUndefined({
          name: readText(cast.voter_name),
          externalId: parsePersonId(readObject(cast.voter)),
        }),
        voteType: voteTypes[readText(cast.option) ?? ''] ?? 'nv',
      })),
    }),
  };
}
