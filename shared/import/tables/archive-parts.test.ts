// Parts of archives unpack to a limit, whatever the archive says of itself (docs/sandbox.md).
import { expect, it } from 'vitest';
import { zip } from '../../../test/crm/imports/workbook-archives.ts';
import { listArchiveParts, readArchivePart } from './archive-parts.ts';

it('a part unpacks to as many bytes as are allowed, and no more', async () => {
  const archive = zip([['bill.json', 'x'.repeat(1000), 3]]);
  const [part] = listArchiveParts(archive) ?? [];
  if (!part) throw new Error('The archive has one part');
  expect((await readArchivePart(archive, part, 1000)).length).toBe(1000);
  await expect(readArchivePart(archive, part, 999)).rejects.toThrow('larger than 999 bytes');
});
