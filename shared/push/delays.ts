// How late the feed's index and the stream may be, as whoever reads the feed for subscribers has to expect.
import { indexDelay } from '../change-feed/feed.ts';

/**
 * How long the feed's index may lag behind an appended change, in milliseconds (env PUSH_SETTLING). DynamoDB Local has
 * no lag: it writes the index with the item.
 */
export const getIndexDelay = (): number => Number(process.env.PUSH_SETTLING ?? indexDelay);

/**
 * How far before its cursor a subscriber gets changes again, in milliseconds: 90 seconds, or ten without index lag. A
 * change may be sent after one that was appended later, because shards of the stream are processed in parallel, and at
 * the end of a catch-up; a subscriber whose connection breaks in between reconnects with the later one as its cursor. A
 * feed function that fails before it has sent what it appended is called again within little more than the minute it may
 * run.
 */
export const getOverlap = (): number => Math.max(10_000, 18 * getIndexDelay());

/** The largest difference between the clocks of two functions, in milliseconds. */
export const maxClockSkew = 1_000;
