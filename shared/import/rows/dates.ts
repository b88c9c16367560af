// Reads days as lists of any country write them. The order of day and month is never guessed: where numbers allow both, it has
// to be said, or to follow from other days of the file (docs/interface/crm.md#days-in-files).
import { isCalendarDay } from '../../time/calendar-day.ts';

/** Which number of a day such as 01/02/2026 is first. */
export const dateOrders = ['day-first', 'month-first'] as const;
export type DateOrder = (typeof dateOrders)[number];

/** What a day in numbers says of the order in its column. */
export type DateForm = DateOrder | 'ambiguous';

/** The fields that are days. */
const DAY_FIELDS: ReadonlySet<string> = new Set([
  ...['startDate', 'endDate', 'activeFrom', 'activeTo'],
  ...['date', 'optOutDate', 'bounceDate', 'consentDate', 'requestDate'],
]);

/** Whether a column of this field has days. */
export const isDayField = (field: string): boolean => DAY_FIELDS.has(field);

/** The beginnings of the names of months, without accents: English, German, French, Spanish, Portuguese, Italian and Dutch. */
const MONTHS: readonly RegExp[] = [
  /^(jan|ene|gen)/,
  /^(feb|fev)/,
  /^(mar|mrz|maart|mrt)/,
  /^(apr|avr|abr)/,
  /^(may|mai|mag|mei)/,
  /^(june?$|juni|juin|giu)/,
  /^(july?$|juli|juil|lug)/,
  /^(aug|aout|ago)/,
  /^(sep|set)/,
  /^(oct|okt|out|ott)/,
  /^nov/,
  /^(dec|dez|dic)/,
];

const TIME = /[T ,]+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*([ap])?\.?(?:m\.?)?$/i;
const NUMBERS = /^(\d{1,4})\s*[/.-]\s*(\d{1,2})\s*[/.-]\s*(\d{1,4})\.?$/;
const DAY_AND_NAME =
  /^(?:\p{L}+\.?,?\s+)?(\d{1,2})(?:st|nd|rd|th|er|\.|º)?[\s\-/]*(?:(?:de|of)\s+)?(\p{L}{3,})\.?[\s\-/,]*(?:(?:de|del)\s+)?'?(\d{4}|\d{2})$/u;
const NAME_AND_DAY =
  /^(?:\p{L}+\.?,\s+)?(\p{L}{3,})\.?[\s\-/]*(\d{1,2})(?:st|nd|rd|th)?[\s\-/,]+'?(\d{4}|\d{2})$/u;

/** A longer text is no day; the patterns would take long for some. */
const MAX_LENGTH = 60;

/** The first year that two digits mean, and 99 after it the last, as spreadsheets read them. */
export const FIRST_SHORT_YEAR = 1930;

function toYear(digits: string): number {
  const number = Number(digits);
  if (digits.length > 2) return number;
  return 1900 + number < FIRST_SHORT_YEAR ? 2000 + number : 1900 + number;
}

function toDay(year: string, month: number, day: number): string | undefined {
  const pad = (number: number, length: number): string => String(number).padStart(length, '0');
  const spelled = `${pad(toYear(year), 4)}-${pad(month, 2)}-${pad(day, 2)}`;
  return isCalendarDay(spelled) ? spelled : undefined;
}

/** The day of a text with the name of a month. */
function readNamed(text: string): string | undefined {
  const folded = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  const [, day, name, year] = DAY_AND_NAME.exec(folded) ?? [];
  const [, first, second, third] = NAME_AND_DAY.exec(folded) ?? [];
  const month = MONTHS.findIndex((names) => names.test(name ?? first ?? '')) + 1;
  return month === 0 ? undefined : toDay(year ?? third ?? '', month, Number(day ?? second));
}

/** The days that numbers can be, by the order. */
function readNumbers(text: string): Partial<Record<DateOrder, string>> {
  const [, a = '', b = '', c = ''] = NUMBERS.exec(text) ?? [];
  if (a === '') return {};
  if (a.length === 4) {
    const day = toDay(a, Number(b), Number(c));
    return day === undefined ? {} : { 'day-first': day, 'month-first': day };
  }
  if (a.length > 2 || c.length === 1 || c.length === 3) return {};
  const [dayFirst, monthFirst] = [toDay(c, Number(b), Number(a)), toDay(c, Number(a), Number(b))];
  return {
    ...(dayFirst !== undefined && { 'day-first': dayFirst }),
    ...(monthFirst !== undefined && { 'month-first': monthFirst }),
  };
}

/** What a text says of the order; undefined for one that is no day in numbers, or is the same day in both orders. */
export function classifyDate(text: string): DateForm | undefined {
  if (text.length > MAX_LENGTH || !/^\d{1,2}\s*[/.-]/.test(text)) return undefined;
  const days = readNumbers(text.replace(TIME, '').trim());
  const [dayFirst, monthFirst] = [days['day-first'], days['month-first']];
  if (dayFirst === monthFirst) return undefined;
  if (dayFirst !== undefined && monthFirst !== undefined) return 'ambiguous';
  return dayFirst === undefined ? 'month-first' : 'day-first';
}

/** The order that all days of some columns together have; undefined where none says it, or they contradict each other. */
export function inferDateOrder(forms: Iterable<DateForm>): DateOrder | undefined {
  const found = new Set(forms);
  const [order, ...others] = dateOrders.filter((each) => found.has(each));
  return others.length === 0 ? order : undefined;
}

/** A day that was read, with the time of day if there is one; or why not. */
export type ReadDate = { readonly value: string } | { readonly reason: string };

const padTime = (hours: number, minutes: string, seconds = '00'): string =>
  ` ${String(hours).padStart(2, '0')}:${minutes}:${seconds}`;

function readTime(text: string): string {
  const [, digits, minutes = '', seconds, half] = TIME.exec(text) ?? [];
  if (digits === undefined) return '';
  const hours = Number(digits);
  if (half === undefined) return padTime(hours, minutes, seconds);
  return padTime((hours % 12) + (half.toLowerCase() === 'p' ? 12 : 0), minutes, seconds);
}

/**
 * A day as `YYYY-MM-DD`, from numbers in this order or with the name of a month; undefined for a text that is left as it is
 * written: one in ISO 8601, or no day at all.
 */
export function readDate(text: string, order: DateOrder | undefined): ReadDate | undefined {
  if (text.length > MAX_LENGTH || /^\d{4}-\d{1,2}-\d{1,2}(?:[T ]|$)/.test(text)) return undefined;
  const written = text.replace(TIME, '').trim();
  const named = readNamed(written);
  const days = readNumbers(written);
  const form = classifyDate(text);
  if (form === 'ambiguous' && order === undefined)
    return {
      reason: `may be ${days['month-first']} or ${days['day-first']}: say which of its numbers is first, day-first or month-first`,
    };
  const day = named ?? (order ? days[order] : (days['month-first'] ?? days['day-first']));
  if (day !== undefined) return { value: `${day}${readTime(text)}` };
  return form === undefined
    ? undefined
    : { reason: `is no day with the ${order === 'day-first' ? 'day' : 'month'} first` };
}
