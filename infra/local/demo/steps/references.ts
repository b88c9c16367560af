// Reads the demo data's files, and resolves the references in them: `@award:clerk` is an id, `@today-12` a day.
import { readFile } from 'node:fs/promises';
import type * as z from 'zod';
import { recordId } from '../../../../shared/directory/record/record-id.ts';
import { addDays } from '../../../../shared/time/calendar-day.ts';
import { toLocalDate } from '../../../../shared/time/local-date.ts';

const DAY = 86_400_000;
const WEDNESDAY = 3;

/** The demo tenant and the moment of seeding. */
export interface DemoMoment {
  readonly tenantCode: string;
  readonly timeZone: string;
  readonly now: Date;
  /** Whether an earlier start began to seed: people, or an earlier version, may have left the data otherwise. */
  readonly isAgain: boolean;
  /** The day that `@today` stands for; by default that of `now`. */
  readonly today?: string;
  /** The numbers that the tenant gave to its bills and legislative committees, by reference: `bill:HB 1217`. */
  readonly numbers?: ReadonlyMap<string, number>;
}

/** The content of a file of the demo data. @throws when it does not match the schema */
export async function readDemoFile<S extends z.ZodType>(name: string, schema: S): Promise<z.output<S>> {
  return schema.parse(JSON.parse(await readFile(new URL(`../${name}`, import.meta.url), 'utf8')));
}

/** The id of a demo record, the same at every seeding: `award:clerk`, or `settings-audit:@approvalChain:board`. */
export function demoId(tenantCode: string, reference: string): string {
  const [kind = '', ...rest] = reference.split(':');
  const key = rest.join(':');
  return recordId(tenantCode, `${kind}:demo`, key.startsWith('@') ? demoId(tenantCode, key.slice(1)) : key);
}

/**
 * A day such as `today-12` or `wednesday+75+1`, with an optional time of day. `wednesday+75` is the first Wednesday
 * from the 75th day on, so that weekdays are the same whenever the demo is seeded.
 */
function resolveDay(text: string, { timeZone, now, today }: DemoMoment): string | undefined {
  const [, base, days = '0', more = '0', time = ''] =
    /^(today|wednesday)([+-]\d+)?([+-]\d+)?(T[\d:]+)?$/.exec(text) ?? [];
  if (base === undefined) return undefined;
  if (base === 'today') return addDays(today ?? toLocalDate(timeZone, now), Number(days)) + time;
  const from = new Date(now.getTime() + Number(days) * DAY);
  const wait = (WEDNESDAY - from.getUTCDay() + 7) % 7;
  return new Date(from.getTime() + (wait + Number(more)) * DAY).toISOString().slice(0, 10) + time;
}

/** A copy of a value of the demo data with every reference resolved. */
export function resolveReferences<T>(value: T, moment: DemoMoment): T;
export function resolveReferences(value: unknown, moment: DemoMoment): unknown {
  if (typeof value === 'string') {
    if (!value.startsWith('@')) return value;
    const reference = value.slice(1);
    const found = resolveDay(reference, moment) ?? moment.numbers?.get(reference);
    return found ?? demoId(moment.tenantCode, reference);
  }
  if (Array.isArray(value)) return value.map((element) => resolveReferences(element, moment));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, resolveReferences(member, moment)]),
  );
}

/** The values of `{{name}}` in the contracts' examples, with every reference resolved. */
export const resolveValues = (
  values: Readonly<Record<string, string>>,
  moment: DemoMoment,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, String(resolveReferences(value, moment))]),
  );
