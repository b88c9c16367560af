// What no measurement on a laptop can tell, said once: every figure of `npm run cost` rests on these.

export const assumptions = {
  /** One round trip from Lambda to DynamoDB, in milliseconds: DynamoDB says "single-digit". */
  roundTripMilliseconds: 5,
  /**
   * Of a whole core, in milliseconds: what a warm request computes beside its round trips, and for each of them
   * (bench/results.md: the award's 2.3 ms are three round trips, the bare handler's 0.65 ms one).
   */
  requestCpuMilliseconds: 0.4,
  roundTripCpuMilliseconds: 0.65,
  /** argon2id for one password (docs/platform-rules.md#password-hashing). */
  passwordCpuMilliseconds: 19,
  /** Memory that brings a whole core, in MB (AWS Lambda, "Configure memory"). */
  megabytesOfACore: 1769,
  /** How many of a hundred calls meet a cold start, and what loading and the first answer compute of a whole core. */
  coldStartsInAHundred: 1,
  coldStartMilliseconds: 150,
  /** Bytes of the request's log line with what CloudWatch adds to it, of the access log's line, and of Lambda's own three. */
  logBytes: 230 + 26,
  accessLogBytes: 450 + 26,
  platformLogBytes: 420,
  /** Bytes of a reply's headers. */
  headerBytes: 700,
} as const;
