// Encodes the bits of a status list for its credential: compressed, in base64url (W3C Bitstring Status List 1.0, 3.3).

/** Encodes a list of `length` bits in which those at `indexes` are set. */
export async function encodeStatusList(length: number, indexes: readonly number[]): Promise<string> {
  const { createList } = await import('@digitalbazaar/vc-bitstring-status-list');
  const list = await createList({ length });
  for (const index of indexes) list.setStatus(index, true);
  return list.encode();
}
