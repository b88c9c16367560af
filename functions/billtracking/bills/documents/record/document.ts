// Documents of a bill: versions of its text, amendments, fiscal notes and others, stored as files or linked
// (docs/interface/billtracking.md#bill-documents).
import type { VersionedRecord } from '../../../../../shared/data/versioned-record.ts';
import type { FileReference } from '../../../../../shared/files/stored-file.ts';

export const documentKinds = ['VERSION', 'AMENDMENT', 'FISCAL_NOTE', 'OTHER'] as const;
export type DocumentKind = (typeof documentKinds)[number];

/** What files may be, by how their names end. */
export const documentTypes = {
  txt: 'text/plain',
  html: 'text/html',
  htm: 'text/html',
  pdf: 'application/pdf',
} as const;

/** The most documents that are stored of a bill. */
export const MAX_DOCUMENTS = 200;

/** A file of a document. */
export interface DocumentFile extends FileReference {
  readonly name: string;
  readonly contentType: string;
  readonly size: number;
}

/** Where a data feed took a document from. */
export interface DocumentSource {
  /** Of the provider. */
  readonly name: string;
  /** The feed. */
  readonly feedId: string;
  /** What the provider names the document by: equal text, equal document, whatever its text is. */
  readonly key: string;
  /** The address of the file that it was read from, of those that have it. */
  readonly file?: string | undefined;
  /** Of its words, without what separates them. */
  readonly textHash: string;
}

/** A document as stored. */
export interface DocumentItem extends VersionedRecord {
  readonly type: 'bill-document';
  readonly id: string;
  readonly billId: string;
  readonly kind: DocumentKind;
  readonly title: string;
  /** YYYY-MM-DD. */
  readonly date?: string | undefined;
  readonly url?: string | undefined;
  readonly file?: DocumentFile | undefined;
  /** Its plain text, by which it is searched and compared. */
  readonly text?: (FileReference & { readonly characters: number }) | undefined;
  /** Why a PDF has no text, as a sentence for people. */
  readonly textProblem?: string | undefined;
  /** Absent where a user stored it. */
  readonly source?: DocumentSource | undefined;
  /** The document that it replaces: its source has put this text in the place of that one. */
  readonly replaces?: string | undefined;
  /** When its source was seen to have replaced it, ISO 8601. */
  readonly replacedDate?: string | undefined;
  readonly createdBy: string;
  readonly createdById: string;
}
