// Reads what LegiScan gives of the texts of a bill and of the papers about it (API User Manual, getBill: texts, amendments, supplements).

import type { ValueCollector } from '../../../../shared/import/rows/value-collector.ts';
import { readText } from '../../../../shared/import/rows/values.ts';
import { type JsonObject, readObjects } from '../../../../shared/import/tables/json-object.ts';
import { omitUndefined } from '../../../../shared/values/omit-undefined.ts';
import type { BillContent, BillPaper, LegiscanText, LegiscanTextKind } from '../../bills/record/bill.ts';
import { parseIsoDay } from './legiscan-votes.ts';

/** supplement type_id: fiscal note, fiscal note and analysis. */
const fiscalNotes: ReadonlySet<string> = new Set(['1', '3']);

/** The day and the address of a file, at the legislature where it is known. */
const readFile = (file: JsonObject, member: string, collector: ValueCollector) =>
  omitUndefined({
    date: parseIsoDay(file.date),
    mediaType: readText(file.mime),
    url:
      collector.acceptLink(`${member}.state_link`, file.state_link) ??
      collector.acceptLink(`${member}.url`, file.url),
  });

/** How LegiScan names a text and its content (API User Manual, getBill: texts, amendments, supplements). */
interface TextId extends Pick<LegiscanText, 'of' | 'hash'> {
  readonly id: string;
}

/** Where a text has its id and its hash. */
const textMembers = {
  text: ['doc_id', 'text_hash'],
  amendment: ['amendment_id', 'amendment_hash'],
  supplement: ['supplement_id', 'supplement_hash'],
} as const satisfies Record<LegiscanTextKind, readonly [string, string]>;

function readTextId(file: JsonObject, of: LegiscanTextKind): TextId | undefined {
  const [idMember, hashMember] = textMembers[of];
  const id = readText(file[idMember]);
  return id === undefined ? undefined : { of, id, ...omitUndefined({ hash: readText(file[hashMember]) }) };
}

/** A paper with what LegiScan names it by. */
type NamedPaper = BillPaper & { readonly legiscan: TextId | undefined };

/** What LegiScan gives of the versions and papers; nothing where it names none of them. */
function listTexts(
  versions: readonly Omit<NamedPaper, 'kind'>[],
  papers: readonly NamedPaper[] = [],
): { readonly legiscanTexts?: readonly LegiscanText[] } {
  const named = [...versions.map((version) => ({ ...version, kind: 'VERSION' as const })), ...papers];
  const legiscanTexts = named.flatMap(({ kind, type: title, date, url, legiscan }): LegiscanText[] =>
    legiscan ? [{ ...legiscan, kind, title, ...omitUndefined({ date, url }) }] : [],
  );
  return legiscanTexts.length > 0 ? { legiscanTexts } : {};
}

/** The amendments and supplements; undefined when LegiScan says nothing of either. */
function readSupplements(bill: JsonObject, collector: ValueCollector): NamedPaper[] | undefined {
  if (!Array.isArray(bill.amendments) && !Array.isArray(bill.supplements)) return undefined;
  const name = (file: JsonObject, otherwise: string): string =>
    readText(file.title) ?? readText(file.description) ?? otherwise;
  return [
    ...readObjects(bill.amendments).map((amendment): NamedPaper => {
      const isAdopted = readText(amendment.adopted) === '1';
      return {
        ...{ kind: 'AMENDMENT', type: `${name(amendment, 'Amendment')}${isAdopted ? ' (adopted)' : ''}` },
        ...readFile(amendment, 'amendments', collector),
        legiscan: readTextId(amendment, 'amendment'),
      };
    }),
    ...readObjects(bill.supplements).map((supplement): NamedPaper => {
      const kind = readText(supplement.type) ?? 'Supplement';
      const title = name(supplement, kind);
      return {
        kind: fiscalNotes.has(readText(supplement.type_id) ?? '') ? 'FISCAL_NOTE' : 'OTHER',
        type: title.toLowerCase().includes(kind.toLowerCase()) ? title : `${kind}: ${title}`,
        ...readFile(supplement, 'supplements', collector),
        legiscan: readTextId(supplement, 'supplement'),
      };
    }),
  ];
}

/** The versions, the amendments and supplements, and the ids by which LegiScan gives their texts. */
export function parsePapers(
  bill: JsonObject,
  collector: ValueCollector,
): Pick<BillContent, 'versions' | 'documents' | 'legiscanTexts'> {
  const versions = readObjects(bill.texts).map((text) => ({
    type: readText(text.type) ?? 'Text',
    ...readFile(text, 'texts', collector),
    legiscan: readTextId(text, 'text'),
  }));
  const papers = readSupplements(bill, collector);
  return {
    versions: versions.map(({ legiscan: _, ...version }) => version),
    ...(papers && { documents: papers.map(({ legiscan: _, ...paper }) => paper) }),
    ...listTexts(versions, papers),
  };
}
