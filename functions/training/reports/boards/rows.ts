// Reads the credits of a period as rows for a board: those that count, then those that were reported and voided since.
import type { TenantStore } from '../../../../shared/data/store.ts';
import { toLocalDate } from '../../../../shared/time/local-date.ts';
import type { ClassItem } from '../../classes/record/class.ts';
import { classesById } from '../../classes/record/store.ts';
import type { CourseItem } from '../../courses/course.ts';
import { coursesById } from '../../courses/store.ts';
import type { LicenseItem } from '../../people/licenses/license.ts';
import { licensesByBoard } from '../../people/licenses/store.ts';
import {
  type CreditItem,
  creditKey,
  creditPointerKey,
} from '../../records/training-record/training-record.ts';
import { isWithin, type Period, type PeriodInput, resolvePeriod } from '../definition/period.ts';
import type { Batch, Marking, ReadPosition, ReportContext, ReportScope, Row } from '../definition/report.ts';
import { type CreditScope, loadCreditScope, readCredits } from '../sources/credits.ts';
import { listName, loadPeople } from '../sources/people.ts';
import { type BoardDecision, type BoardMark, type BoardState, decideCredit } from './decide.ts';
import { beginMarking, buildMarks, loadMarks } from './marks.ts';

/** The parameters of every report for a board. */
export interface BoardInput extends PeriodInput {
  readonly board: string;
  readonly jurisdiction?: string | null | undefined;
  readonly include?: 'Changes' | 'All' | null | undefined;
  readonly mark?: boolean | null | undefined;
}

/** What is known before credits are read: licenses by person, marks, and how much there is to read. */
export interface BoardScope extends ReportScope, CreditScope {
  readonly licenses: ReadonlyMap<string, readonly LicenseItem[]>;
  /** Those of other states too, by id. */
  readonly allLicenses: ReadonlyMap<string, LicenseItem>;
  readonly jurisdiction: string | undefined;
  readonly marks: ReadonlyMap<string, BoardMark>;
  /** Marks of the period, whose credits may have been voided since. */
  readonly marked: readonly BoardMark[];
  readonly period: Period | undefined;
}

/** Credits for a board, with the records that they name. */
export interface BoardEntry extends BoardDecision {
  readonly credit: CreditItem;
  readonly personName: string;
  readonly course: CourseItem | undefined;
  readonly attendedClass: ClassItem | undefined;
}

/** How many marked credits are read at once. */
const marksPerBatch = 100;

/** Loads the licenses of the board, its marks, and the size of the period. */
export async function loadBoardScope(
  { board, jurisdiction, ...range }: BoardInput,
  { tenant, settings, asOf }: ReportContext,
): Promise<BoardScope> {
  const period = resolvePeriod(range, settings, asOf);
  const [licenses, marks, ahead] = await Promise.all([
    tenant.queryAll(licensesByBoard(tenant, board)),
    loadMarks(tenant, board),
    loadCreditScope(tenant, { period }),
  ]);
  const ofState = licenses.filter((license) => !jurisdiction || license.jurisdiction === jurisdiction);
  const marked = [...marks.values()].filter(
    ({ day, fingerprint }) => fingerprint !== '' && isWithin(day, period),
  );
  return {
    ...ahead,
    size: ahead.size + Math.ceil(marked.length / marksPerBatch),
    subject: jurisdiction ? `${board}, ${jurisdiction}` : board,
    jurisdiction: jurisdiction || undefined,
    allLicenses: new Map(licenses.map((license) => [license.id, license])),
    period,
    licenses: Map.groupBy(ofState, ({ personId }) => personId),
    marks,
    marked,
  };
}

/** Adds the records that credits name: a round trip per hundred of each. */
async function nameRecords(
  tenant: TenantStore,
  decided: readonly (BoardDecision & { readonly credit: CreditItem })[],
): Promise<BoardEntry[]> {
  const unique = (ids: readonly (string | undefined)[]) => [...new Set(ids.filter((id) => id !== undefined))];
  const credits = decided.map(({ credit }) => credit);
  const [people, courses, classes] = await Promise.all([
    loadPeople(tenant, unique(credits.map(({ personId }) => personId))),
    coursesById(tenant, unique(credits.map(({ courseId }) => courseId))),
    classesById(tenant, unique(credits.map(({ classId }) => classId))),
  ]);
  return decided.map((decision) => {
    const { personId, courseId, classId } = decision.credit;
    const person = people.get(personId);
    return {
      ...decision,
      personName: person ? listName(person) : 'No longer in the directory',
      course: courses.find(({ id }) => id === courseId),
      attendedClass: classes.find(({ id }) => id === classId),
    };
  });
}

/** Those of marked credits that were voided since. */
async function readVoided(
  tenant: TenantStore,
  marked: readonly BoardMark[],
  { allLicenses, jurisdiction }: BoardScope,
): Promise<(BoardDecision & { readonly credit: CreditItem })[]> {
  const pointers = await tenant.getMany(marked.map(({ creditId }) => creditPointerKey(tenant, creditId)));
  const found = await tenant.getMany(
    pointers.map((pointer) => creditKey(tenant, pointer?.personId ?? '', pointer?.creditId ?? '')),
  );
  return marked.flatMap(({ licenseId }, index) => {
    const credit = found[index];
    if (credit?.voidedDate === undefined) return [];
    const license = allLicenses.get(licenseId);
    if (jurisdiction && license && license.jurisdiction !== jurisdiction) return [];
    const reason = `The credits were voided on ${credit.voidedDate}${license ? '' : ', and the license was removed'}.`;
    // Marked again, they are no longer voided anew.
    return [{ state: 'Voided', reason, credit, license, licenseId, fingerprint: '' }];
  });
}

/** What rows carry beside their columns, so that they can be marked. */
const toMark = ({ credit, license, licenseId, fingerprint, state }: BoardEntry): Row => ({
  markedCreditId: credit.id,
  markedLicenseId: license?.id ?? licenseId,
  markedDay: credit.earnedDate,
  fingerprint,
  state,
});

/**
 * Reads the rows of a report for a board.
 * @param states which rows it has by default; with `All` also those that are reported already
 */
export async function* readBoardRows<R extends Row>(
  { board, include }: BoardInput,
  { tenant, settings, asOf }: ReportContext,
  about: BoardScope,
  from: ReadPosition,
  { states, present }: { readonly states: readonly BoardState[]; readonly present: (entry: BoardEntry) => R },
): AsyncGenerator<Batch<R & Row>> {
  const today = toLocalDate(settings.timeZone, asOf);
  const isShown = ({ state }: BoardDecision): boolean =>
    states.includes(state) || (include === 'All' && state === 'Reported');
  const presentAll = async (decided: readonly (BoardDecision & { readonly credit: CreditItem })[]) =>
    (await nameRecords(tenant, decided.filter(isShown))).map((entry) => ({
      ...toMark(entry),
      ...present(entry),
    }));
  const position: { readonly credits?: string; readonly marked?: number } = from.next
    ? JSON.parse(from.next)
    : {};
  if (position.marked === undefined) {
    const start = { next: position.credits, done: from.done };
    for await (const { rows, done, next } of readCredits(
      tenant,
      { period: about.period },
      about,
      asOf,
      start,
    )) {
      const decided = rows.flatMap((credit) =>
        decideCredit(credit, about.licenses.get(credit.personId) ?? [], {
          ...{ board: about.subject ?? board, today, marks: about.marks },
        }).map((decision) => ({ ...decision, credit })),
      );
      yield { rows: await presentAll(decided), done, next: JSON.stringify({ credits: next }) };
    }
  }
  for (let at = position.marked ?? 0; at < about.marked.length; at += marksPerBatch) {
    const voided = await readVoided(tenant, about.marked.slice(at, at + marksPerBatch), about);
    const done = about.size - Math.ceil((about.marked.length - at) / marksPerBatch) + 1;
    yield {
      rows: await presentAll(voided),
      done,
      next: JSON.stringify({ marked: at + marksPerBatch }),
    };
  }
}

const readInput = (parameters: unknown): BoardInput => parameters as BoardInput;

/** The marking of a report for a board: of its rows in these states, where the request asks for it. */
export const markRows = (states: readonly BoardState[]): Marking => ({
  begin: async (parameters, { tenant }, reportId, isBeingMade) => {
    const { board, mark } = readInput(parameters);
    return mark ? beginMarking(tenant, board, reportId, isBeingMade) : [];
  },
  end: async (parameters, { tenant, asOf }, id, rows) => {
    const { board, mark } = readInput(parameters);
    if (!mark) return [];
    const marks = rows
      .filter((row) => states.some((each) => each === row.state) && row.markedLicenseId !== undefined)
      .map(
        ({ markedCreditId, markedLicenseId, markedDay, fingerprint }): BoardMark => ({
          creditId: String(markedCreditId),
          licenseId: String(markedLicenseId),
          day: String(markedDay),
          fingerprint: String(fingerprint ?? ''),
        }),
      );
    return buildMarks(tenant, board, { id, asOf }, marks);
  },
});
