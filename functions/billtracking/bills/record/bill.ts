// A bill: its content from the legislature, and the tenant's tracking of it (docs/interface/billtracking.md#bills,
// #bill-detail).

import type { Key, TenantStore } from '../../../../shared/data/store.ts';
import type { VersionedRecord } from '../../../../shared/data/versioned-record.ts';
import { billRecordKey } from '../../../../shared/legislature/bill-hearings.ts';
import { billNumberKey } from '../../../../shared/legislature/bill-number.ts';
import { foldForSort } from '../../../../shared/lists/fold-for-sort.ts';
import type { SourceName } from '../../source-name.ts';

/**
 * Tracking status (docs/interface/billtracking.md#tracking-status). Any status may follow any; ARCHIVED leaves the
 * default lists and stops alerts.
 */
export const trackingStatuses = ['NOT_TRACKED', 'TRACKING', 'WATCHING', 'PRIORITY', 'ARCHIVED'] as const;
export type TrackingStatus = (typeof trackingStatuses)[number];

/** Bill position (docs/interface/billtracking.md#positions). */
export const billPositions = ['SUPPORT', 'OPPOSE', 'NEUTRAL', 'MONITOR', 'NO_POSITION'] as const;
export type BillPosition = (typeof billPositions)[number];

/** How far a bill is that is not decided: passed by the legislature and with the executive, or still in the legislature. */
export const pendingStages = ['WITH_EXECUTIVE', 'IN_LEGISLATURE'] as const;
export type PendingStage = (typeof pendingStages)[number];
export type BillStage = PendingStage | 'DECIDED';

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
  /** The one that says most, where the source gives several. */
  readonly classification?: string | undefined;
  /** All of them, where the source gives several: a third reading is often the passage too. */
  readonly classifications?: readonly string[] | undefined;
}

/** What an action is classified as. */
type Classified = Pick<BillAction, 'classification' | 'classifications'>;

/** Everything that an action is classified as. */
export const listClassifications = ({ classification, classifications }: Classified): readonly string[] =>
  classifications ?? (classification === undefined ? [] : [classification]);

/** A file that a legislature publishes. */
interface PublishedFile {
  readonly url: string;
  /** `application/pdf`, where the source says it. */
  readonly mediaType?: string | undefined;
}

interface BillVersion extends Partial<PublishedFile> {
  readonly type: string;
  readonly date?: string | undefined;
  /** The same text in other formats. */
  readonly otherFiles?: readonly PublishedFile[] | undefined;
}

/** A paper about a bill, such as a fiscal note, an analysis or a committee report. */
export interface BillPaper extends BillVersion {
  readonly kind: 'AMENDMENT' | 'FISCAL_NOTE' | 'OTHER';
}

/** The kinds of texts that LegiScan gives, in the words of its operations. */
export type LegiscanTextKind = 'text' | 'amendment' | 'supplement';

/** A text that LegiScan gives by an id of its own (API User Manual: getBillText, getAmendment, getSupplement). */
export interface LegiscanText {
  readonly of: LegiscanTextKind;
  readonly id: string;
  readonly kind: 'VERSION' | BillPaper['kind'];
  readonly title: string;
  readonly date?: string | undefined;
  /** Where the legislature publishes it. */
  readonly url?: string | undefined;
  /** What LegiScan says of its content: equal text, equal content. */
  readonly hash?: string | undefined;
}

/** How one bill may relate to another. */
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

/** What a legislature publishes. An import replaces the parts that its source has. */
export interface BillContent {
  /** 0 is the Congress of the United States; states by FIPS. */
  readonly stateId: number;
  readonly sessionId: number;
  /** The session's identifier in public data sets, which relations refer to: `2025-2026`, `112`. */
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
  /** Primary sponsors first. A sponsor who is not in the directory has a name only. */
  readonly sponsors: readonly BillSponsor[];
  /**
   * Legislative committees of the directory by their integer ids, the main one first: the committee that has the bill
   * now; in the Congress, the one it was first referred to.
   */
  readonly committees: readonly { readonly id: number; readonly name: string; readonly chamber: Chamber }[];
  readonly subjects: readonly string[];
  readonly versions: readonly BillVersion[];
  /** Absent where no source lists any. A source without a list of them keeps those of another one. */
  readonly documents?: readonly BillPaper[] | undefined;
  /** What LegiScan gives of the versions and papers, to ask for their texts; absent where it has not been read. */
  readonly legiscanTexts?: readonly LegiscanText[] | undefined;
  readonly sources: readonly { readonly type: string; readonly url: string }[];
  readonly relations: readonly BillRelation[];
}

/** The members of `BillContent`, for taking them from a bill. */
export const contentFields = [
  'stateId',
  'sessionId',
  'session',
  'sessionName',
  'billNumber',
  'billTypeId',
  'billTypeAbbr',
  'chamber',
  'title',
  'alternateTitle',
  'summary',
  'status',
  'introducedDate',
  'lastActionOn',
  'lastActionTaken',
  'sponsors',
  'committees',
  'subjects',
  'versions',
  'documents',
  'legiscanTexts',
  'sources',
  'relations',
] as const satisfies readonly (keyof BillContent)[];

/** That a position was entered by mistake: it stays in the history, and was never held. */
export interface VoidMark {
  readonly at: string;
  /** The name of the user who voided it, and their subject. */
  readonly by: string;
  readonly byId: string;
  readonly reason: string;
}

/** A position and the day from which it is held. The last one of a history that is not void is held now. */
export interface HeldPosition {
  readonly position: BillPosition;
  /** YYYY-MM-DD, inclusive. */
  readonly effectiveFrom: string;
  readonly setAt: string;
  /** The name of the user who set it, and their subject. */
  readonly setBy: string;
  readonly setById: string;
  readonly note?: string | undefined;
  /** The tenant's own position, with its title at that time; `position` is the one that it counts as. */
  readonly own?: { readonly id: number; readonly title: string } | undefined;
  readonly voided?: VoidMark | undefined;
}

/** A priority that was set, or removed when it is absent. */
export interface SetPriority extends Pick<HeldPosition, 'setAt' | 'setBy' | 'setById'> {
  readonly priority?: number | undefined;
}

/** The tenant's tracking of a bill. An import does not change it. */
export interface BillTracking {
  readonly trackingStatus: TrackingStatus;
  /** The tenant's own level within the status, when the status has several. */
  readonly trackingLevelId?: number | undefined;
  readonly position: BillPosition;
  /** By effectiveFrom, then in the order they were set. */
  readonly positions: readonly HeldPosition[];
  /** 1 is the most urgent of 5. */
  readonly priority?: number | undefined;
  /** The priorities that were set, the latest last; absent where none was since this is recorded. */
  readonly priorities?: readonly SetPriority[] | undefined;
  readonly assignedPersonIds: readonly string[];
  readonly assignedGroups: readonly string[];
  readonly tags: readonly string[];
  /** Labels that the tenant's users keep for themselves, unlike the tags that members see. */
  readonly userTags: readonly string[];
}

/** The members of `BillTracking`, for taking them from a bill. */
export const trackingFields = [
  'trackingStatus',
  'trackingLevelId',
  'position',
  'positions',
  'priority',
  'priorities',
  'assignedPersonIds',
  'assignedGroups',
  'tags',
  'userTags',
] as const satisfies readonly (keyof BillTracking)[];

/** The positions that were held: those that were not voided. */
export const heldPositions = (positions: readonly HeldPosition[]): readonly HeldPosition[] =>
  positions.filter(({ voided }) => voided === undefined);

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

/** What a source says of a roll call that others may contradict; `votes` is the hash of the votes of its members, where it has them. */
export interface RollCallStatement
  extends Pick<RollCall, 'date' | 'description' | 'passed' | 'yea' | 'nay' | 'notVoting' | 'absent'> {
  readonly votes?: string | undefined;
}

/** A source that has a roll call: what it said last, and since when. */
export interface RollCallSource {
  readonly source: SourceName;
  /** The id of the roll call there. */
  readonly identifier?: string | undefined;
  readonly says: RollCallStatement;
  /** YYYY-MM-DD in the bill's legislature. */
  readonly firstSeen: string;
  /** The day of its last change, and what changed. */
  readonly changedOn?: string | undefined;
  readonly changed?: readonly (keyof RollCallStatement)[] | undefined;
  /** The day from which it no longer has the roll call, which another source still has. */
  readonly withdrawnOn?: string | undefined;
}

/** A roll call as a source publishes it. */
export interface RollCall {
  /** The source's identifier; without one, date, chamber and description identify it. */
  readonly identifier?: string | undefined;
  readonly chamber?: Chamber | undefined;
  readonly description: string;
  /** YYYY-MM-DD in the state's own time zone; the time, where known, as an instant. */
  readonly date: string;
  readonly at?: string | undefined;
  /** Votes on an amendment or on procedure say nothing about the bill; a scorecard excludes them. */
  readonly motion?: 'passage' | 'amendment' | 'procedure' | undefined;
  readonly passed: boolean;
  readonly yea: number;
  readonly nay: number;
  readonly notVoting: number;
  readonly absent: number;
  readonly sourceUrl?: string | undefined;
  readonly votes: readonly Vote[];
  /** One for each source; absent in roll calls that were stored before sources were recorded. */
  readonly sources?: readonly RollCallSource[] | undefined;
}

/** The place of a text in which there is another one now. */
export interface TextChange {
  /** The document with the text that is there now, and the one with the text before. */
  readonly documentId: string;
  readonly earlierId: string;
  readonly title: string;
  readonly earlierTitle: string;
  readonly date?: string | undefined;
  readonly earlierDate?: string | undefined;
  /** ISO 8601. */
  readonly seenAt: string;
}

/** A new version that replaces most of the text before it. */
interface BillRewrite extends TextChange {
  /** Which part of the earlier text is no longer in it, in percent, rounded down. */
  readonly replacedPercent: number;
}

/** That a person of the directory became a sponsor, or withdrew. */
export interface SponsorMove extends BillSponsor {
  readonly personId: string;
  readonly kind: 'ADDED' | 'WITHDRAWN';
  /** When the platform saw it, ISO 8601. */
  readonly at: string;
}

/** A bill as stored. Its actions, roll calls and analyses are separate items of its partition. */
export interface BillItem extends BillContent, BillTracking, VersionedRecord {
  readonly type: 'bill';
  /** Numbered per tenant; as text, like every record's id. */
  readonly id: string;
  /** Of everything that a source provided: content, actions, roll calls. */
  readonly contentHash: string;
  readonly actionCount: number;
  /** The source's classification of the last action, when it has one. */
  readonly lastActionType?: string | undefined;
  readonly rollCallCount: number;
  /** When the latest of its actions and roll calls was first seen; absent when none was since this is recorded. */
  readonly actionsSeenAt?: string | undefined;
  /** How far it is, by its actions; absent where it was not imported since this is recorded. */
  readonly stage?: BillStage | undefined;
  /** The list of undecided bills in which it is (pending-bill.ts); absent for one that is decided or not tracked. */
  readonly pendingStage?: PendingStage | undefined;
  /** When a source last gave it new or changed; ISO 8601. */
  readonly importedDate?: string | undefined;
  /** The latest text that its source replaced, and the latest version that replaces most of the one before. */
  readonly replacedText?: TextChange | undefined;
  readonly rewrite?: BillRewrite | undefined;
  /** The latest moves of its sponsors; absent where none has moved since this is recorded. */
  readonly sponsorMoves?: readonly SponsorMove[] | undefined;
  /** When the latest of them was seen. */
  readonly sponsorsMovedAt?: string | undefined;
}

/** A version replaces most of the text before it when at least so many percent of that are gone. */
export const DEFAULT_REWRITE_PERCENT = 50;

/** What was found by comparing the texts of a bill: an import does not change it. */
export const textChangeFields = ['replacedText', 'rewrite'] as const satisfies readonly (keyof BillItem)[];

export const billKey = (tenant: TenantStore, id: string | number): Key<BillItem> => billRecordKey(tenant, id);

/** The tracking of a bill that the tenant has not tracked yet. */
export const defaultTracking: BillTracking = {
  trackingStatus: 'NOT_TRACKED',
  position: 'NO_POSITION',
  positions: [],
  assignedPersonIds: [],
  assignedGroups: [],
  tags: [],
  userTags: [],
};

/** What identifies a bill across all states and sessions. */
export type NaturalKey = Pick<BillRelation, 'stateId' | 'session' | 'billNumber'>;

/** The natural key as one text: equal for every spelling of the session and the number. */
export const naturalKeyText = ({ stateId, session, billNumber }: NaturalKey): string =>
  `${stateId}#${foldForSort(session)}#${billNumberKey(billNumber, stateId)}`;

/** Whether a committee belongs to a chamber; joint committees and those of a single chamber belong to both. */
export const isInChamber = (committee: { readonly chamber: Chamber }, chamber: 'lower' | 'upper'): boolean =>
  [chamber, 'legislature', 'joint'].includes(committee.chamber);

const chamberNames: Readonly<Record<Chamber, string>> = {
  upper: 'Senate',
  lower: 'House',
  legislature: 'Legislature',
  joint: 'Joint',
  executive: 'Executive',
};

/** The name of a chamber as callers read it; empty when the chamber is unknown. */
export const chamberName = (chamber: Chamber | undefined): string => (chamber ? chamberNames[chamber] : '');

/** Whether the tenant tracks a bill: TRACKING, WATCHING or PRIORITY. */
export const isTracked = ({ trackingStatus }: Pick<BillTracking, 'trackingStatus'>): boolean =>
  trackingStatus !== 'NOT_TRACKED' && trackingStatus !== 'ARCHIVED';
