// A picture for messages.
import type { StoredRecord } from '../../../../../shared/directory/record/stored.ts';
import type { FileReference } from '../../../../../shared/files/stored-file.ts';

/** What is stored about a picture; its bytes are a file. */
export interface MessageImageContent {
  readonly name: string;
  readonly contentType: 'image/jpeg' | 'image/png';
  readonly width: number;
  readonly height: number;
  readonly size: number;
  readonly file: FileReference;
}
export type MessageImageItem = MessageImageContent & StoredRecord<'message-image'>;
