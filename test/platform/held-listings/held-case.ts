// What the cases of held listings have in common (test/platform/held-listings.test.ts).

import { commit, update } from '../../../shared/data/changes.ts';
import type { Store } from '../../../shared/data/store.ts';
import { type LeasedRun, MAX_TRIES, type RunStore } from '../../../shared/jobs/leased-run.ts';
import type { WebhookReceiver } from '../../billtracking/subscriptions/webhook-receiver.ts';
import type { TestMailServer } from '../../crm/communication/broadcasts/broadcasts-over-smtp.ts';
import type { TestPlatform } from '../../harness/platform.ts';

// biome-ignore lint/suspicious/noExplicitAny: the harness has checked the bodies
export type Body = any;

/** What a case works with: the demo tenant, with every permission. */
export interface HeldContext extends Pick<TestPlatform, 'store' | 'demo' | 'urls'> {
  readonly mailServer: TestMailServer;
  readonly receiver: WebhookReceiver;
  /** Calls an endpoint, which must succeed; the body of its reply. */
  call(method: string, area: 'crm' | 'training' | 'billtracking', path: string, body?: object): Promise<Body>;
  /** What an endpoint shows, without links; its status where it refuses. */
  look(area: 'crm' | 'training' | 'billtracking', path: string): Promise<unknown>;
  /** Calls area C as an administrator of the platform; the status and the body of the reply. */
  administrate(
    method: string,
    path: string,
    body?: object,
  ): Promise<{ readonly status: number; readonly body: Body }>;
}

/** A record that is due, and what happens to it while a sweep has read the listing and nothing else. */
export interface HeldRecord {
  readonly sweep: () => Promise<unknown>;
  /** Brings the record to another state. */
  readonly change: () => Promise<unknown>;
  /** The record as callers see it, and what was sent because of it. */
  readonly observe: () => Promise<unknown>;
  /** What it is once the sweep has ended; as the change left it by default. */
  readonly expected?: unknown;
  /** A part of the key of the listing, where it is not that of the tenant's own. */
  readonly held?: string;
}

/** The listing, as docs/long-work.md names it; the state that the record gets; and how that is prepared. */
export type HeldCase = readonly [
  listing: string,
  state: string,
  prepare: (context: HeldContext) => Promise<HeldRecord>,
];

/** A moment so many milliseconds from now, as a function asks for it. */
export const after = (milliseconds: number) => () => new Date(Date.now() + milliseconds);

export const hour = 3_600_000;
export const day = 24 * hour;

/** Makes a run one that was cut off so often that the next worker ends it. */
export const useAllTries = <R extends LeasedRun, S extends Store>(
  runs: RunStore<R, S>,
  tenant: S,
  id: string,
): Promise<void> => commit([update<LeasedRun>(runs.key(tenant, id), { set: { tries: MAX_TRIES } })]);
