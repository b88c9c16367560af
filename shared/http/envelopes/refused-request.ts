// The facts of a failed request that its error envelope needs.
export interface RefusedRequest {
  readonly method: string;
  /** The path as the caller sent it, below the area's base address. */
  readonly path: string;
  readonly requestId: string;
  /** ISO 8601, UTC. */
  readonly timestamp: string;
  /** Set once the tenant is known to exist. */
  readonly tenantCode?: string | undefined;
}
