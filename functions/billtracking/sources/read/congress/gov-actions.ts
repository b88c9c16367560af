// Reads the actions and the status of a bill in the shape of the congress.gov API (BillEndpoint.md, actions level).

import type { ValueCollector } from '../../../../../shared/import/rows/value-collector.ts';
import { parseDay, readText } from '../../../../../shared/import/rows/values.ts';
import { type JsonObject, readObjects } from '../../../../../shared/import/tables/json-object.ts';
import { omitUndefined } from '../../../../../shared/values/omit-undefined.ts';
import type { BillAction, Chamber } from '../../../bills/record/bill.ts';
import { isOverridden } from '../../../bills/record/outcome.ts';
import type { NamedCommittee } from '../bill-draft.ts';
import { parseChamber } from './chambers.ts';

/**
 * The kind of an action and the status after it, by the codes of the Library of Congress (congress.gov/help/field-values/action-codes;
 * usgpo/bill-status, BILLSTATUS-XML_User_User-Guide.md, table 3). 29100 has no kind: the number of the law follows it.
 */
const actionCodes: Readonly<Record<string, readonly [classification: string, status: string]>> = {
  1000: ['introduction', 'Introduced'],
  1025: ['introduction', 'Introduced'],
  10000: ['introduction', 'Introduced'],
  5000: ['reported-out-of-committee', 'Reported by Committee'],
  14000: ['reported-out-of-committee', 'Reported by Committee'],
  8000: ['passage', 'Passed House'],
  9000: ['failure', 'Failed in House'],
  17000: ['passage', 'Passed Senate'],
  18000: ['failure', 'Failed in Senate'],
  28000: ['executive-receipt', 'Passed Congress'],
  E20000: ['executive-receipt', 'Passed Congress'],
  29000: ['executive-signature', 'Signed by President'],
  30000: ['executive-veto', 'Vetoed'],
  31000: ['executive-veto', 'Vetoed'],
  32000: ['veto-override-passage', 'Veto Overridden'],
  33000: ['veto-override-failure', 'Veto Sustained'],
  34000: ['veto-override-passage', 'Veto Overridden'],
  35000: ['veto-override-failure', 'Veto Sustained'],
  E40000: ['became-law', 'Enacted'],
  // Public and private laws: signed, unsigned, over a veto, by other means.
  ...Object.fromEntries(
    Array.from({ length: 10 }, (_, index) => [36000 + 1000 * index, ['became-law', 'Enacted'] as const]),
  ),
};

/** What the House writes of the President and the Senate of a veto, with a code that several actions have or without one. */
const actionWords: readonly (readonly [RegExp, readonly [classification: string, status: string]])[] = [
  [/^Signed by President/i, ['executive-signature', 'Signed by President']],
  [/^(Pocket )?Vetoed by President/i, ['executive-veto', 'Vetoed']],
  [/^Became (Public|Private) Law/i, ['became-law', 'Enacted']],
  [/^Passed (House|Senate) over veto/i, ['veto-override-passage', 'Veto Overridden']],
  [/^Failed of passage in (House|Senate) over veto/i, ['veto-override-failure', 'Veto Sustained']],
];

const readKind = (action: JsonObject) =>
  actionWords.find(([words]) => words.test(readText(action.text) ?? ''))?.[1] ??
  actionCodes[readText(action.actionCode) ?? ''];

function classifyAction(action: JsonObject): string | undefined {
  const isReferral =
    readText(action.type) === 'IntroReferral' && /^Referred to/.test(readText(action.text) ?? '');
  return readKind(action)?.[0] ?? (isReferral ? 'referral-committee' : undefined);
}

/**
 * The actions, the earliest first. The API has the latest first; the House and the Library may both report one, of which the one with a kind
 * is taken.
 */
export function parseActions(
  entry: JsonObject,
  committees: readonly NamedCommittee[],
  collector: ValueCollector,
): BillAction[] {
  const found = new Map<string, BillAction>();
  for (const action of readObjects(entry.actions).toReversed()) {
    const value = readText(action.actionDate) ?? '';
    const date = collector.accept(parseDay({ field: 'actions.actionDate', value }));
    const text = readText(action.text);
    if (date !== undefined && text === undefined)
      collector.leaveOut({ field: 'actions.text', reason: 'is missing: an action is left out', value });
    if (date === undefined || text === undefined) continue;
    const before = found.get(`${date} ${text}`);
    const chamber = parseChamber(action, committees);
    const classification = before?.classification ?? classifyAction(action);
    found.set(`${date} ${text}`, {
      ...{ date, text },
      ...omitUndefined({ chamber: before?.chamber ?? chamber, classification }),
    });
  }
  return [...found.values()];
}

/** Resolutions of one chamber, and of both without the President: to be agreed to is all that becomes of them. */
const agreedTo: Readonly<Record<string, readonly string[]>> = {
  HRES: ['Passed House'],
  SRES: ['Passed Senate'],
  HCONRES: ['Passed House', 'Passed Senate'],
  SCONRES: ['Passed House', 'Passed Senate'],
};

/** The status in words, by the law that it became or the latest action that decides it. */
export function deriveStatus(
  entry: JsonObject,
  {
    abbreviation,
    chamber,
    actions,
  }: {
    readonly abbreviation: string;
    readonly chamber: Chamber;
    readonly actions: readonly BillAction[];
  },
): string {
  if (readObjects(entry.laws).length > 0) return 'Enacted';
  const reached = readObjects(entry.actions).flatMap((action) => readKind(action)?.[1] ?? []);
  const passages = agreedTo[abbreviation];
  if (passages?.every((passage) => reached.includes(passage))) return 'Agreed To';
  const [latest = 'Introduced'] = reached;
  return latest === 'Veto Overridden' && !isOverridden(chamber, actions)
    ? 'Veto Overridden in One Chamber'
    : latest;
}
