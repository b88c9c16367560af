// What was reported to a board: a list of marks for each report that marked its rows, and which report did so last.
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { type Change, ifAbsent, insert, put } from '../../../../shared/data/changes.ts';
import type { Key, Partition, TenantStore } from '../../../../shared/data/store.ts';
import { conflict } from '../../../../shared/errors/failure.ts';
import { toBoardKey } from '../../people/licenses/license.ts';
import { type BoardMark, markName } from './decide.ts';

/** Marks of a report; the latest of credits and a license counts. */
interface BoardMarksItem {
  readonly type: 'board-marks';
  readonly reportId: string;
  /** Compressed JSON: lists of the id of credits, that of a license, a day and a fingerprint. */
  readonly marks: Uint8Array;
}

/** The report that marked, or marks, credits of a board last. */
interface BoardMarkingItem {
  readonly type: 'board-marking';
  readonly reportId: string;
}

type Packed = readonly [creditId: string, licenseId: string, day: string, fingerprint: string];

/** The most marks of an item, which has up to 150 KB then. */
const marksPerItem = 2000;

const partitionName = (board: string): string => `BOARD-MARKS#${toBoardKey(board)}`;
const marksOfBoard = (tenant: TenantStore, board: string): Partition<BoardMarksItem> =>
  tenant.partition(partitionName(board));
const markingKey = (tenant: TenantStore, board: string): Key<BoardMarkingItem> =>
  tenant.key(`BOARD-MARKING#${toBoardKey(board)}`, 'MARKING');

/** The marks of a board, the latest of each credit and license. One query. */
export async function loadMarks(tenant: TenantStore, board: string): Promise<Map<string, BoardMark>> {
  const items = await tenant.queryAll(marksOfBoard(tenant, board), { consistent: true });
  const latest = new Map<string, BoardMark>();
  for (const { marks } of items) {
    const unpacked: readonly Packed[] = JSON.parse((await promisify(gunzip)(marks)).toString('utf8'));
    for (const [creditId, licenseId, day, fingerprint] of unpacked)
      latest.set(markName(creditId, licenseId), { creditId, licenseId, day, fingerprint });
  }
  return latest;
}

/**
 * Takes the marks of a board for a report. Two reports can't mark the same credits: of two at once the second is decided
 * again, and while one is being made no other begins.
 * @throws Failure 409
 */
export async function beginMarking(
  tenant: TenantStore,
  board: string,
  reportId: string,
  isBeingMade: (reportId: string) => Promise<boolean>,
): Promise<Change[]> {
  const key = markingKey(tenant, board);
  const last = await tenant.get(key, { consistent: true });
  if (last && (await isBeingMade(last.reportId)))
    throw conflict(
      `The report ${last.reportId} for ${board} is being made and marks its credits; request this one when it is ready.`,
    );
  const condition = last
    ? { expression: '#report = :seen', names: { '#report': 'reportId' }, values: { ':seen': last.reportId } }
    : ifAbsent;
  return [put(key, { type: 'board-marking', reportId }, { condition, onConflict: 'retry' })];
}

/** Stores the marks of a report, in as many items as they need. */
export async function buildMarks(
  tenant: TenantStore,
  board: string,
  { id, asOf }: { readonly id: string; readonly asOf: Date },
  marks: readonly BoardMark[],
): Promise<Change[]> {
  const changes: Change[] = [];
  for (let from = 0; from < marks.length; from += marksPerItem) {
    const packed = marks
      .slice(from, from + marksPerItem)
      .map(({ creditId, licenseId, day, fingerprint }): Packed => [creditId, licenseId, day, fingerprint]);
    const sort = `${asOf.toISOString()}#${id}#${String(from).padStart(6, '0')}`;
    changes.push(
      insert(tenant.key<BoardMarksItem>(partitionName(board), sort), {
        type: 'board-marks',
        reportId: id,
        marks: new Uint8Array(await promisify(gzip)(JSON.stringify(packed))),
      }),
    );
  }
  return changes;
}
