// The assumptions that no local measurement can replace; every figure of `npm run cost` depends on them.

export const assumptions = {
  /** One round trip from Lambda to DynamoDB, in milliseconds: DynamoDB says "single-digit". */
  roundTripMilliseconds: 5,
  /**
   * Processor time of a warm request in milliseconds, without its round trips and for each of them
   * (docs/performance/speed.md: the award's 2.3 ms are three round trips, the bare handler's 0.65 ms one).
   */
  requestCpuMilliseconds: 0.4,
  roundTripCpuMilliseconds: 0.65,
  /** argon2id for one password (docs/identity.md#passwords). */
  passwordCpuMilliseconds: 19,
  /** The memory that provides a whole core, in MB (AWS Lambda, "Configure memory"). */
  megabytesOfACore: 1769,
  /** How many of a hundred calls are cold starts, and the processor time of one. */
  coldStartsInAHundred: 1,
  coldStartMilliseconds: 150,
  /**
   * Bytes of the request's log line with CloudWatch's overhead, of the access log's line, and of Lambda's own three.
   */
  logBytes: 230 + 26,
  accessLogBytes: 450 + 26,
  platformLogBytes: 420,
  /** Bytes of a reply's headers. */
  headerBytes: 700,
  /** Records that a writing call changes, each a change in the feed. */
  changesInAWrite: 2,
  /** Changes of one tenant that the change feed gets in one call. */
  changesInABatch: 4,
  /** Events on the change bus, and mails, of a hundred writing calls. */
  busEventsInAHundredWrites: 100,
  mailsInAHundredWrites: 30,
  /** Bytes of a stored change. */
  changeBytes: 900,
  /** Bytes of a tenant in which nothing happens: its settings and its counters, with their index entries. */
  idleTenantBytes: 12_000,
  /** The memory of background functions, in MB. */
  backgroundMegabytes: 512,
} as const;
