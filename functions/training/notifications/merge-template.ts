// Fills in the fields of a template: {{className}} becomes the name of the class; days and times are formatted.

import { extractFields, fillFields, toSingleLine } from '../../../shared/mail/template-fields.ts';
import { formatAmount } from '../../../shared/money/currency.ts';
import { dayInZone } from '../../../shared/time/day-in-zone.ts';
import { formatMoment } from '../time/format-moment.ts';
import {
  type FieldFormat,
  type MergeFieldName,
  mergeFields,
  type NotificationValues,
} from './merge-fields.ts';

/** The tenant's settings for formatting. */
export interface FormatSettings {
  /** IANA name. */
  readonly timeZone: string;
  /** ISO 4217. */
  readonly currency: string;
}

const isField = (name: string): name is MergeFieldName => Object.hasOwn(mergeFields, name);

const formatDay = (day: string): string =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  );

const formatValue = (format: FieldFormat, value: string | number, place: FormatSettings): string => {
  if (format === 'day' || format === 'moment') {
    // An invalid date is inserted as it is, so that it does not prevent the delivery of the message.
    const day = dayInZone(String(value), place.timeZone);
    if (day === undefined) return String(value);
    return format === 'day' ? formatDay(day) : formatMoment(String(value), place.timeZone);
  }
  if (format === 'money') return formatAmount(Number(value), place.currency, 'symbol');
  return typeof value === 'number' ? new Intl.NumberFormat('en-US').format(value) : value;
};

/** Formats a field's value; undefined when it is unknown, or an amount of zero. */
function formatField(name: string, values: NotificationValues, place: FormatSettings): string | undefined {
  if (!isField(name)) return undefined;
  const value = values[name];
  const { format } = mergeFields[name];
  if (value === undefined || value === '' || (format === 'money' && value === 0)) return undefined;
  return formatValue(format, value, { ...place, timeZone: values.timeZone ?? place.timeZone });
}

/** Fills in a text of one line. Fields without a value leave no gap. */
export const mergeLine = (line: string, values: NotificationValues, place: FormatSettings): string =>
  toSingleLine(fillFields(line, (name) => formatField(name, values, place)));

/** Fills in a text. Lines with a field that has no value are left out. */
export const mergeText = (text: string, values: NotificationValues, place: FormatSettings): string =>
  text
    .split(/\r?\n/)
    .filter((line) => extractFields(line).every((name) => formatField(name, values, place) !== undefined))
    .map((line) => fillFields(line, (name) => formatField(name, values, place)))
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
    .concat('\n');
