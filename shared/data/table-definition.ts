// The table's definition as data, for AWS and for the local platform alike.

/**
 * Keys, indexes and switches of the one table (docs/data.md#one-table). Every attribute named here is a string
 * but `ttl`.
 */
export const tableDefinition = {
  partitionKey: 'pk',
  sortKey: 'sk',
  /** Sparse: only items that carry both attributes are in it. Projects all attributes. */
  index: { name: 'gsi1', partitionKey: 'gsi1pk', sortKey: 'gsi1sk', projection: 'ALL' },
  /**
   * Sparse: only what is to be done at some time carries `gsi2pk`, which names the kind of work and not the tenant, so that
   * work is found by when it is due (docs/events.md#what-is-due). It sorts as the tenant's own list of it. Keys only.
   */
  dueIndex: { name: 'gsi2', partitionKey: 'gsi2pk', sortKey: 'gsi1sk', projection: 'KEYS_ONLY' },
  /** Epoch seconds after which DynamoDB deletes the item. */
  timeToLive: 'ttl',
  stream: 'NEW_AND_OLD_IMAGES',
  billing: 'PAY_PER_REQUEST',
} as const;
