// Recognises one session under the different names that sources give it: `2025_26`, `20252026`, `2025-2026 Regular
// Session`, or only the years that it covers.
import { foldForSort } from '../../lists/fold-for-sort.ts';
import { stateByAbbreviation } from '../states.ts';
import { matchesSessionName, type SessionContent } from './session.ts';

/** First and last year, both inclusive. */
type Years = readonly [first: number, last: number];

/** What the identifier, name, years and dates of a session say about it. */
interface SessionTraits {
  readonly isSpecial: boolean;
  /** Of the special sessions of the same years; 1 when the source does not number it. */
  readonly ordinal: number;
  /** What a special session is that is not numbered with the others: of one chamber, or to organize; in lower case. */
  readonly purpose?: string | undefined;
  /** The month that a special session is named for, in lower case. */
  readonly month?: string | undefined;
  readonly years?: Years | undefined;
  /** The number of the legislature or Congress: 89 of "89th Legislature". */
  readonly legislature?: number | undefined;
}

const ordinalWords = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth'];
const romanNumerals = ['I', 'II', 'III', 'IV', 'V'];
const specialWords = '(?:special|called|extraordinary)';

const texas = stateByAbbreviation('TX')?.id;
/** The Texas Legislature meets in odd years; its first met in 1846, the 89th in 2025. */
const texasYear = (legislature: number): number => 1847 + 2 * legislature;
/** The Congress sits for two years from each odd one; its first did from 1789. */
const congressYear = (congress: number): number => 1787 + 2 * congress;

/** `89R` and `89` are the regular session of the 89th Texas Legislature, `892` its second called session. */
function parseTexasIdentifier(identifier: string): SessionTraits | undefined {
  const [, number, called] = /^(\d{2})(R|[1-9])?$/i.exec(identifier) ?? [];
  if (number === undefined) return undefined;
  const year = texasYear(Number(number));
  const isSpecial = called !== undefined && /\d/.test(called);
  return {
    isSpecial,
    ordinal: isSpecial ? Number(called) : 1,
    years: [year, isSpecial ? year + 1 : year],
    legislature: Number(number),
  };
}

/** `2025-2026`, `2025_26` and `20252026` are two years, `2025R1` is one. */
function parseYears(text: string): Years | undefined {
  for (const [, first = '', second = ''] of text.matchAll(
    /(?<!\d)((?:19|20)\d{2})[-_/–]?((?:19|20)?\d{2})(?!\d)/g,
  )) {
    const last = second.length === 2 ? Number(first.slice(0, 2) + second) : Number(second);
    if (last === Number(first) || last === Number(first) + 1) return [Number(first), last];
  }
  const year = /(?<!\d)(?:19|20)\d{2}(?!\d)/.exec(text)?.[0];
  return year === undefined ? undefined : [Number(year), Number(year)];
}

function parseOrdinal(text: string): number | undefined {
  const word = new RegExp(`(${ordinalWords.join('|')})\\s+${specialWords}`, 'i').exec(text)?.[1];
  if (word !== undefined) return ordinalWords.indexOf(word.toLowerCase()) + 1;
  const number =
    new RegExp(`(\\d+)(?:st|nd|rd|th)\\s+${specialWords}`, 'i').exec(text)?.[1] ??
    new RegExp(`${specialWords}(?:\\s+session)?\\s*#?(\\d{1,2})(?!\\d)`, 'i').exec(text)?.[1] ??
    /\d(?:ss|s|x|e)(\d{1,2})$/i.exec(text)?.[1];
  if (number !== undefined) return Number(number);
  // Virginia: `2021 Special II`.
  const roman = /\bSpecial (?:Session )?(I{1,3}|IV|V)\b/.exec(text)?.[1];
  if (roman !== undefined) return romanNumerals.indexOf(roman) + 1;
  // Florida: `2025 Special Session C` is the third one.
  const letter = /\bSpecial Session ([A-H])\b/.exec(text)?.[1];
  return letter === undefined ? undefined : letter.charCodeAt(0) - 64;
}

const months = 'january|february|march|april|may|june|july|august|september|october|november|december';

/** Utah had a `1st House Extraordinary Session` next to the first special one, Florida a `2010 Organization Session`. */
const parsePurpose = (text: string): string | undefined =>
  (
    new RegExp(`\\b(house|senate)\\s+${specialWords}`, 'i').exec(text)?.[1] ??
    /\b(organization)(?:al)?\b/i.exec(text)?.[1]
  )?.toLowerCase();

/** Wisconsin: `September 2023 Special Session`. */
const parseMonth = (text: string): string | undefined =>
  new RegExp(`\\b(${months})\\s+(?:19|20)\\d{2}\\b`, 'i').exec(text)?.[1]?.toLowerCase();

const parseLegislature = (text: string): number | undefined => {
  const number =
    /^\d{2,3}$/.exec(text)?.[0] ??
    /(\d{1,3})(?:st|nd|rd|th)\s+(?:legislature|general assembly|legislative assembly|congress)/i.exec(
      text,
    )?.[1];
  return number === undefined ? undefined : Number(number);
};

/** Whether a name of a session says that it is a special one. */
export const namesSpecialSession = (text: string): boolean =>
  new RegExp(specialWords, 'i').test(text) || /\d(?:ss|s|x|e)\d{1,2}$/i.test(text);

function readTraits(session: SessionContent): SessionTraits {
  const { stateId, identifier, name, classification, startYear, endYear, startDate, endDate } = session;
  const inTexas = stateId === texas ? parseTexasIdentifier(identifier) : undefined;
  const texts = [identifier, name];
  const read = <T>(parse: (text: string) => T | undefined): T | undefined => parse(identifier) ?? parse(name);
  const legislature = inTexas?.legislature ?? read(parseLegislature);
  const toldYears: Years | undefined =
    startYear === undefined ? undefined : [startYear, Math.max(startYear, endYear ?? startYear)];
  const congressYears: Years | undefined =
    stateId === 0 && legislature !== undefined
      ? [congressYear(legislature), congressYear(legislature) + 1]
      : undefined;
  const datedYears: Years | undefined =
    startDate === undefined
      ? undefined
      : [Number(startDate.slice(0, 4)), Number((endDate ?? startDate).slice(0, 4))];
  return {
    isSpecial: inTexas?.isSpecial ?? (classification === 'special' || texts.some(namesSpecialSession)),
    ordinal: inTexas?.ordinal ?? read(parseOrdinal) ?? 1,
    purpose: read(parsePurpose),
    month: read(parseMonth),
    years: congressYears ?? toldYears ?? inTexas?.years ?? read(parseYears) ?? datedYears,
    legislature,
  };
}

/** The first and last year of a session, as its source, its name or its days say. */
export const readSessionYears = (session: SessionContent): Years | undefined => readTraits(session).years;

/** Why two names are taken to be of one session. */
export const variantReasons = [
  'same-name',
  'same-years',
  'same-first-year',
  'years-within',
  'same-legislature',
] as const;
export type VariantReason = (typeof variantReasons)[number];

interface Rule {
  readonly reason: VariantReason;
  readonly fits: (a: SessionTraits, b: SessionTraits) => boolean;
}

/** When two traits may be of one session; the earlier the rule, the surer it is. */
const rules: readonly Rule[] = [
  {
    reason: 'same-years',
    fits: ({ years: a }, { years: b }) =>
      a !== undefined && b !== undefined && a[0] === b[0] && a[1] === b[1],
  },
  {
    reason: 'same-first-year',
    fits: ({ years: a }, { years: b }) => a !== undefined && b !== undefined && a[0] === b[0],
  },
  {
    reason: 'years-within',
    fits: ({ years: a }, { years: b }) =>
      a !== undefined &&
      b !== undefined &&
      ((a[0] <= b[0] && b[1] <= a[1]) || (b[0] <= a[0] && a[1] <= b[1])),
  },
  {
    reason: 'same-legislature',
    fits: ({ legislature, years: a }, { legislature: other, years: b }) =>
      legislature !== undefined && legislature === other && (a === undefined || b === undefined),
  },
];

/** Whether both are regular sessions, or special ones of the same number, as far as they say. */
const isSameKind = (a: SessionTraits, b: SessionTraits): boolean =>
  a.isSpecial === b.isSpecial &&
  (!a.isSpecial ||
    (a.ordinal === b.ordinal &&
      a.purpose === b.purpose &&
      (a.month === undefined || b.month === undefined || a.month === b.month))) &&
  (a.legislature === undefined || b.legislature === undefined || a.legislature === b.legislature);

/** Two sessions that may be one, and why. */
export interface SessionPair<T> {
  readonly pair: readonly [T, T];
  readonly reason: VariantReason;
}

/** The pairs of sessions that may be one, as an import would take them for one. */
export function findVariantPairs<T extends SessionContent>(sessions: readonly T[]): SessionPair<T>[] {
  const read = sessions.map((session) => ({ session, traits: readTraits(session) }));
  return read.flatMap(({ session, traits }, index) =>
    read.slice(index + 1).flatMap((other): SessionPair<T>[] => {
      if (other.session.stateId !== session.stateId) return [];
      const reason = matchesSessionName(session, other.session.name)
        ? 'same-name'
        : isSameKind(traits, other.traits)
          ? rules.find(({ fits }) => fits(traits, other.traits))?.reason
          : undefined;
      return reason === undefined ? [] : [{ pair: [session, other.session], reason }];
    }),
  );
}

/**
 * The session that a source means: the one with its identifier or name, otherwise the only one of the same kind whose
 * years are the same, begin the same, or contain or are contained in those of the source. Undefined when none or several
 * fit.
 */
export function findVariant<T extends SessionContent>(
  sessions: readonly T[],
  incoming: SessionContent,
): T | undefined {
  const ofState = sessions.filter(({ stateId }) => stateId === incoming.stateId);
  const identifier = foldForSort(incoming.identifier);
  const same = ofState.find((session) => foldForSort(session.identifier) === identifier);
  if (same) return same;
  const [named, another] = ofState.filter((session) => matchesSessionName(session, incoming.name));
  if (named && !another) return named;
  const traits = readTraits(incoming);
  const candidates = ofState
    .map((session) => ({ session, traits: readTraits(session) }))
    .filter((candidate) => isSameKind(candidate.traits, traits));
  for (const { fits } of rules) {
    const found = candidates.filter((candidate) => fits(traits, candidate.traits));
    if (found.length > 0) return found.length === 1 ? found[0]?.session : undefined;
  }
  return undefined;
}
