// Which texts a feed can bring of a bill: those that LegiScan gives by their ids, or those that a source links to.

import type { DocumentKind } from '../../bills/documents/record/document.ts';
import type { BillItem, LegiscanText } from '../../bills/record/bill.ts';
import { type ProviderService, resolvePublishedAddress } from '../providers/hosts.ts';

/** A file of a text, and what its source says that it is. */
export interface LinkedFile {
  readonly url: string;
  readonly mediaType?: string | undefined;
}

/** A text of a bill that a feed can ask for. */
export interface ListedText {
  /** Equal text, equal document. */
  readonly key: string;
  /** Other keys of the same text: sources give the files of a text in any order. */
  readonly otherKeys: readonly string[];
  readonly kind: DocumentKind;
  readonly title: string;
  readonly date?: string | undefined;
  readonly url?: string | undefined;
  /** What the provider says of its content; undefined where it says nothing. */
  readonly hash?: string | undefined;
  /** How it is asked for. */
  readonly by: Pick<LegiscanText, 'of' | 'id'> | { readonly files: readonly LinkedFile[] };
  /** Whether it is the newest version, of which legislatures replace the text where they correct it. */
  readonly isNewest: boolean;
}

/** Papers whose texts are read; others are letters, journals and pictures. */
const readKinds: ReadonlySet<DocumentKind> = new Set(['VERSION', 'AMENDMENT', 'FISCAL_NOTE']);

/** By how well a text can be read of them; what is not listed comes between. */
const mediaRanks: readonly (readonly [RegExp, number])[] = [
  [/^text\/html|^text\/plain/, 0],
  [/^application\/pdf/, 1],
  [/xml|rtf|msword|wordperfect|officedocument|json/, 3],
];
const UNKNOWN_RANK = 2;

const rankMedia = (mediaType = ''): number =>
  mediaRanks.find(([pattern]) => pattern.test(mediaType.toLowerCase()))?.[1] ?? UNKNOWN_RANK;

/** At most so many formats of a text are tried. */
const MAX_ADDRESSES = 3;

type Published = BillItem['versions'][number];

const listFiles = ({ url, mediaType, otherFiles = [] }: Published): readonly LinkedFile[] => [
  ...(url === undefined ? [] : [{ url, mediaType }]),
  ...otherFiles,
];

/** The files of a version or a paper at hosts of which texts are read, those first that are read best. */
const listReadable = (service: ProviderService, files: readonly LinkedFile[]): LinkedFile[] =>
  files
    .filter((file) => resolvePublishedAddress(service, file.url) !== undefined)
    .toSorted((a, b) => rankMedia(a.mediaType) - rankMedia(b.mediaType))
    .slice(0, MAX_ADDRESSES);

const toKey = ({ url }: LinkedFile): string => `link ${url}`;

type Unplaced = Omit<ListedText, 'isNewest'>;

const listLinked = (service: ProviderService, { versions, documents = [] }: BillItem): Unplaced[] =>
  [...versions.map((version) => ({ ...version, kind: 'VERSION' as const })), ...documents].flatMap(
    (published): Unplaced[] => {
      const all = listFiles(published);
      const files = listReadable(service, all);
      const [named, ...others] = all;
      if (files.length === 0 || !named) return [];
      const { kind, type: title, date } = published;
      const keys = { key: toKey(named), otherKeys: others.map(toKey) };
      return [{ ...keys, kind, title, date, url: named.url, by: { files } }];
    },
  );

const listOfLegiscan = ({ legiscanTexts = [] }: BillItem): Unplaced[] =>
  legiscanTexts.map(({ of, id, ...text }) => ({
    ...{ key: `legiscan ${of} ${id}`, otherKeys: [], ...text },
    by: { of, id },
  }));

/**
 * The texts of a bill that a feed of a service brings, the oldest first. What LegiScan gives by id is left to its feeds where one reads the
 * state: the links of such a bill are to the same texts.
 */
export function listTexts(
  service: ProviderService,
  bill: BillItem,
  readsLegiscan: (stateId: number) => boolean,
): readonly ListedText[] {
  const isOfLegiscan =
    bill.legiscanTexts !== undefined && (service === 'legiscan' || readsLegiscan(bill.stateId));
  if (isOfLegiscan !== (service === 'legiscan')) return [];
  const listed = isOfLegiscan ? listOfLegiscan(bill) : listLinked(service, bill);
  const byKey = new Map(listed.filter(({ kind }) => readKinds.has(kind)).map((text) => [text.key, text]));
  const texts = [...byKey.values()].toSorted((a, b) => (a.date ?? '').localeCompare(b.date ?? ''));
  const newest = texts.findLast(({ kind }) => kind === 'VERSION');
  return texts.map((text) => ({ ...text, isNewest: text === newest }));
}
