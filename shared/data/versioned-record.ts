/** The attributes that the system sets on a stored record that can change; `version` counts from 1 and is its ETag. */
export interface VersionedRecord {
  readonly version: number;
  readonly createdDate: string;
  readonly modifiedDate: string;
  readonly schemaVersion: 1;
}
