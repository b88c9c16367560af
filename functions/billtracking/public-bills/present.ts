// How a bill is shown to existing callers: the row of a list and the detail (docs/interface/billtracking.md#bills,
// #bill-detail).

import type { TenantStore } from '../../../shared/data/store.ts';
import { displayName } from '../../../shared/directory/person.ts';
import { type PersonItem, peopleById } from '../../../shared/directory/person-store.ts';
import { stateById } from '../../../shared/legislature/states.ts';
import type { BillItem, Chamber } from '../bills/bill.ts';
import { type BillRow, billListKind, buildRow } from '../bills/bill-row.ts';
import { type BillSettings, resolveTrackingLevel } from '../bills/settings/bill-settings.ts';
import { labelId } from './labels.ts';

/** What the view of a bill needs beside it. */
export interface BillViewContext {
  readonly tenantCode: string;
  readonly settings: BillSettings;
  readonly people: ReadonlyMap<string, PersonItem>;
}

/** People by their ids, those that are there. One round trip per hundred. */
export async function mapPeopleById(
  tenant: TenantStore,
  ids: readonly string[],
): Promise<ReadonlyMap<string, PersonItem>> {
  const found = await peopleById(tenant, [...new Set(ids)]);
  return new Map(found.flatMap((person) => (person ? [[person.id, person] as const] : [])));
}

/** Pictures are read of so many sponsors; a bill of Congress may have hundreds. */
const MAX_SPONSORS_READ = 30;

/** The people that the detail of a bill shows: who it is assigned to, and its first sponsors. */
export const loadBillPeople = (
  tenant: TenantStore,
  { assignedPersonIds, sponsors }: BillItem,
): Promise<ReadonlyMap<string, PersonItem>> =>
  mapPeopleById(tenant, [
    ...assignedPersonIds,
    ...sponsors.slice(0, MAX_SPONSORS_READ).flatMap(({ personId }) => personId ?? []),
  ]);

/** The committees of one chamber; those of a single chamber or of both are among each. */
const committeeNamesIn = ({ committees }: Pick<BillRow, 'committees'>, chamber: Chamber): string[] =>
  committees
    .filter((committee) => [chamber, 'legislature', 'joint'].includes(committee.chamber))
    .map(({ name }) => name);

/** The row of a bill. Pictures of sponsors stand in the detail: a list does not read every sponsor's record. */
export function presentBillRow(row: BillRow, { tenantCode, settings, people }: BillViewContext) {
  const level = resolveTrackingLevel(settings, row);
  return {
    id: Number(row.id),
    billNumber: row.billNumber,
    title: row.title,
    alternateTitle: row.alternateTitle ?? null,
    stateId: row.stateId,
    state: stateById(row.stateId)?.abbreviation ?? '',
    sessionId: row.sessionId,
    session: row.sessionName,
    billTypeAbbr: row.billTypeAbbr,
    status: row.status,
    trackingLevel: level.title,
    trackingLevelColorCode: level.colorCode,
    trackingStatus: row.trackingStatus,
    billPosition: row.position,
    priority: row.priority ?? null,
    introducedDate: row.introducedDate ?? null,
    lastActionOn: row.lastActionOn ?? null,
    lastActionTaken: row.lastActionTaken ?? null,
    fileId: null,
    sponsors: row.sponsors.map(({ name, personId, isPrimary }) => ({
      id: personId ?? name,
      name,
      profilePic: people.get(personId ?? '')?.imageThumbUrl ?? null,
      isPrimary,
    })),
    houseCommittees: committeeNamesIn(row, 'lower'),
    senateCommittees: committeeNamesIn(row, 'upper'),
    assignedTo: [
      ...row.assignedPersonIds.flatMap((id) => {
        const person = people.get(id);
        return person ? [displayName(person)] : [];
      }),
      ...row.assignedGroups,
    ],
    tags: row.tags.map((text) => ({ value: labelId(tenantCode, text), text })),
  };
}

/** The detail of a bill. Its id is 0 when the tenant does not track it (docs/interface/billtracking.md#bill-detail). */
export const presentBillDetail = (bill: BillItem, beside: BillViewContext) => ({
  ...presentBillRow(buildRow(bill), beside),
  ...(billListKind(bill) === 'untracked' && { id: 0 }),
  lastActionTaken: bill.lastActionTaken ?? null,
  summary: bill.summary ?? null,
  subjects: bill.subjects,
  clientTags: bill.tags.map((text) => ({ tagId: labelId(beside.tenantCode, text), text })),
  clientUsers: bill.assignedPersonIds.flatMap((personId) => {
    const person = beside.people.get(personId);
    return person
      ? [{ personId, firstName: person.firstName ?? '', lastName: person.lastName ?? displayName(person) }]
      : [];
  }),
  clientUserTags: bill.userTags.map((tag) => ({ tag })),
  clientGroups: bill.assignedGroups.map((name) => ({ id: labelId(beside.tenantCode, name), name })),
});

/** What is shown in the place of a bill that nobody knows. */
export function presentUnknownBill(settings: BillSettings) {
  const level = resolveTrackingLevel(settings, { trackingStatus: 'NOT_TRACKED' });
  return {
    id: 0,
    billNumber: '',
    title: '',
    alternateTitle: null,
    stateId: null,
    state: '',
    sessionId: null,
    session: '',
    billTypeAbbr: '',
    status: '',
    trackingLevel: level.title,
    trackingLevelColorCode: level.colorCode,
    trackingStatus: level.trackingStatus,
    billPosition: 'NO_POSITION',
    priority: null,
    introducedDate: null,
    lastActionOn: null,
    lastActionTaken: null,
    fileId: null,
    sponsors: [],
    houseCommittees: [],
    senateCommittees: [],
    assignedTo: [],
    tags: [],
    summary: null,
    subjects: [],
    clientTags: [],
    clientUsers: [],
    clientUserTags: [],
    clientGroups: [],
  } as const;
}

const chamberNames: Readonly<Record<Chamber, string>> = {
  upper: 'Senate',
  lower: 'House',
  legislature: 'Legislature',
  joint: 'Joint',
  executive: 'Executive',
};

/** A chamber as callers read it; empty when it is not known. */
export const chamberName = (chamber: Chamber | undefined): string => (chamber ? chamberNames[chamber] : '');
