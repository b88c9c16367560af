// Analyses of a bill: what staff writes about it, for colleagues or for everybody.

import type { Caller } from '../../../../shared/auth/access.ts';
import { type Change, ifAbsent, ifPresent, put, remove } from '../../../../shared/data/changes.ts';
import type { Key, Partition, Position, TenantStore } from '../../../../shared/data/store.ts';
import { displayName } from '../../../../shared/directory/person.ts';
import { type PersonItem, peopleById } from '../../../../shared/directory/person-store.ts';
import { notFound } from '../../../../shared/errors/failure.ts';
import type { BillItem, BillPosition } from '../bill.ts';
import { type BillSettings, positionLabel } from '../settings/bill-settings.ts';
import type { AnalysisInput } from './contract.ts';

/** An analysis as the table holds it, in the bill's partition. */
interface AnalysisItem {
  readonly type: 'bill-analysis';
  readonly id: string;
  readonly billId: string;
  readonly text: string;
  /** The position it argues for. */
  readonly position: BillPosition;
  readonly isPublic: boolean;
  readonly files: readonly { readonly url: string; readonly displayName: string }[];
  readonly links: readonly { readonly url: string; readonly title: string }[];
  readonly createdBy: string;
  readonly createdById: string;
  readonly createdByPersonId?: string | undefined;
  readonly version: number;
  readonly createdDate: string;
  readonly modifiedDate: string;
  readonly schemaVersion: 1;
}

/** A new analysis. It argues for the position that is held, unless told otherwise. */
export function buildAnalysis(
  id: string,
  bill: BillItem,
  wish: AnalysisInput,
  caller: Caller,
  now: Date,
): AnalysisItem {
  const moment = now.toISOString();
  return {
    type: 'bill-analysis',
    id,
    billId: bill.id,
    text: wish.text,
    position: wish.position ?? bill.position,
    isPublic: wish.isPublic ?? false,
    files: wish.files ?? [],
    links: wish.links ?? [],
    createdBy: caller.kind === 'anonymous' ? 'anonymous' : caller.name,
    createdById: caller.subject,
    createdByPersonId: caller.kind === 'anonymous' ? undefined : caller.personId,
    version: 1,
    createdDate: moment,
    modifiedDate: moment,
    schemaVersion: 1,
  };
}

const analysisKey = (tenant: TenantStore, billId: string, id: string): Key<AnalysisItem> =>
  tenant.key(`BILL#${billId}`, `ANALYSIS#${id}`);

/** The analyses of a bill, the latest first. One query per megabyte. */
export async function listAnalyses(tenant: TenantStore, billId: string | number): Promise<AnalysisItem[]> {
  const partition: Partition<AnalysisItem> = tenant.partition(`BILL#${billId}`);
  const found: AnalysisItem[] = [];
  let after: Position | undefined;
  do {
    const page = await tenant.query(partition, { beginsWith: 'ANALYSIS#', ...(after && { after }) });
    found.push(...page.items);
    after = page.next;
  } while (after);
  return found.sort((a, b) => (a.createdDate < b.createdDate ? 1 : a.createdDate > b.createdDate ? -1 : 0));
}

export const insertAnalysis = (tenant: TenantStore, analysis: AnalysisItem): Change =>
  put(analysisKey(tenant, analysis.billId, analysis.id), analysis, {
    condition: ifAbsent,
    otherwise: 'decide again',
  });

/** Removes an analysis; 404 when there is none with this id. */
export const removeAnalysis = (tenant: TenantStore, billId: string, id: string): Change =>
  remove(analysisKey(tenant, billId, id), {
    condition: ifPresent,
    otherwise: notFound('analysis', id),
  });

/** The authors of analyses who are people of the directory. One round trip. */
export async function loadAuthors(
  tenant: TenantStore,
  analyses: readonly AnalysisItem[],
): Promise<ReadonlyMap<string, PersonItem>> {
  const ids = [...new Set(analyses.flatMap(({ createdByPersonId }) => createdByPersonId ?? []))];
  const found = await peopleById(tenant, ids);
  return new Map(found.flatMap((person) => (person ? [[person.id, person] as const] : [])));
}

/** An analysis as callers read it. */
export function presentAnalysis(
  analysis: AnalysisItem,
  settings: BillSettings,
  authors: ReadonlyMap<string, PersonItem>,
) {
  const author = authors.get(analysis.createdByPersonId ?? '');
  const { title, colorCode } = positionLabel(settings, analysis.position);
  return {
    id: analysis.id,
    createdBy: author ? displayName(author) : analysis.createdBy,
    createdByImage: author?.imageThumbUrl ?? null,
    createdDate: analysis.createdDate,
    billPosition: title,
    billPositionColor: colorCode,
    text: analysis.text,
    isPublic: analysis.isPublic,
    files: analysis.files.map((file) => ({ id: file.url, displayName: file.displayName })),
    links: analysis.links,
  };
}
