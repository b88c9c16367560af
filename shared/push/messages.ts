// The messages of the push channel other than changes. None of them has an id: only the ids of changes are cursors.
import type { ErrorCode, ErrorDetailCode } from '../errors/catalogue.ts';
import type { Frame } from './frames.ts';

/** The first message; changes follow. */
interface ReadyMessage {
  readonly type: 'ready';
  readonly tenantCode: string;
  /** What is sent: the requested topics, or else all that the subscriber may read. */
  readonly topics: readonly string[];
}

/** How far the feed was read for a subscriber that was not sent the last change: continue from here. */
interface PositionMessage {
  readonly type: 'position';
  readonly cursor: string;
}

/**
 * Changes are not sent: those from `cursor` on, which the subscriber has to read from the feed, because there were too
 * many; without a cursor all missed ones, because the feed does not know the subscriber's.
 */
interface ResyncMessage {
  readonly type: 'resync';
  readonly tenantCode: string;
  readonly cursor?: string | undefined;
}

/** Sent every few minutes, so that no connection is idle. */
interface HeartbeatMessage {
  readonly type: 'heartbeat';
}

/** The last message before a subscriber whose token is no longer accepted is disconnected. */
interface RefusedMessage {
  readonly type: 'refused';
  readonly code: ErrorCode | ErrorDetailCode;
  readonly message: string;
}

/** A message to a subscriber. */
export type PushMessage =
  | ReadyMessage
  | PositionMessage
  | ResyncMessage
  | HeartbeatMessage
  | RefusedMessage
  | Frame;
