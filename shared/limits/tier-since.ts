// Since when a tenant has its tier. By itself, because whoever changes a tenant needs it and names no API key.

/**
 * Since when a tenant has its tier, and so its key. Of a tenant that an earlier version stored only its last change is
 * known, which is not earlier; its next change then keeps the moment.
 */
export const getTierSince = ({
  tierSince,
  modifiedDate,
}: {
  readonly tierSince?: string | undefined;
  readonly modifiedDate: string;
}): string => tierSince ?? modifiedDate;
