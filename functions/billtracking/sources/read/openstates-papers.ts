// Reads the versions of a bill of Open States, and the papers about it.

import type { ValueCollector } from '../../../../shared/import/rows/value-collector.ts';
import { readText } from '../../../../shared/import/rows/values.ts';
import { type JsonObject, readObjects } from '../../../../shared/import/tables/json-object.ts';
import { dayInZone } from '../../../../shared/time/day-in-zone.ts';
import { omitUndefined } from '../../../../shared/values/omit-undefined.ts';
import type { BillPaper } from '../../bills/record/bill.ts';

/** What a version or a paper is called, its day, and its files (api-v3, schemas.py: BillDocumentOrVersion). */
export function readPublished(entry: JsonObject, field: string, timeZone: string, collector: ValueCollector) {
  const [first, ...otherFiles] = readObjects(entry.links).flatMap((link) => {
    const url = collector.acceptLink(`${field}.links.url`, link.url);
    return url === undefined ? [] : [{ url, ...omitUndefined({ mediaType: readText(link.media_type) }) }];
  });
  return {
    type: readText(entry.note) ?? (field === 'versions' ? 'Text' : 'Document'),
    ...omitUndefined({ date: dayInZone(readText(entry.date) ?? '', timeZone) }),
    ...first,
    ...(otherFiles.length > 0 && { otherFiles }),
  };
}

/** The kind of a paper: its classification, which only the downloads have (openstates-core, common.py), or its name. */
export function readPaperKind(paper: JsonObject): BillPaper['kind'] {
  const words = `${readText(paper.classification) ?? ''} ${readText(paper.note) ?? ''}`;
  if (/\bfiscal\b/i.test(words)) return 'FISCAL_NOTE';
  return /\bamendments?\b/i.test(words) ? 'AMENDMENT' : 'OTHER';
}
