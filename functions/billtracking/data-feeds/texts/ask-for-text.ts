// Asks for one text: of LegiScan by its id, of others at the address that they link to.
import { readObject } from '../../../../shared/import/json-object.ts';
import { readText } from '../../../../shared/import/values.ts';
import type { LegiscanTextKind } from '../../bills/bill.ts';
import {
  findContentKind,
  type PublishedContent,
  type ReadContent,
  readContent,
} from '../../bills/documents/record/read-content.ts';
import { ProviderRefusal } from '../providers/client.ts';
import { serviceOf } from '../providers/hosts.ts';
import { askLegiscan } from '../providers/legiscan.ts';
import { askForPublished } from '../providers/published-texts.ts';
import type { ReaderContext } from '../providers/reader.ts';
import type { ListedText } from './listed-text.ts';

/** A text that was read, or that its host has it as it was. */
type AskedText = 'unchanged' | { readonly read: ReadContent; readonly validator?: string | undefined };

/** The operations of LegiScan's texts, and the member of the reply (API User Manual). */
const operations = {
  text: ['getBillText', 'text'],
  amendment: ['getAmendment', 'amendment'],
  supplement: ['getSupplement', 'supplement'],
} as const satisfies Record<LegiscanTextKind, readonly [string, string]>;

/** The file that is read best, of a text in two formats. */
const chooseFile = (files: readonly PublishedContent[]): PublishedContent | undefined => {
  const kinds = files.map((file) => ({ file, kind: findContentKind(file) }));
  return ['html', 'text', 'pdf', 'other']
    .map((wanted) => kinds.find(({ kind }) => kind === wanted)?.file)
    .find((file) => file !== undefined);
};

async function askLegiscanText(
  { client }: ReaderContext,
  { of, id }: { readonly of: LegiscanTextKind; readonly id: string },
): Promise<AskedText> {
  const [operation, member] = operations[of];
  const reply = readObject((await askLegiscan(client, operation, { id }))[member]);
  const files = (
    [
      ['doc', 'mime'],
      ['alt_doc', 'alt_mime'],
    ] as const
  ).flatMap(([file, type]): PublishedContent[] => {
    const content = readText(reply[file]);
    return content === undefined
      ? []
      : [{ bytes: Buffer.from(content, 'base64'), contentType: readText(reply[type]) }];
  });
  const file = chooseFile(files);
  if (!file) throw new ProviderRefusal(`LegiScan answers ${operation} without the text.`, { isOfRow: true });
  return { read: await readContent(file) };
}

/** The first text that can be read at one of the addresses; otherwise the reason that the last one gives. */
async function askLinkedText(
  { tenant, feed, now }: ReaderContext,
  addresses: readonly string[],
  validator: string | undefined,
): Promise<AskedText> {
  let last: AskedText = { read: { problem: 'It is at no address.' } };
  for (const [index, address] of addresses.entries()) {
    // What was said of its content is that of the first address.
    const asked = await askForPublished(
      tenant,
      serviceOf(feed.provider),
      { address, validator: index === 0 ? validator : undefined },
      now,
    );
    if (asked === 'unchanged') return asked;
    last = { read: await readContent(asked.content), validator: index === 0 ? asked.validator : undefined };
    if ('text' in last.read) return last;
  }
  return last;
}

/**
 * Asks for a text. @param validator what its host said of its content when it was last asked for
 * @throws ProviderRefusal, ProviderFailure, ProviderPause
 */
export const askForText = (
  context: ReaderContext,
  { by }: ListedText,
  validator: string | undefined,
): Promise<AskedText> =>
  'addresses' in by ? askLinkedText(context, by.addresses, validator) : askLegiscanText(context, by);
