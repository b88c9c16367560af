// Parses roll calls in LegiScan's format, with individual votes where the data set contains them.

import type { ExternalId } from '../../../../shared/directory/record/fields.ts';
import type { ValueCollector } from '../../../../shared/import/rows/value-collector.ts';
import { readText } from '../../../../shared/import/rows/values.ts';
import { type JsonObject, readObjects } from '../../../../shared/import/tables/json-object.ts';
import { omitUndefined } from '../../../../shared/values/omit-undefined.ts';
import type { Chamber, VoteType } from '../../bills/record/bill.ts';
import type { NamedSeat, RollCallDraft } from './bill-draft.ts';

/** The people and roll calls of a data set, by LegiScan's numbers. */
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
export const parseChamber = (value: unknown): Chamber | undefined => chambers[readText(value) ?? ''];
/** The day of a date; none for LegiScan's empty ones. */
export const parseIsoDay = (value: unknown): string | undefined =>
  /^\d{4}-\d{2}-\d{2}/.exec(readText(value) ?? '')?.[0].replace(/^0000.*/, '') || undefined;

/** An id that the directory may know a person by. */
export function parsePersonId(person: JsonObject): ExternalId | undefined {
  const ids = [
    ['bioguide', person.bioguide_id],
    ['votesmart', person.votesmart_id],
    ['opensecrets', person.opensecrets_id],
  ] as const;
  const known = ids.find(([, id]) => !['', '0'].includes(readText(id) ?? ''));
  return known && { scheme: known[0], identifier: readText(known[1]) ?? '' };
}

/** `SD-01` is the first district of the senate; a district without such letters gives no chamber. */
const chambersByDistrict: Readonly<Record<string, Chamber>> = { SD: 'upper', HD: 'lower', AD: 'lower' };
const chambersByRole: Readonly<Record<string, Chamber>> = { Sen: 'upper', Rep: 'lower' };

/** The seat of a person of the data set. Members of the Congress have ids instead. */
export function parseSeat(person: JsonObject, state: string): NamedSeat | undefined {
  const [, letters = '', district = ''] = /^(?:([A-Z]D)-)?(.+)$/.exec(readText(person.district) ?? '') ?? [];
  const lastName = readText(person.last_name);
  if (district === '' || lastName === undefined || state === 'US') return undefined;
  return {
    state,
    district,
    lastName,
    ...omitUndefined({ chamber: chambersByDistrict[letters] ?? chambersByRole[readText(person.role) ?? ''] }),
  };
}

/** The roll calls of a bill. Who voted is named by the data set's people. */
export const parseRollCalls = (
  bill: JsonObject,
  { people, rollCalls }: LegiscanLookups,
  collector: ValueCollector,
): RollCallDraft[] =>
  readObjects(bill.votes).flatMap((vote, index): RollCallDraft[] => {
    const identifier = readText(vote.roll_call_id);
    const date = parseIsoDay(vote.date);
    const description = readText(vote.desc);
    if (identifier === undefined || date === undefined || description === undefined) {
      collector.leaveOut({
        field: `votes.${index}`,
        reason: 'is left out: a roll call needs roll_call_id, a date such as 2026-01-31 and desc',
        value: [identifier, readText(vote.date), description].filter(Boolean).join(', '),
      });
      return [];
    }
    const detail = rollCalls.get(identifier) ?? {};
    const count = (member: string): number => Number(readText(vote[member]) ?? readText(detail[member]) ?? 0);
    return [
      {
        identifier: `legiscan:${identifier}`,
        description,
        date,
        passed: readText(vote.passed) === '1',
        yea: count('yea'),
        nay: count('nay'),
        notVoting: count('nv'),
        absent: count('absent'),
        ...omitUndefined({
          chamber: parseChamber(vote.chamber),
          sourceUrl:
            collector.acceptLink(`votes.${index}.state_link`, vote.state_link) ??
            collector.acceptLink(`votes.${index}.url`, vote.url),
        }),
        ...(people.size > 0 &&
          Array.isArray(detail.votes) && {
            votes: readObjects(detail.votes).flatMap((cast) => {
              const person = people.get(readText(cast.people_id) ?? '') ?? {};
              const voteType = voteTypes[readText(cast.vote_id) ?? ''] ?? 'nv';
              const [firstName, lastName] = [readText(person.first_name), readText(person.last_name)];
              const name =
                readText(person.name) ?? ([firstName, lastName].filter(Boolean).join(' ') || undefined);
              const externalId = parsePersonId(person);
              if (name === undefined && externalId === undefined) {
                collector.leaveOut({
                  field: `votes.${index}.votes`,
                  reason: 'names a person of whom the data set has no name; the vote is left out',
                  value: readText(cast.people_id) ?? '',
                });
                return [];
              }
              return [
                {
                  voteType,
                  ...omitUndefined({
                    name,
                    firstName,
                    lastName,
                    externalId,
                    seat: parseSeat(person, readText(bill.state) ?? ''),
                  }),
                },
              ];
            }),
          }),
      },
    ];
  });
