// What is done with uploaded pictures in a process of its own: decoders obey what a file says.
import { defineTasks } from '../sandbox/tasks.ts';
import type { EncodedImageResult, ImageBounds } from './encode-mail-image.ts';
import type { ShrunkPhoto } from './shrink-photo.ts';

export default defineTasks(import.meta.url, {
  encodeImage: async (source: Uint8Array, bounds: ImageBounds): Promise<EncodedImageResult> =>
    (await import('./encode-mail-image.ts')).encodeImage(Buffer.from(source), bounds),

  shrinkPhoto: async (source: Uint8Array): Promise<ShrunkPhoto> =>
    (await import('./shrink-photo.ts')).shrinkPhoto(Buffer.from(source)),
});
