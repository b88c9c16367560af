// Fills the fields of a template: {{className}} becomes the class, a day or an hour is written in words.
import {
  type FieldFormat,
  type MergeFieldName,
  mergeFields,
  type NotificationValues,
} from './merge-fields.ts';

/** How values are written where a tenant is at home. */
export interface FormatSettings {
  /** IANA name. */
  readonly timeZone: string;
  /** ISO 4217. */
  readonly currency: string;
}

const placeholder = /\{\{\s*([^{}]*?)\s*\}\}/g;

/** The names of the fields that a text asks for, each once, in their order. */
export const extractFields = (text: string): string[] => [
  ...new Set([...text.matchAll(placeholder)].map(([, name = '']) => name)),
];

const isField = (name: string): name is MergeFieldName => Object.hasOwn(mergeFields, name);

const formatDay = (value: string): string =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(`${value.slice(0, 10)}T00:00:00Z`),
  );

/**
 * An instant as clocks show it in a time zone.
 * @example momentInWords('2027-03-01T17:00:00.000Z', 'America/Los_Angeles') // 'Monday, March 1, 2027 at 9:00 AM PST'
 */
export const formatMoment = (value: string, timeZone: string): string => {
  const at = new Date(value);
  const date = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone }).format(at);
  const time = new Intl.DateTimeFormat('en-US', {
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone,
  }).format(at);
  return `${date} at ${time}`.replaceAll('\u202f', ' ');
};

const formatValue = (format: FieldFormat, value: string | number, place: FormatSettings): string => {
  // What is no date is shown as it came rather than keeping the whole notice from being told.
  if ((format === 'day' || format === 'moment') && Number.isNaN(Date.parse(String(value))))
    return String(value);
  if (format === 'day') return formatDay(String(value));
  if (format === 'moment') return formatMoment(String(value), place.timeZone);
  if (format === 'money')
    return new Intl.NumberFormat('en-US', { style: 'currency', currency: place.currency }).format(
      Number(value),
    );
  return typeof value === 'number' ? new Intl.NumberFormat('en-US').format(value) : value;
};

/** A field's value in words; undefined when it is not known, or when an amount is nothing. */
function formatField(name: string, values: NotificationValues, place: FormatSettings): string | undefined {
  if (!isField(name)) return undefined;
  const value = values[name];
  const { format } = mergeFields[name];
  if (value === undefined || value === '' || (format === 'money' && value === 0)) return undefined;
  return formatValue(format, value, { ...place, timeZone: values.timeZone ?? place.timeZone });
}

/** A text of one line, filled; what is not known leaves no gap. */
export const mergeLine = (line: string, values: NotificationValues, place: FormatSettings): string =>
  line
    .replace(placeholder, (_, name: string) => formatField(name, values, place) ?? '')
    // A value from outside must not begin a second line: a subject has one (RFC 5322 2.2).
    .replace(/\s+/g, ' ')
    .trim();

/** A text, filled. A line that names something which is not known is left out. */
export const mergeText = (text: string, values: NotificationValues, place: FormatSettings): string =>
  text
    .split(/\r?\n/)
    .filter((line) => extractFields(line).every((name) => formatField(name, values, place) !== undefined))
    .map((line) => line.replace(placeholder, (_, name: string) => formatField(name, values, place) ?? ''))
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
    .concat('\n');
