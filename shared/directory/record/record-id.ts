// Deterministic record ids: the same record of the same tenant always gets the same id.
import { createHash } from 'node:crypto';

/** The namespace of the platform's ids (RFC 9562 5.5); changing it would give every imported record a new id. */
const NAMESPACE = Buffer.from('5d0c3a8e61f74b0c9a4e2f7b16c8d935', 'hex');

/**
 * The id of an imported record: a UUID version 5 (RFC 9562 5.5) over tenant, source and the id in the source. A second
 * import therefore finds the first one's record, and two tenants never share an id.
 *
 * @param tenantCode the tenant the record belongs to
 * @param source the scope in which the external id is unique, such as `person:ocd-person`
 * @param externalId the id of the record in the source
 */
export function recordId(tenantCode: string, source: string, externalId: string): string {
  const bytes = createHash('sha1')
    .update(NAMESPACE)
    .update(JSON.stringify([tenantCode, source, externalId]))
    .digest();
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex', 0, 16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
