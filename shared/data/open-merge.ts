// Merges whose references are still on their way, as a tenant's item names them: every request reads that item, so a request
// knows them without another read (docs/interface/crm.md#while-a-merge-runs).

/** A kind of record that can be merged. */
export interface MergedKind {
  readonly what: 'person' | 'organization';
  /** Where a record and its merge are stored: `PERSON#…`. */
  readonly partition: 'PERSON' | 'ORG';
}

/** A merge whose references are on their way to the remaining record, or back to the restored one. */
export interface OpenMerge extends MergedKind {
  readonly from: string;
  readonly into: string;
  /** The name of the record that remains: other records have copies of it, which follow. */
  readonly name: string;
  readonly status: 'running' | 'undoing';
}

type Attribute = `openMerge_${string}`;

/** An attribute for each open merge, so that merges that begin and end at the same time do not wait for each other. */
export type OpenMergeAttributes = { readonly [name in Attribute]?: OpenMerge };

/** The attribute of the merge of this record. Placeholders of DynamoDB have no hyphens. */
export const openMergeAttribute = (from: string): Attribute => `openMerge_${from.replaceAll('-', '')}`;

/** Whether an attribute of a tenant's item names an open merge. */
export const isOpenMerge = (name: string): boolean => name.startsWith('openMerge_');

/** The open merges that a tenant's item names. */
export const listOpenMerges = (item: object): readonly OpenMerge[] =>
  Object.entries(item).flatMap(([name, merge]) => (isOpenMerge(name) ? [merge as OpenMerge] : []));
