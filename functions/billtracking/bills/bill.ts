// A bill: what a legislature tells of it, and what the tenant makes of it (docs/interface/billtracking.md#bills,
// #bill-detail).
import type { Key, TenantStore } from '../../../shared/data/store.ts';
import { parseBillNumber } from '../../../shared/legislature/bill-number.ts';

/**
 * Tracking status (docs/interface/billtracking.md#tracking-status). Any may follow any; ARCHIVED leaves default lists
 * and stops alerts.
 */
export const trackingStatuses = ['NOT_TRACKED', 'TRACKING', 'WATCHING', 'PRIORITY', 'ARCHIVED'] as const;
export type TrackingStatus = (typeof trackingStatuses)[number];

/** Bill position (docs/interface/billtracking.md#positions). */
export const billPositions = ['SUPPORT', 'OPPOSE', 'NEUTRAL', 'MONITOR', 'NO_POSITION'] as const;
export type BillPosition = (typeof billPositions)[number];

export const chambers = ['upper', 'lower', 'legislature', 'joint', 'executive'] as const;
export type Chamber = (typeof chambers)[number];

export interface BillSponsor {
  readonly name: string;
  /** The person of the directory, when known. */
  readonly personId?: string | undefined;
  readonly isPrimary: boolean;
}

export interface BillAction {
  /** YYYY-MM-DD in the state's own time zone; the time, where known, as an instant. */
  readonly date: string;
  readonly at?: string | undefined;
  readonly chamber?: Chamber | undefined;
  readonly text: string;
  readonly classification?: string | undefined;
}

interface BillVersion {
  readonly type: string;
  readonly date?: string | undefined;
  readonly url?: string | undefined;
}

/** What a bill may be to another. */
export const billRelations = ['companion', 'prior-session', 'replaced-by', 'replaces', 'related'] as const;

/**
 * A bill related to another: companion, carry-over, substitute, reintroduction
 * (docs/interface/billtracking.md#bill-family).
 */
export interface BillRelation {
  readonly relation: (typeof billRelations)[number];
  readonly stateId: number;
  readonly session: string;
  readonly billNumber: string;
}

/** What a legislature tells; an import replaces what its source tells of it. */
export interface BillContent {
  /** 0 is the Congress of the United States; states by FIPS. */
  readonly stateId: number;
  readonly sessionId: number;
  /** The session's identifier in public data sets, which relations speak of: `2025-2026`, `112`. */
  readonly session: string;
  readonly sessionName: string;
  /** As printed: `HB 1110`. */
  readonly billNumber: string;
  readonly billTypeId: number;
  readonly billTypeAbbr: string;
  readonly chamber: Chamber;
  readonly title: string;
  readonly alternateTitle?: string | undefined;
  readonly summary?: string | undefined;
  readonly status: string;
  readonly introducedDate?: string | undefined;
  readonly lastActionOn?: string | undefined;
  readonly lastActionTaken?: string | undefined;
  /** Primary sponsors first. Who is not in the directory stands there by name. */
  readonly sponsors: readonly BillSponsor[];
  /**
   * Legislative committees of the directory by their integer ids, the main one first: the one it stands in, in the
   * Congress the one it was first referred to.
   */
  readonly committees: readonly { readonly id: number; readonly name: string; readonly chamber: Chamber }[];
  readonly subjects: readonly string[];
  readonly versions: readonly BillVersion[];
  readonly sources: readonly { readonly type: string; readonly url: string }[];
  readonly relations: readonly BillRelation[];
}

/** A position with the time it was held. The last one without an end is held now. */
export interface HeldPosition {
  readonly position: BillPosition;
  /** YYYY-MM-DD, inclusive. */
  readonly effectiveFrom: string;
  readonly setAt: string;
  /** The name of who set it, and their subject. */
  readonly setBy: string;
  readonly setById: string;
  readonly note?: string | undefined;
}

/** What the tenant makes of it; an import leaves it alone. */
export interface BillTracking {
  readonly trackingStatus: TrackingStatus;
  /** The tenant's own level within the status, where it has several. */
  readonly trackingLevelId?: number | undefined;
  readonly position: BillPosition;
  /** By effectiveFrom, then in the order they were set. */
  readonly positions: readonly HeldPosition[];
  /** 1 is the most urgent of 5. */
  readonly priority?: number | undefined;
  readonly assignedPersonIds: readonly string[];
  readonly assignedGroups: readonly string[];
  readonly tags: readonly string[];
  /** Labels that the tenant's users give for themselves, apart from the tags that members see. */
  readonly userTags: readonly string[];
}

/** How a legislator voted: yea, nay, not voting, absent (docs/interface/billtracking.md#roll-calls, `voteDetails`). */
export const voteTypes = ['yea', 'nay', 'nv', 'abs'] as const;
export type VoteType = (typeof voteTypes)[number];

export interface Vote {
  readonly name: string;
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
  /** The person of the directory, when known. */
  readonly personId?: string | undefined;
  readonly voteType: VoteType;
}

/** A roll call as a source tells of it. */
export interface RollCall {
  /** What the source calls it; without one, date, chamber and description name it. */
  readonly identifier?: string | undefined;
  readonly chamber?: Chamber | undefined;
  readonly description: string;
  /** YYYY-MM-DD in the state's own time zone; the time, where known, as an instant. */
  readonly date: string;
  readonly at?: string | undefined;
  /** Votes on an amendment or on procedure tell nothing about the bill; a scorecard leaves them out. */
  readonly motion?: 'passage' | 'amendment' | 'procedure' | undefined;
  readonly passed: boolean;
  readonly yea: number;
  readonly nay: number;
  readonly notVoting: number;
  readonly absent: number;
  readonly sourceUrl?: string | undefined;
  readonly votes: readonly Vote[];
}

/** A bill as the table holds it. Actions, roll calls and analyses stand beside it in its partition. */
export interface BillItem extends BillContent, BillTracking {
  readonly type: 'bill';
  /** Counted per tenant; as text, like every record's id. */
  readonly id: string;
  /** Of everything a source told: content, actions, roll calls. */
  readonly contentHash: string;
  readonly actionCount: number;
  /** The source's word for the kind of the last action, where it has one. */
  readonly lastActionType?: string | undefined;
  readonly rollCallCount: number;
  readonly version: number;
  readonly createdDate: string;
  readonly modifiedDate: string;
  readonly schemaVersion: 1;
}

export const billKey = (tenant: TenantStore, id: string | number): Key<BillItem> =>
  tenant.key(`BILL#${id}`, 'BILL');

/** What a bill is to the tenant until somebody says otherwise. */
export const defaultTracking: BillTracking = {
  trackingStatus: 'NOT_TRACKED',
  position: 'NO_POSITION',
  positions: [],
  assignedPersonIds: [],
  assignedGroups: [],
  tags: [],
  userTags: [],
};

/** What a bill number is compared by: `H.B. 0001` and `hb 1` are one. Empty when it is none. */
export const normalizeBillNumber = (billNumber: string): string =>
  (parseBillNumber(billNumber)?.billNumber ?? billNumber).toUpperCase().replace(/[^A-Z0-9]/g, '');

/** What follows the letters of a bill's number, by which it is found: `1234` of `HB 1234`. Empty when nothing does. */
export const billNumberDigits = (billNumber: string): string =>
  normalizeBillNumber(billNumber).replace(/^\D+/, '');

/** Whether the tenant follows a bill: what "my tracked bills" are. */
export const isTracked = ({ trackingStatus }: Pick<BillTracking, 'trackingStatus'>): boolean =>
  trackingStatus !== 'NOT_TRACKED' && trackingStatus !== 'ARCHIVED';
