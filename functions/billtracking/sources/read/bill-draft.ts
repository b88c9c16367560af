// A bill and a calendar event as a source gives them, before the import looks up what they name.

import type { ExternalId } from '../../../../shared/directory/record/fields.ts';
import type { SessionContent } from '../../../../shared/legislature/sessions/session.ts';
import type { BillPart } from '../../bills/incoming-bill.ts';
import type { BillAction, BillContent, Chamber, RollCall, Vote } from '../../bills/record/bill.ts';
import type { CalendarEventContent } from '../../events/record/calendar-event.ts';

/** A present or former seat as a source gives it; with the last name it identifies a person. */
export interface NamedSeat {
  /** Two letters. */
  readonly state: string;
  readonly chamber?: Chamber | undefined;
  readonly district: string;
  readonly lastName: string;
}

/** A person as a bill names one; a name or an id is present. */
export interface NamedPerson {
  readonly name?: string | undefined;
  readonly externalId?: ExternalId | undefined;
  readonly seat?: NamedSeat | undefined;
}

/** A legislative committee as a source names it. */
export interface NamedCommittee {
  readonly name: string;
  readonly chamber?: Chamber | undefined;
  readonly externalId?: ExternalId | undefined;
  /** The name of the committee that it is a part of. */
  readonly partOf?: string | undefined;
}

export type RollCallDraft = Omit<RollCall, 'votes'> & {
  /** Absent when the source gives only the counts. */
  readonly votes?: readonly (NamedPerson & Pick<Vote, 'voteType' | 'firstName' | 'lastName'>)[] | undefined;
};

export interface BillDraft {
  /** Names the bill in a source: state, session and number. */
  readonly id: string;
  readonly session: SessionContent;
  readonly content: Omit<BillContent, 'sessionId' | 'session' | 'sessionName' | 'sponsors' | 'committees'>;
  readonly sponsors: readonly (NamedPerson & { readonly isPrimary: boolean })[];
  readonly committees: readonly NamedCommittee[];
  /** In their order. */
  readonly actions: readonly BillAction[];
  readonly rollCalls: readonly RollCallDraft[];
  /** The parts that the source does not give; an import leaves them unchanged. */
  readonly missingParts: readonly BillPart[];
}

/** A bill as an agenda names it. */
interface NamedBill {
  readonly billNumber: string;
  readonly session?: SessionContent | undefined;
}

export interface EventDraft {
  /** Names the event in its source. */
  readonly id: string;
  readonly session?: SessionContent | undefined;
  readonly content: Omit<CalendarEventContent, 'sessionId' | 'committees' | 'billIds'>;
  readonly committees: readonly NamedCommittee[];
  /** Numbers of bills of the session. */
  readonly bills: readonly string[];
  /** Bills of other sessions, and those of which the source does not say the session. */
  readonly otherBills?: readonly NamedBill[] | undefined;
}

/** Identifies a bill within a source. */
export const billDraftId = (stateId: number, session: string, billNumber: string): string =>
  `${stateId}#${session.toLowerCase()}#${billNumber}`;
