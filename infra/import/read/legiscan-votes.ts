// Reads roll calls in LegiScan's shape, with who voted how where the data set holds it.
import type { Chamber, VoteType } from '../../../functions/billtracking/bills/bill.ts';
import type { ExternalId } from '../../../shared/directory/fields.ts';
import { omitUndefined } from '../../../shared/directory/omit-undefined.ts';
import type { NamedSeat, RollCallDraft } from './bill-draft.ts';
import { type JsonObject, objectsOf, textIn } from './json.ts';

/** What the files of a data set hold beside bills, by LegiScan's numbers. */
export interface LegiscanLookups {
  readonly people: ReadonlyMap<string, JsonObject>;
  readonly rollCalls: ReadonlyMap<string, JsonObject>;
}

/** The House or Assembly, the Senate, the one chamber or council, and committees of both. */
const chambers: Readonly<Record<string, Chamber>> = {
  H: 'lower',
  A: 'lower',
  S: 'upper',
  L: 'legislature',
  C: 'legislature',
  J: 'joint',
};

const voteTypes: Readonly<Record<string, VoteType>> = { 1: 'yea', 2: 'nay', 3: 'nv', 4: 'abs' };

/** The chamber that a letter stands for. */
export const chamberIn = (value: unknown): Chamber | undefined => chambers[textIn(value) ?? ''];
/** The day of a date; none for LegiScan's empty ones. */
export const isoDay = (value: unknown): string | undefined =>
  /^\d{4}-\d{2}-\d{2}/.exec(textIn(value) ?? '')?.[0].replace(/^0000.*/, '') || undefined;

/** An id that the directory may know a person by. */
export function idOf(person: JsonObject): ExternalId | undefined {
  const ids = [
    ['bioguide', person.bioguide_id],
    ['votesmart', person.votesmart_id],
    ['opensecrets', person.opensecrets_id],
  ] as const;
  const known = ids.find(([, id]) => !['', '0'].includes(textIn(id) ?? ''));
  return known && { scheme: known[0], identifier: textIn(known[1]) ?? '' };
}

/** `SD-01` is the first district of the senate; a district without such letters tells no chamber. */
const seats: Readonly<Record<string, Chamber>> = { SD: 'upper', HD: 'lower', AD: 'lower' };
const roles: Readonly<Record<string, Chamber>> = { Sen: 'upper', Rep: 'lower' };

/** The seat of a person of the data set. Members of the Congress have ids instead. */
export function seatOf(person: JsonObject, state: string): NamedSeat | undefined {
  const [, letters = '', district = ''] = /^(?:([A-Z]D)-)?(.+)$/.exec(textIn(person.district) ?? '') ?? [];
  const lastName = textIn(person.last_name);
  if (district === '' || lastName === undefined || state === 'US') return undefined;
  return {
    state,
    district,
    lastName,
    ...omitUndefined({ chamber: seats[letters] ?? roles[textIn(person.role) ?? ''] }),
  };
}

/** The roll calls of a bill. Who voted is named by the data set's people. */
export const rollCallsIn = (bill: JsonObject, { people, rollCalls }: LegiscanLookups): RollCallDraft[] =>
  objectsOf(bill.votes).flatMap((vote): RollCallDraft[] => {
    const identifier = textIn(vote.roll_call_id);
    const date = isoDay(vote.date);
    const description = textIn(vote.desc);
    if (identifier === undefined || date === undefined || description === undefined) return [];
    const detail = rollCalls.get(identifier) ?? {};
    const count = (member: string): number => Number(textIn(vote[member]) ?? textIn(detail[member]) ?? 0);
    return [
      {
        identifier: `legiscan:${identifier}`,
        description,
        date,
        passed: textIn(vote.passed) === '1',
        yea: count('yea'),
        nay: count('nay'),
        notVoting: count('nv'),
        absent: count('absent'),
        ...omitUndefined({
          chamber: chamberIn(vote.chamber),
          sourceUrl: textIn(vote.state_link) ?? textIn(vote.url),
        }),
        ...(people.size > 0 &&
          Array.isArray(detail.votes) && {
            votes: objectsOf(detail.votes).flatMap((one) => {
              const person = people.get(textIn(one.people_id) ?? '') ?? {};
              const voteType = voteTypes[textIn(one.vote_id) ?? ''] ?? 'nv';
              const name = textIn(person.name);
              if (name === undefined) return [];
              return [
                {
                  name,
                  voteType,
                  ...omitUndefined({
                    firstName: textIn(person.first_name),
                    lastName: textIn(person.last_name),
                    externalId: idOf(person),
                    seat: seatOf(person, textIn(bill.state) ?? ''),
                  }),
                },
              ];
            }),
          }),
      },
    ];
  });
