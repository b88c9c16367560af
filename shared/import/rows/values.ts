// Reads single values of a row: mail and web addresses, telephone numbers, days, yes and no.
import * as z from 'zod';
import { removeDirectionMarks } from '../../data/direction-marks.ts';
import { emailAddress } from '../../mail-address/email-address.ts';
import { toAsciiDomain } from '../../mail-address/international-address.ts';
import { momentOrLocalTime } from '../../time/moment-schemas.ts';
import type { RowProblem } from './row-source.ts';

/** A value with the heading or member it is from. */
export interface Cell {
  readonly field: string;
  readonly value: string;
}

/** A value that was read, or what is wrong with it. */
export type ParsedValue<T> = { readonly value: T } | { readonly problem: RowProblem };

/** Text or a number as text without spaces around it; an empty one, like anything else, gives nothing. */
export function readText(value: unknown): string | undefined {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text = typeof value === 'string' ? removeDirectionMarks(value).trim() : '';
  return text === '' ? undefined : text;
}

/** Longer than any address with what may stand around it; the patterns would take long for some texts. */
const MAX_EMAIL_CELL = 1000;
const NO_EMAIL = 'is not an email address such as name@example.org';

/** Blanks without a width, which web pages and spreadsheets leave around an address. */
const INVISIBLE_ENDS = /^[\s\u200b\u2060\ufeff]+|[\s\u200b\u2060\ufeff]+$/g;

/** An email address; a stop at its end, as some lists have, is dropped, and its domain written in ASCII. */
export function parseEmail(cell: Cell): ParsedValue<string> {
  if (cell.value.length > MAX_EMAIL_CELL) return invalid(cell, NO_EMAIL);
  const written = cell.value
    .replace(INVISIBLE_ENDS, '')
    .replace(/^mailto:/i, '')
    .replace(/\.$/, '');
  const address = toAsciiDomain(written.trim());
  if (emailAddress.safeParse(address).success) return { value: address };
  return invalid(cell, NO_EMAIL);
}

/** A text on one line: a line break in a cell, like any run of blanks, is one blank. */
export const collapseWhitespace = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Whether the value is the address of a page, as lists have in place of an email address for a contact form. */
export const isWebAddress = (value: string): boolean => /^https?:\/\//i.test(value);

/** A web address with the scheme http or https, its spaces encoded; one without a scheme gets https. */
export function parseWebAddress(cell: Cell): ParsedValue<string> {
  const spelled = /^[\w-]+(\.[\w-]+)+(\/|$)/.test(cell.value) ? `https://${cell.value}` : cell.value;
  const address = spelled.replace(/\s/g, '%20');
  const fine = isWebAddress(address) && address.length <= 2000 && URL.canParse(address);
  return fine
    ? { value: address }
    : invalid(cell, 'is not a web address that begins with https:// or http://');
}

const LINK = z.httpUrl().max(500);

/**
 * The address of a page or a file that a bill or an event links to, checked as an entered one is: http or https, with a
 * host name.
 */
export function parseLink(cell: Cell): ParsedValue<string> {
  const address = cell.value.replace(/\s/g, '%20');
  return LINK.safeParse(address).success
    ? { value: address }
    : invalid(
        cell,
        'is left out: a link must begin with https:// or http:// and have at most 500 characters',
      );
}

/** A telephone number as it is written; it must have at least three digits. */
export function parsePhone(cell: Cell): ParsedValue<string> {
  const digits = cell.value.replace(/\D/g, '').length;
  return digits >= 3 && cell.value.length <= 50
    ? { value: cell.value }
    : invalid(cell, 'is not a telephone number: at least three digits and at most 50 characters');
}

/** A day as YYYY-MM-DD; MM/DD/YYYY, MM-DD-YYYY and a date with a time of day are understood too. */
export function parseDay(cell: Cell): ParsedValue<string> {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ].*)?$/.exec(cell.value);
  const american = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})$/.exec(cell.value);
  const [year, month, day] = iso ? [iso[1], iso[2], iso[3]] : [american?.[3], american?.[1], american?.[2]];
  const spelled = `${year ?? ''}-${(month ?? '').padStart(2, '0')}-${(day ?? '').padStart(2, '0')}`;
  return z.iso.date().safeParse(spelled).success
    ? { value: spelled }
    : invalid(cell, 'is not a day such as 2026-01-31 (or 01/31/2026)');
}

/**
 * A moment in UTC: ISO 8601 with or without a time zone, seconds since 1970, or a day, of which the middle is taken so that it
 * is the same day in every time zone of America.
 */
export function parseMoment(cell: Cell): ParsedValue<string> {
  const seconds = /^\d{9,10}$/.test(cell.value) ? Number(cell.value) : undefined;
  if (seconds !== undefined) return { value: new Date(seconds * 1000).toISOString() };
  const spelled = cell.value.replace(' ', 'T').replace(/ ?(UTC|GMT)$/, 'Z');
  if (momentOrLocalTime.safeParse(spelled).success)
    return { value: new Date(/[Z+]|-\d\d:\d\d$/.test(spelled) ? spelled : `${spelled}Z`).toISOString() };
  const day = parseDay(cell);
  return 'value' in day ? { value: `${day.value}T12:00:00.000Z` } : day;
}

const YES = ['yes', 'y', 'true', '1', 'active', 'current'];
const NO = ['no', 'n', 'false', '0', 'inactive', 'deactivated', 'former'];

/** Whether a record is active: yes, true, 1, active, or their opposites. */
export function parseActive(cell: Cell): ParsedValue<boolean> {
  const word = cell.value.toLowerCase();
  if (YES.includes(word)) return { value: true };
  return NO.includes(word) ? { value: false } : invalid(cell, 'should be active or inactive, or yes or no');
}

/** The problem of a cell, with the first 200 characters of its value. */
function invalid(cell: Cell, reason: string): { readonly problem: RowProblem } {
  const value = cell.value.length > 200 ? `${cell.value.slice(0, 200)}…` : cell.value;
  return { problem: { field: cell.field, reason, value } };
}
