// What goes over the push channel beside the changes themselves. None of these has an id: only changes are cursors.
import type { ChangeEvent } from '../data/change-feed.ts';
import type { ErrorCode, ErrorDetailCode } from '../errors/catalogue.ts';

/** The first message; from then on changes are told. */
interface ReadyMessage {
  readonly type: 'ready';
  readonly tenantCode: string;
}

/** The feed does not know the cursor (any more): what was missed is not told, and everything has to be read anew. */
interface ResyncMessage {
  readonly type: 'resync';
  readonly tenantCode: string;
}

/** Every few minutes, so that no connection is idle. */
interface HeartbeatMessage {
  readonly type: 'heartbeat';
}

/** The last message before a listener is cut off whose token is no longer accepted. */
interface RefusedMessage {
  readonly type: 'refused';
  readonly code: ErrorCode | ErrorDetailCode;
  readonly message: string;
}

/** What a listener is told. */
export type PushMessage = ReadyMessage | ResyncMessage | HeartbeatMessage | RefusedMessage | ChangeEvent;
