// Parses the actions, roll calls and status of a bill of the Congress in GovTrack's format.

import type { ValueCollector } from '../../../../../shared/import/rows/value-collector.ts';
import { readText } from '../../../../../shared/import/rows/values.ts';
import type { JsonObject } from '../../../../../shared/import/tables/json-object.ts';
import { dayInZone } from '../../../../../shared/time/day-in-zone.ts';
import { omitUndefined } from '../../../../../shared/values/omit-undefined.ts';
import type { BillAction } from '../../../bills/record/bill.ts';
import type { NamedCommittee, RollCallDraft } from '../bill-draft.ts';
import { chambers, parseChamber } from './chambers.ts';

/** The clocks of the Congress. */
export const washington = 'America/New_York';

/** A moment as GovTrack writes it: a day, or a time with an offset, whose day is that of Washington. */
function parseMoment(value: unknown): { readonly date: string; readonly at?: string } | undefined {
  const text = readText(value) ?? '';
  if (!/^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}:\d{2}(Z|[+-]\d{2}:\d{2}))?$/.test(text)) return undefined;
  const moment = new Date(text);
  if (Number.isNaN(moment.getTime())) return undefined;
  const date = dayInZone(text, washington);
  if (date === undefined) return undefined;
  return text.length === 10 ? { date } : { date, at: moment.toISOString() };
}

/** The kind of an action in the words of the public data sets. */
function classifyAction(action: JsonObject): string | undefined {
  const kind = readText(action.kind) ?? '';
  const state = readText(action.state) ?? '';
  if (state.startsWith('OVERRIDE_PASS') || state === 'ENACTED:VETO_OVERRIDE') return 'veto-override-passage';
  if (state.startsWith('VETOED:OVERRIDE_FAIL')) return 'veto-override-failure';
  if (kind === 'vote') return readText(action.result) === 'pass' ? 'passage' : 'failure';
  const byKind: Readonly<Record<string, string>> = {
    topresident: 'executive-receipt',
    signed: 'executive-signature',
    vetoed: 'executive-veto',
    enacted: 'became-law',
  };
  const byState: Readonly<Record<string, string>> = {
    INTRODUCED: 'introduction',
    REFERRED: 'referral-committee',
    REPORTED: 'reported-out-of-committee',
  };
  return byKind[kind] ?? byState[state];
}

/** The actions in their order. One without a day or a text is left out and reported. */
export const parseActions = (
  actions: readonly JsonObject[],
  committees: readonly NamedCommittee[],
  collector: ValueCollector,
): BillAction[] =>
  actions.flatMap((action, index): BillAction[] => {
    const moment = parseMoment(action.datetime);
    const text = readText(action.text);
    if (moment === undefined || text === undefined) {
      const field = `actions.${index}.${moment === undefined ? 'datetime' : 'text'}`;
      const reason =
        moment === undefined ? 'is neither a day nor a time; the action is left out' : 'is missing';
      collector.leaveOut({ field, reason, value: readText(action.datetime) ?? '' });
      return [];
    }
    const chamber = parseChamber(action, committees);
    return [{ ...moment, text, ...omitUndefined({ chamber, classification: classifyAction(action) }) }];
  });

/** What was counted: "60 - 39", "97 - 318, 7 Present". */
const voteCount = /\b(\d{1,3}) - (\d{1,3})(?:, (\d{1,3}) Present)?/;

/** A vote on the bill itself: the motion that it turned on. */
function parseMotion(action: JsonObject): 'passage' | 'procedure' {
  return readText(action.kind) === 'vote-aux' ? 'procedure' : 'passage';
}

/** The roll calls with their counts; individual votes are in another file. */
export const parseRollCalls = (actions: readonly JsonObject[], collector: ValueCollector): RollCallDraft[] =>
  actions.flatMap((action, index): RollCallDraft[] => {
    const moment = parseMoment(action.datetime);
    const description = readText(action.text);
    const roll = readText(action.roll);
    const chamber = chambers[readText(action.where) ?? ''];
    const [, yea, nay, present = '0'] = voteCount.exec(description ?? '') ?? [];
    if (!roll) return [];
    if (!moment || !description || !chamber || yea === undefined || nay === undefined) {
      collector.leaveOut({
        field: `actions.${index}.roll`,
        reason:
          'is left out: a roll call needs a datetime, where (h or s) and a text with its counts (60 - 38)',
        value: [roll, description].filter(Boolean).join(', '),
      });
      return [];
    }
    const year = moment.date.slice(0, 4);
    return [
      {
        identifier: `${chamber === 'lower' ? 'h' : 's'}${roll}-${year}`,
        chamber,
        description,
        ...moment,
        motion: parseMotion(action),
        passed: readText(action.result) === 'pass',
        yea: Number(yea),
        nay: Number(nay),
        notVoting: Number(present),
        absent: 0,
      },
    ];
  });

/** GovTrack's states of a bill in words, by their first part and by the whole. */
const statusTexts: Readonly<Record<string, string>> = {
  INTRODUCED: 'Introduced',
  REFERRED: 'Referred to Committee',
  REPORTED: 'Reported by Committee',
  'PASS_OVER:HOUSE': 'Passed House',
  'PASS_OVER:SENATE': 'Passed Senate',
  'PASS_BACK:HOUSE': 'Passed House with Changes',
  'PASS_BACK:SENATE': 'Passed Senate with Changes',
  'PASSED:SIMPLERES': 'Agreed To',
  'PASSED:CONCURRENTRES': 'Agreed To',
  'PASSED:CONSTAMEND': 'Sent to the States',
  'PASSED:BILL': 'Passed Congress',
  'PROV_KILL:VETO': 'Vetoed',
  'PROV_KILL:SUSPENSIONFAILED': 'Failed under Suspension',
  'PROV_KILL:CLOTUREFAILED': 'Failed Cloture',
  'VETOED:POCKET': 'Vetoed',
  VETOED: 'Vetoed',
  OVERRIDE_PASS_OVER: 'Veto Overridden in One Chamber',
  ENACTED: 'Enacted',
  FAIL: 'Failed',
};

/** The status of a bill in words; an unknown state is shown as the source writes it. */
export const describeStatus = (state: string = 'INTRODUCED'): string =>
  statusTexts[state] ?? statusTexts[state.split(':')[0] ?? ''] ?? state;
