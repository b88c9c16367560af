// What the local gateway serves on its port besides the endpoints.
import type { IncomingMessage, ServerResponse } from 'node:http';

/** Pages, the mail catcher or the local secrets, below one path. */
export interface Mount {
  /** The path it is served below, such as `/mail`; `/` for every other path. */
  readonly at: string;
  readonly serve: (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;
}
