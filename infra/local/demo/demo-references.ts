// Resolves the references in the demo data: `@award:clerk` is an id, `@today-12` a day relative to the day of seeding.
import { toLocalDate } from '../../../shared/directory/local-date.ts';
import { recordId } from '../../../shared/directory/record-id.ts';
import { addDays } from '../../../shared/time/calendar-day.ts';

const DAY = 86_400_000;
const WEDNESDAY = 3;

/** The demo tenant and the moment of seeding. */
export interface DemoMoment {
  readonly tenantCode: string;
  readonly timeZone: string;
  readonly now: Date;
}

/** The id of a demo record, the same at every seeding: `award:clerk`, or `settings-audit:@approvalChain:board`. */
export function demoId(tenantCode: string, reference: string): string {
  const [kind = '', ...rest] = reference.split(':');
  const key = rest.join(':');
  return recordId(tenantCode, `${kind}:demo`, key.startsWith('@') ? demoId(tenantCode, key.slice(1)) : key);
}

/**
 * A day such as `today-12` or `wednesday+75+1`, with an optional time of day. `wednesday+75` is the first Wednesday from
 * the 75th day on, so that weekdays are the same whenever the demo is seeded.
 */
function resolveDay(text: string, { timeZone, now }: DemoMoment): string | undefined {
  const [, base, days = '0', more = '0', time = ''] =
    /^(today|wednesday)([+-]\d+)?([+-]\d+)?(T[\d:]+)?$/.exec(text) ?? [];
  if (base === undefined) return undefined;
  if (base === 'today') return addDays(toLocalDate(timeZone, now), Number(days)) + time;
  const from = new Date(now.getTime() + Number(days) * DAY);
  const wait = (WEDNESDAY - from.getUTCDay() + 7) % 7;
  return new Date(from.getTime() + (wait + Number(more)) * DAY).toISOString().slice(0, 10) + time;
}

/** A copy of a value of the demo data with every reference resolved. */
export function resolveReferences(value: unknown, moment: DemoMoment): unknown {
  if (typeof value === 'string') {
    if (!value.startsWith('@')) return value;
    return resolveDay(value.slice(1), moment) ?? demoId(moment.tenantCode, value.slice(1));
  }
  if (Array.isArray(value)) return value.map((one) => resolveReferences(one, moment));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, resolveReferences(one, moment)]),
  );
}
