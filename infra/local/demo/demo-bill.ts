// The structure of a bill in the demo data.
import type {
  BillAction,
  BillPosition,
  BillRelation,
  RollCall,
  TrackingStatus,
} from '../../../functions/billtracking/bills/bill.ts';
import type { StateChamber } from '../../../shared/legislature/states.ts';

/** A bill as its legislature publishes it. */
export interface DemoBill {
  readonly billNumber: string;
  readonly title: string;
  readonly summary?: string;
  readonly sponsor: string;
  readonly cosponsors?: readonly string[];
  readonly status: string;
  readonly introducedDate?: string;
  /** Chamber and key of a committee of the demo legislature. */
  readonly committee?: readonly [StateChamber, string];
  readonly subjects: readonly string[];
  readonly actions: readonly BillAction[];
  readonly rollCalls?: readonly RollCall[];
  readonly relations?: readonly Pick<BillRelation, 'relation' | 'billNumber'>[];
  readonly versions?: readonly { readonly type: string; readonly date?: string; readonly url: string }[];
  readonly sourceUrl: string;
  /** The session, where it differs from that of most bills. */
  readonly of?: Pick<DemoBills, 'sessionId' | 'session' | 'sessionName'>;
  readonly tracking?: DemoTracking;
}

/** How the tenant tracks it. */
export interface DemoTracking {
  readonly trackingStatus: TrackingStatus;
  /** Position and the day it was taken. */
  readonly positions?: readonly (readonly [BillPosition, string])[];
  readonly priority?: number;
  readonly tags?: readonly string[];
  readonly groups?: readonly string[];
  readonly userTags?: readonly string[];
  /** Keys of people of the demo directory. */
  readonly assignedTo?: readonly string[];
  readonly analysis?: { readonly text: string; readonly isPublic: boolean };
}

export interface DemoBills {
  readonly stateId: number;
  readonly sessionId: number;
  readonly session: string;
  readonly sessionName: string;
  /** The first one is the bill of the examples. */
  readonly bills: readonly DemoBill[];
  /** Those whose days are counted from the day of the seeding. */
  readonly ahead?: (today: string) => readonly DemoBill[];
}

/** The last step of a bill. */
export const signed = (date: string, text: string): BillAction => ({
  date,
  chamber: 'executive',
  text,
  classification: 'executive-signature',
});
