// Reads deadlines from the calendar of a legislature: a CSV or an iCalendar file (RFC 5545).
import { type KeyDate, keyDates } from '../../../../shared/legislature/event-types.ts';
import { isCalendarDay } from '../../../../shared/time/calendar-day.ts';
import { dayInZone } from '../../../../shared/time/day-in-zone.ts';
import { resolveLocalTime } from '../../../../shared/time/local-time.ts';
import { toIanaZone } from '../../../../shared/time/time-zones.ts';
import type { EventStatus } from '../record/calendar-event.ts';

/** The most of a file: they are written in one transaction. */
export const MAX_DEADLINES = 40;
/** The longest file, in characters. */
export const MAX_FILE_LENGTH = 200_000;

const MAX_TITLE = 500;
const MAX_DESCRIPTION = 2000;

/** A row of the file: a deadline, or why it is none. */
export interface DeadlineRow {
  readonly row: string;
  /** By what it is recognised when it is imported again. */
  readonly key?: string;
  readonly title?: string | undefined;
  readonly date?: string | undefined;
  readonly keyDate?: KeyDate;
  readonly description?: string | undefined;
  readonly status?: EventStatus | undefined;
  readonly problem?: string;
}

const findKeyDate = (text: string): KeyDate | undefined =>
  keyDates.find(
    (name) =>
      name ===
      text
        .trim()
        .toUpperCase()
        .replace(/[\s-]+/g, '_'),
  );

/** What is wrong with a row, if anything is. */
function findProblem({
  title,
  date,
  keyDate,
}: {
  readonly title: string;
  readonly date: string;
  readonly keyDate: string;
}): string | undefined {
  if (title === '') return 'title is missing.';
  if (title.length > MAX_TITLE) return `title must have at most ${MAX_TITLE} characters.`;
  if (!isCalendarDay(date)) return `date must be a day such as 2027-03-10, but was ${JSON.stringify(date)}.`;
  if (keyDate !== '' && findKeyDate(keyDate) === undefined)
    return `keyDate must be one of ${keyDates.join(', ')}, but was ${JSON.stringify(keyDate)}.`;
  return undefined;
}

const toRow = (
  row: string,
  key: string,
  values: {
    readonly title: string;
    readonly date: string;
    readonly keyDate: string;
    readonly description: string;
  },
): DeadlineRow => {
  const { title, date, description } = values;
  const problem = findProblem(values);
  return problem === undefined
    ? {
        ...{ row, key, title, date, keyDate: findKeyDate(values.keyDate) ?? 'DEADLINE' },
        ...(description !== '' && { description: description.slice(0, MAX_DESCRIPTION) }),
      }
    : { row, problem, ...(title !== '' && { title: title.slice(0, MAX_TITLE) }) };
};

const columns = ['date', 'title', 'keydate', 'description', 'id'] as const;

async function readCsv(text: string, timeZone: string): Promise<DeadlineRow[] | string> {
  const [{ parse }, { parseDay }, { detectDelimiter }] = await Promise.all([
    import('csv-parse/sync'),
    import('../../../../shared/import/rows/values.ts'),
    import('../../../../shared/import/tables/table-format.ts'),
  ]);
  let rows: string[][];
  try {
    const delimiter = detectDelimiter(text.trimStart());
    rows = parse(text, {
      ...{ delimiter, bom: true, relax_column_count: true, skip_empty_lines: true, trim: true },
    });
  } catch (error) {
    return `The file is no CSV: ${error instanceof Error ? error.message : 'it cannot be read'}.`;
  }
  const [head = [], ...lines] = rows;
  const places = columns.map((name) =>
    head.findIndex((heading) => heading.toLowerCase().replace(/[^a-z]/g, '') === name),
  );
  if (places[0] === -1 || places[1] === -1)
    return 'The first line of a CSV must have the headings date and title; keyDate, description and id are optional.';
  return lines.map((line, index) => {
    const [written = '', title = '', keyDate = '', description = '', id = ''] = places.map((place) =>
      place === -1 ? '' : (line[place] ?? ''),
    );
    const key = id !== '' ? `id ${id}` : `title ${title.toLowerCase().replace(/\s+/g, ' ')}`;
    const day = parseDay({ field: 'date', value: written });
    const date = dayInZone(written, timeZone) ?? ('value' in day ? day.value : written);
    return toRow(String(index + 2), key, { title, date, keyDate, description });
  });
}

/**
 * The day of a start by the clocks of the legislature (RFC 5545, 3.3.5): a day and a local time name it, a moment in UTC or with
 * another zone is on the day that it is there.
 */
function findDay(start: string, zone: string | undefined, timeZone: string): string {
  const own = zone === undefined ? undefined : toIanaZone(zone);
  const isLocal = own === undefined || !/T\d{2}:\d{2}:\d{2}$/.test(start);
  return dayInZone(isLocal ? start : resolveLocalTime(start, own).instant, timeZone) ?? start.slice(0, 10);
}

async function readCalendar(text: string, timeZone: string): Promise<DeadlineRow[] | string> {
  const { default: ICAL } = await import('ical.js');
  try {
    const calendar = new ICAL.Component(ICAL.parse(text.replace(/^\uFEFF/, '')));
    return calendar.getAllSubcomponents('vevent').map((component) => {
      const event = new ICAL.Event(component);
      const uid = event.uid || `title ${(event.summary ?? '').toLowerCase()}`;
      const title = (event.summary ?? '').trim();
      if (event.isRecurring()) return { row: uid, problem: 'it recurs, which a deadline does not.', title };
      const named = component.getFirstProperty('dtstart')?.getParameter('tzid');
      const zone = typeof named === 'string' ? named : undefined;
      const category = component.getFirstPropertyValue('categories');
      const values = {
        title,
        date: findDay(event.startDate?.toString() ?? '', zone, timeZone),
        keyDate: findKeyDate(String(category ?? '')) ?? '',
        description: (event.description ?? '').trim(),
      };
      const isCancelled = component.getFirstPropertyValue('status') === 'CANCELLED';
      return { ...toRow(uid, `uid ${uid}`, values), ...(isCancelled && { status: 'CANCELLED' as const }) };
    });
  } catch {
    return 'The file begins as an iCalendar file (RFC 5545), but cannot be read as one.';
  }
}

/** The rows of a file, or why it cannot be read. @param timeZone that of the legislature */
export async function readDeadlines(
  text: string,
  timeZone: string,
): Promise<readonly DeadlineRow[] | string> {
  const isCalendar = /^\uFEFF?\s*BEGIN:VCALENDAR/i.test(text);
  const rows = isCalendar ? await readCalendar(text, timeZone) : await readCsv(text, timeZone);
  if (typeof rows === 'string') return rows;
  if (rows.length === 0) return 'The file has no deadline.';
  if (rows.length > MAX_DEADLINES)
    return `The file has ${rows.length} rows; send at most ${MAX_DEADLINES} at a time.`;
  const seen = new Set<string>();
  return rows.map((row) => {
    if (row.key === undefined || !seen.has(row.key)) {
      if (row.key !== undefined) seen.add(row.key);
      return row;
    }
    const { key: _, ...rest } = row;
    return { ...rest, problem: 'the file has it twice; give each an id.' };
  });
}
