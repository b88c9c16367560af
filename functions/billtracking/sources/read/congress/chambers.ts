// Finds which chamber of the Congress took an action: GovTrack gives it for votes; for other actions it is in the text.

import { readText } from '../../../../../shared/import/rows/values.ts';
import type { JsonObject } from '../../../../../shared/import/tables/json-object.ts';
import { foldForSort } from '../../../../../shared/lists/fold-for-sort.ts';
import type { Chamber } from '../../../bills/record/bill.ts';
import type { NamedCommittee } from '../bill-draft.ts';

/** GovTrack's letters. */
export const chambers: Readonly<Record<string, Chamber>> = { h: 'lower', s: 'upper' };

const chambersByName: Readonly<Record<string, Chamber>> = { House: 'lower', Senate: 'upper' };

/** Phrases that name the acting chamber, also where the text names both. The first match decides. */
const chamberPhrases: readonly RegExp[] = [
  /^Message on (House|Senate) action (?:sent|received)/,
  /^(?:Referred to|Reported to|Received in) (?:the )?(House|Senate)\b/,
  /\b[Tt]he (House|Senate) (?:proceeded|disagree|agree|insist|recede|instruct|suspend|concur|request)/,
  /\bin (?:the )?(House|Senate)\b/,
];

/** Terms that only one chamber uses. */
const singleChamberPhrases: readonly (readonly [RegExp, Chamber])[] = [
  [/\(Roll no\. \d+\)|\bthe Speaker\b|\bUnion Calendar\b/i, 'lower'],
  [/\bRecord Vote Number\b|\bYea-Nay Vote\b|\bcloture\b/i, 'upper'],
];

function findChamberInText(text: string): Chamber | undefined {
  const own = singleChamberPhrases.find(([words]) => words.test(text))?.[1];
  if (own) return own;
  for (const words of chamberPhrases) {
    const chamber = chambersByName[words.exec(text)?.[1] ?? ''];
    if (chamber) return chamber;
  }
  const all = new Set(text.match(/\b(?:House|Senate)\b/g));
  const [only = ''] = all;
  return all.size === 1 ? chambersByName[only] : undefined;
}

/** "Referred to the Subcommittee on Health.", "Referred to the Committee on Ways and Means, and ...": whose it is. */
function findReferralChamber(text: string, committees: readonly NamedCommittee[]): Chamber | undefined {
  const referred = /^Referred to the (?:Sub)?committee on (?:the )?(.+)/i.exec(text)?.[1];
  if (referred === undefined) return undefined;
  const folded = foldForSort(referred);
  const meant = committees.filter(({ name }) =>
    folded.startsWith(foldForSort(name.replace(/^(?:House|Senate) /, ''))),
  );
  const [chamber, second] = new Set(meant.map((committee) => committee.chamber));
  return second === undefined ? chamber : undefined;
}

/** The chamber of an action; undefined where the source does not give it. */
export function parseChamber(action: JsonObject, committees: readonly NamedCommittee[]): Chamber | undefined {
  const explicit = chambers[readText(action.where) ?? ''];
  if (explicit) return explicit;
  if (['signed', 'vetoed'].includes(readText(action.kind) ?? '')) return 'executive';
  const text = readText(action.text) ?? '';
  return findReferralChamber(text, committees) ?? findChamberInText(text);
}
