// A bill as existing callers read it: the row of a list and the detail (docs/interface/billtracking.md#bills,
// #bill-detail).

import type { TenantStore } from '../../../../shared/data/store.ts';
import { displayName } from '../../../../shared/directory/people/person.ts';
import type { PictureContext } from '../../../../shared/directory/people/person-photo.ts';
import type { PersonItem } from '../../../../shared/directory/people/person-store.ts';
import { stateById } from '../../../../shared/legislature/states.ts';
import { mapPeopleById } from '../../people-by-id.ts';
import { labelId } from '../labels.ts';
import { type BillItem, isInChamber } from '../record/bill.ts';
import { type BillRow, billListKind, buildRow } from '../record/bill-row.ts';
import { type BillSettings, resolveTrackingLevel } from '../settings/bill-settings.ts';

/** What the presentation of a bill needs besides the bill. */
export interface BillViewContext extends PictureContext {
  readonly tenantCode: string;
  readonly settings: BillSettings;
  readonly people: ReadonlyMap<string, PersonItem>;
}

/** The pictures of this many sponsors are read; a bill of the Congress may have hundreds. */
const MAX_SPONSORS_READ = 30;

/** The people in the detail of a bill: those it is assigned to, and its first sponsors. */
export const loadBillPeople = (
  tenant: TenantStore,
  { assignedPersonIds, sponsors }: Pick<BillItem, 'assignedPersonIds' | 'sponsors'>,
): Promise<ReadonlyMap<string, PersonItem>> =>
  mapPeopleById(tenant, [
    ...assignedPersonIds,
    ...sponsors.slice(0, MAX_SPONSORS_READ).flatMap(({ personId }) => personId ?? []),
  ]);

/** The names of the committees of one chamber. */
const committeeNamesIn = (
  { committees }: Pick<BillRow, 'committees'>,
  chamber: 'lower' | 'upper',
): string[] => committees.filter((committee) => isInChamber(committee, chamber)).map(({ name }) => name);

/** The row of a bill. Only the detail has the pictures of sponsors: a list does not read every sponsor's record. */
export function presentBillRow(
  row: BillRow,
  { tenantCode, settings, people, presentPicture }: BillViewContext,
) {
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
      profilePic: presentPicture(people.get(personId ?? '')),
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

/** A version of a bill. */
export const presentBillVersion = ({ type, date, url }: BillItem['versions'][number]) => ({
  type,
  billDraftDateTime: date ?? null,
  url: url ?? null,
});

/** The detail of a bill. Its id is 0 when the tenant does not track it (docs/interface/billtracking.md#bill-detail). */
export const presentBillDetail = (bill: BillItem, context: BillViewContext) => ({
  ...presentBillRow(buildRow(bill), context),
  ...(billListKind(bill) === 'untracked' && { id: 0 }),
  lastActionTaken: bill.lastActionTaken ?? null,
  summary: bill.summary ?? null,
  subjects: bill.subjects,
  clientTags: bill.tags.map((text) => ({ tagId: labelId(context.tenantCode, text), text })),
  clientUsers: bill.assignedPersonIds.flatMap((personId) => {
    const person = context.people.get(personId);
    return person
      ? [{ personId, firstName: person.firstName ?? '', lastName: person.lastName ?? displayName(person) }]
      : [];
  }),
  clientUserTags: bill.userTags.map((tag) => ({ tag })),
  clientGroups: bill.assignedGroups.map((name) => ({ id: labelId(context.tenantCode, name), name })),
});

/** The detail that is returned for a bill that does not exist. */
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
