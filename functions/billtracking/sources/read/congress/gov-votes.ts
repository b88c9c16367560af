// Reads roll calls of the House in the shape of the congress.gov API (HouseRollCallVoteEndpoint.md: the member votes level, which has
// the question and the result too).

import type { RowProblem } from '../../../../../shared/import/rows/row-source.ts';
import { readText } from '../../../../../shared/import/rows/values.ts';
import { type JsonObject, readObjects } from '../../../../../shared/import/tables/json-object.ts';
import { dayInZone } from '../../../../../shared/time/day-in-zone.ts';
import { omitUndefined } from '../../../../../shared/values/omit-undefined.ts';
import type { RollCall, VoteType } from '../../../bills/record/bill.ts';
import type { RollCallDraft } from '../bill-draft.ts';
import { washington } from './actions.ts';

/** How the House writes votes: on a bill "Yea" and "Nay", on an amendment "Aye" and "No". Who is present does not vote. */
const voteTypes: Readonly<Record<string, VoteType>> = {
  ...{ yea: 'yea', aye: 'yea', nay: 'nay', no: 'nay', present: 'nv', 'not voting': 'abs' },
};

function parseMotion(vote: JsonObject): RollCall['motion'] {
  const question = readText(vote.voteQuestion) ?? '';
  if (readText(vote.amendmentType) !== undefined || /^On Agreeing to the Amendment/i.test(question))
    return 'amendment';
  return /^On Passage|^On Agreeing to the (Resolution|Conference)|Suspend the Rules and|^Passage, Objections/i.test(
    question,
  )
    ? 'passage'
    : 'procedure';
}

/** A roll call with the votes of its members, or what is wrong with it. */
export function parseHouseVote(
  vote: JsonObject,
): RollCallDraft | { readonly problems: readonly RowProblem[] } {
  const [start = '', number, question] = [
    readText(vote.startDate),
    readText(vote.rollCallNumber),
    readText(vote.voteQuestion),
  ];
  const date = dayInZone(start, washington);
  if (date === undefined || number === undefined || question === undefined) {
    const reason = 'is left out: a vote needs rollCallNumber, voteQuestion and startDate';
    return { problems: [{ field: 'houseRollCallVote', reason, value: `${number ?? ''} ${start}`.trim() }] };
  }
  const votes = readObjects(vote.results).flatMap((member) => {
    const identifier = readText(member.bioguideID) ?? readText(member.bioguideId);
    const [firstName, lastName] = [readText(member.firstName), readText(member.lastName)];
    const voteType = voteTypes[readText(member.voteCast)?.toLowerCase() ?? ''] ?? 'nv';
    const name = [firstName, lastName].filter(Boolean).join(' ') || undefined;
    const externalId = identifier === undefined ? undefined : { scheme: 'bioguide', identifier };
    if (name === undefined && externalId === undefined) return [];
    return [{ voteType, ...omitUndefined({ name, firstName, lastName, externalId }) }];
  });
  const count = (type: VoteType): number => votes.filter(({ voteType }) => voteType === type).length;
  return {
    // As GovTrack names it, so that a vote of both sources is one.
    identifier: `h${number}-${date.slice(0, 4)}`,
    chamber: 'lower',
    description: question,
    date,
    at: new Date(start).toISOString(),
    motion: parseMotion(vote),
    passed: /^(passed|agreed to)/i.test(readText(vote.result) ?? ''),
    ...{ yea: count('yea'), nay: count('nay'), notVoting: count('nv'), absent: count('abs') },
    sourceUrl: `https://clerk.house.gov/Votes/${date.slice(0, 4)}${number}`,
    votes,
  };
}
