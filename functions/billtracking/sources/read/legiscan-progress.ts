// Reads how far a bill of LegiScan has come (API User Manual, "Status / Progress"). `status` knows the codes 0 to 6 only: an override
// (7) and a chaptered law (8) stand in `progress` alone, so that outcome and status follow `progress`.

import { readText } from '../../../../shared/import/rows/values.ts';
import { type JsonObject, readObjects } from '../../../../shared/import/tables/json-object.ts';
import type { BillAction } from '../../bills/record/bill.ts';
import { parseIsoDay } from './legiscan-votes.ts';

/** What a bill reached, and when. */
interface ProgressEvent {
  readonly code: number;
  readonly date: string;
}

const [PREFILED, ENGROSSED, ENROLLED, PASSED, VETOED, FAILED, OVERRIDE, CHAPTERED] = [0, 2, 3, 4, 5, 6, 7, 8];

/** The statuses, by code. */
const statuses: readonly string[] = [
  ...['Prefiled', 'Introduced', 'Engrossed', 'Enrolled', 'Passed', 'Vetoed', 'Failed', 'Veto Overridden'],
  ...['Chaptered', 'Referred to Committee', 'Reported Favorably', 'Reported Unfavorably', 'Draft'],
];

/** How each event classifies the action that led to it, and the words by which that action is found among those of its day. */
const kinds: readonly (readonly [classification: string, words: RegExp])[] = [
  ['filing', /pre-?filed/i],
  ['introduction', /introduced|first (time|reading)|read 1st|prefile released/i],
  ['passage', /pass|adopt|engross|transmit|third (time|reading)/i],
  ['enrolled', /enroll|governor|mayor|president|pass|concur/i],
  ['became-law', /\bact\b|chapter|\blaw\b|signed|approved|adopted|effective|secretary of state/i],
  ['executive-veto', /veto|disapprov|without approval/i],
  ['failure', /fail|defeat|\bdied?\b|dead|reject|withdrawn|tabled|postpone|killed|inexpedient|adjourn/i],
  ['veto-override-passage', /overrid|notwithstanding|over the/i],
  ['became-law', /\bact\b|chapter|\blaw\b|^c \d+ l \d+|signed|approved|secretary of state/i],
  ['referral-committee', /referr|commit/i],
  ['committee-passage-favorable', /report|do pass|recommend|rpt|favorabl/i],
  ['committee-passage-unfavorable', /report|do not pass|unfavorabl|adverse|rpt/i],
  ['filing', /draft|filed/i],
];

/** What only the words of an action say: the governor's part of a veto, a bill that let its time run out, a bill taken back. */
const wordings: readonly (readonly [RegExp, string])[] = [
  [/\b(line[- ]item|partial(ly)?) veto|\bvetoed in part\b/i, 'executive-veto-line-item'],
  [/\bpocket[- ]veto/i, 'executive-veto'],
  [
    /\b(veto|objections?) (was )?(not overridden|sustained)|\b(override|overriding)\b.*\b(fail|lost|not adopted)|\bfail\w* to override/i,
    'veto-override-failure',
  ],
  [/^(approved|signed) by (the )?(governor|mayor|president(?! of))|^governor signed/i, 'executive-signature'],
  [
    /^(bill |measure |resolution )?withdrawn( by (the )?(sponsor|author|patron|introducer)s?)?\.?$|\bwithdrawn (from further consideration|prior to introduction)/i,
    'withdrawal',
  ],
];

const wordOf = (text: string): string | undefined => wordings.find(([words]) => words.test(text))?.[1];

/** An action, and how important LegiScan calls it. */
type Step = BillAction & { readonly importance: number };

/** The events by day; the present status is one of them where the list does not have it. */
export function listProgress(bill: JsonObject): readonly ProgressEvent[] {
  const read = (code: unknown, day: unknown): ProgressEvent[] => {
    const [number, date] = [Number(readText(code) ?? Number.NaN), parseIsoDay(day)];
    return date !== undefined && statuses[number] !== undefined ? [{ code: number, date }] : [];
  };
  const listed = readObjects(bill.progress).flatMap(({ event, date }) => read(event, date));
  const last = readObjects(bill.history).at(-1);
  const present = read(bill.status, bill.status_date ?? last?.date).filter(
    ({ code }) => code !== PREFILED && !listed.some((event) => event.code === code),
  );
  return [...listed, ...present].toSorted((a, b) => a.date.localeCompare(b.date));
}

const codeOf = (bill: JsonObject): number => Number(readText(bill.status) ?? 0);

/** Whether the other chamber sustained a veto that one had overridden: a failure after the override, or its words. */
function isSustained(events: readonly ProgressEvent[], steps: readonly Step[]): boolean {
  const override = events.findLast(({ code }) => code === OVERRIDE)?.date;
  return (
    override !== undefined &&
    !events.some(({ code, date }) => code === CHAPTERED && date >= override) &&
    (events.some(({ code, date }) => code === FAILED && date >= override) ||
      steps.some(({ date, text }) => date >= override && wordOf(text) === 'veto-override-failure'))
  );
}

/**
 * The code of what became of a bill, or of how far it has come. A law counts from the day of the last veto on: the veto was of a
 * part of it, or was overridden. A bill that failed and left a chamber afterwards is alive again.
 */
function findState(bill: JsonObject, events: readonly ProgressEvent[], steps: readonly Step[]): number {
  if (isSustained(events, steps)) return VETOED;
  const veto = events.findLast(({ code }) => code === VETOED)?.date ?? '';
  const law = [CHAPTERED, OVERRIDE].find((wanted) =>
    events.some(({ code, date }) => code === wanted && date >= veto),
  );
  if (law !== undefined) return law;
  const decisive = events.filter(({ code }) => code === PASSED || code === VETOED || code === FAILED);
  const last = decisive.at(-1);
  const isRevived = (after: string): boolean =>
    [ENGROSSED, ENROLLED].some(
      (code) => code === codeOf(bill) && events.some((event) => event.code === code && event.date >= after),
    );
  if (last === undefined || (last.code === FAILED && isRevived(last.date))) return codeOf(bill);
  const same = decisive.find(({ code, date }) => date === last.date && code === codeOf(bill));
  return (same ?? last).code;
}

/** The status in words. A resolution is adopted: no executive signs it. */
export function deriveLegiscanStatus(
  bill: JsonObject,
  events: readonly ProgressEvent[],
  { isLaw, steps }: { readonly isLaw: boolean; readonly steps: readonly Step[] },
): string {
  const state = findState(bill, events, steps);
  return state === PASSED && !isLaw ? 'Adopted' : (statuses[state] ?? 'Introduced');
}

/**
 * The action that led to an event: one of its day with its words, before all one that LegiScan calls important; of the bill's own
 * chamber where it passed that.
 */
function findStep(
  event: ProgressEvent,
  steps: readonly Step[],
  body: BillAction['chamber'],
): Step | undefined {
  const ofDay = steps.filter(({ date }) => date === event.date);
  const named = ofDay.filter(({ text }) => kinds[event.code]?.[1].test(text));
  const own = event.code === ENGROSSED ? named.filter(({ chamber }) => (chamber ?? body) === body) : named;
  const isImportant = ({ importance }: Step): boolean => importance > 0;
  return (
    own.findLast(isImportant) ?? own.at(-1) ?? named.at(-1) ?? ofDay.findLast(isImportant) ?? ofDay.at(-1)
  );
}

/** The most telling classification is the one of the latest stage. */
const classify = (found: readonly string[]): Pick<BillAction, 'classification' | 'classifications'> => {
  const all = [...new Set(found)];
  const classification = all.at(-1);
  return {
    ...(classification !== undefined && { classification }),
    ...(all.length > 1 && { classifications: all }),
  };
};

/**
 * The actions with what LegiScan says that they led to. An event of a day without an action is an action itself, with the name of
 * the event, when it decides or the bill passed its chamber.
 */
export function classifySteps(
  steps: readonly Step[],
  events: readonly ProgressEvent[],
  { body, isLaw }: { readonly body: BillAction['chamber']; readonly isLaw: boolean },
): BillAction[] {
  const override = events.findLast(({ code }) => code === OVERRIDE);
  const isLost = isSustained(events, steps);
  // LegiScan names the override of the whole legislature, whichever chamber its action was taken in.
  const findKinds = ({ code, date }: ProgressEvent): readonly string[] => {
    const own = kinds[code]?.[0] ?? '';
    if (code === PASSED && !isLaw) return ['passage'];
    if (code === FAILED && override !== undefined && date >= override.date) return ['veto-override-failure'];
    return code === OVERRIDE && !isLost ? [own, 'became-law'] : [own];
  };
  const found = new Map<Step, string[]>();
  const added: BillAction[] = [];
  for (const event of events) {
    const step = findStep(event, steps, body);
    const isDecisive = event.code === ENGROSSED || (event.code >= PASSED && event.code <= CHAPTERED);
    const named = findKinds(event);
    if (step) found.set(step, [...(found.get(step) ?? []), ...named]);
    else if (isDecisive)
      added.push({ date: event.date, text: statuses[event.code] ?? '', ...classify(named) });
  }
  const classified = steps.map((step): BillAction => {
    const { importance: _, ...action } = step;
    const worded = wordOf(action.text);
    const progress = (found.get(step) ?? []).filter(
      (kind) =>
        !(worded === 'executive-veto-line-item' && kind === 'executive-veto') &&
        !(worded === 'withdrawal' && kind === 'failure') &&
        !(worded === 'veto-override-failure' && kind === 'failure'),
    );
    return { ...action, ...classify([...(worded === undefined ? [] : [worded]), ...progress]) };
  });
  return [...classified, ...added]
    .map((action, index) => ({ action, index }))
    .toSorted((a, b) => a.action.date.localeCompare(b.action.date) || a.index - b.index)
    .map(({ action }) => action);
}
