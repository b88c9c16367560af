// Analyses of a bill, which staff writes for colleagues or for the public.

import type { Caller } from '../../../../shared/auth/access/access.ts';
import { showUserName } from '../../../../shared/auth/accounts/user-name.ts';
import { type Change, ifPresent, insert, remove } from '../../../../shared/data/changes.ts';
import type { Key, TenantStore } from '../../../../shared/data/store.ts';
import type { VersionedRecord } from '../../../../shared/data/versioned-record.ts';
import { displayName } from '../../../../shared/directory/people/person.ts';
import type { PresentPicture } from '../../../../shared/directory/people/person-photo.ts';
import type { PersonItem } from '../../../../shared/directory/people/person-store.ts';
import { notFound } from '../../../../shared/errors/failure.ts';
import { pick } from '../../../../shared/values/pick.ts';
import { callerName } from '../../caller.ts';
import { mapPeopleById } from '../../people-by-id.ts';
import type { BillItem, BillPosition } from '../record/bill.ts';
import { type BillSettings, positionLabel } from '../settings/bill-settings.ts';
import type { AnalysisInput } from './contract.ts';

/** An analysis as stored, in the partition of its bill. */
interface AnalysisItem extends VersionedRecord {
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
}

/** A new analysis. By default it argues for the position that the tenant holds. */
export function buildAnalysis(
  id: string,
  bill: BillItem,
  input: AnalysisInput,
  caller: Caller,
  now: Date,
): AnalysisItem {
  const moment = now.toISOString();
  return {
    type: 'bill-analysis',
    id,
    billId: bill.id,
    text: input.text,
    position: input.position ?? bill.position,
    isPublic: input.isPublic ?? false,
    files: input.files ?? [],
    links: input.links ?? [],
    createdBy: callerName(caller),
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
  const partition = tenant.partition<AnalysisItem>(`BILL#${billId}`);
  const found = await tenant.queryAll(partition, { beginsWith: 'ANALYSIS#' });
  return found.sort((a, b) => (a.createdDate < b.createdDate ? 1 : a.createdDate > b.createdDate ? -1 : 0));
}

export const insertAnalysis = (tenant: TenantStore, analysis: AnalysisItem): Change =>
  insert(analysisKey(tenant, analysis.billId, analysis.id), analysis);

/**
 * The analysis with this id. One read.
 * @throws Failure 404
 */
export async function requireAnalysis(
  tenant: TenantStore,
  billId: string,
  id: string,
): Promise<AnalysisItem> {
  const analysis = await tenant.get(analysisKey(tenant, billId, id), { consistent: true });
  if (!analysis) throw notFound('analysis', id);
  return analysis;
}

/** Whether it was written with a token. */
export const isByUser = ({ createdById }: AnalysisItem): boolean => createdById !== 'anonymous';

/** Removes an analysis. The commit fails with 404 when there is none with this id. */
export const removeAnalysis = (tenant: TenantStore, billId: string, id: string): Change =>
  remove(analysisKey(tenant, billId, id), {
    condition: ifPresent,
    onConflict: notFound('analysis', id),
  });

/** The authors of analyses who are people of the directory, by id. One round trip. */
export const loadAuthors = (
  tenant: TenantStore,
  analyses: readonly AnalysisItem[],
): Promise<ReadonlyMap<string, PersonItem>> =>
  mapPeopleById(
    tenant,
    analyses.flatMap(({ createdByPersonId }) => createdByPersonId ?? []),
  );

/** An analysis as the interface returns it. To the public, one by nobody of the directory is signed by the association. */
export function presentAnalysis(
  analysis: AnalysisItem,
  settings: BillSettings,
  authors: ReadonlyMap<string, PersonItem>,
  presentPicture: PresentPicture,
  signature = showUserName(analysis.createdBy),
) {
  const author = authors.get(analysis.createdByPersonId ?? '');
  const { title, colorCode } = positionLabel(settings, analysis.position);
  return {
    id: analysis.id,
    createdBy: author ? displayName(author) : signature,
    createdByImage: presentPicture(author),
    createdDate: analysis.createdDate,
    billPosition: title,
    billPositionColor: colorCode,
    ...pick(analysis, ['text', 'isPublic', 'links']),
    files: analysis.files.map((file) => ({ id: file.url, displayName: file.displayName })),
  };
}
