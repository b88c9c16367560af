// Reads the documents of a meeting of the House and its list of witnesses (docs.house.gov).
import type {
  EventDocument,
  EventWitness,
} from '../../../functions/billtracking/events/record/calendar-event.ts';
import type { Row } from '../../../shared/import/rows/row-source.ts';
import { createValueCollector, type ValueCollector } from '../../../shared/import/rows/value-collector.ts';
import type { JsonObject } from '../../../shared/import/tables/json-object.ts';
import { omitUndefined } from '../../../shared/values/omit-undefined.ts';
import { readAttribute, readElement, readElements, readElementText } from './xml.ts';

/** The witnesses of a meeting, which the House publishes apart from it. */
export interface WitnessList {
  /** The id of the meeting at its source. */
  readonly sourceId: string;
  readonly witnesses: readonly EventWitness[];
}

/** The id of a meeting, which its own file and its list of witnesses name it by. */
export const houseMeetingId = (number: string): string => `house-meeting:${number}`;

/** No meeting has more; the limit keeps an event within the size of a record. */
const MAX_DOCUMENTS = 200;

const isRemoved = (element: JsonObject): boolean => readAttribute(element, 'remove-date') !== undefined;

/** The documents that are still published, each with its files. */
export function parseDocuments(
  field: string,
  elements: readonly JsonObject[],
  collector: ValueCollector,
): EventDocument[] {
  const published = elements.filter((element) => !isRemoved(element));
  if (published.length > MAX_DOCUMENTS)
    collector.leaveOut({
      field,
      reason: `has ${published.length} documents: those after the first ${MAX_DOCUMENTS} are left out`,
      value: '',
    });
  return published.slice(0, MAX_DOCUMENTS).flatMap((element, index): EventDocument[] => {
    const [number] = Array.isArray(element['legis-num']) ? element['legis-num'] : [];
    const title = readElementText(element.description) ?? readElementText(number);
    const links = readElements(readElement(element, 'files').file).flatMap((file) => {
      const url = collector.acceptLink(`${field}.${index}.doc-url`, readAttribute(file, 'doc-url'));
      return url === undefined
        ? []
        : [{ url, ...omitUndefined({ format: readAttribute(file, 'doc-type') }) }];
    });
    if (title === undefined && links.length === 0) {
      collector.leaveOut({
        field: `${field}.${index}`,
        reason: 'is left out: a document needs a description or a file',
        value: '',
      });
      return [];
    }
    return [{ title: (title ?? 'Document').slice(0, 300), links }];
  });
}

function parseWitness(element: JsonObject, index: number, collector: ValueCollector): EventWitness[] {
  const parts = ['honorific', 'firstname', 'middlename', 'lastname', 'suffix'];
  const name = parts.flatMap((part) => readElementText(element[part]) ?? []).join(' ');
  if (name === '') {
    collector.leaveOut({
      field: `witness.${index}`,
      reason: 'is left out: a witness needs a name',
      value: '',
    });
    return [];
  }
  const documents = readElements(readElement(element, 'witness-documents')['witness-document']);
  return [
    {
      name: name.slice(0, 200),
      ...omitUndefined({
        position: readElementText(element.position)?.slice(0, 300),
        organization: readElementText(element.organization)?.slice(0, 300),
      }),
      documents: parseDocuments(`witness.${index}.witness-document`, documents, collector),
    },
  ];
}

/** The witnesses of a list, in their order. */
export function parseWitnessList(row: string, list: JsonObject): Row<WitnessList> {
  const number = /\d+$/.exec(readAttribute(list, 'meeting-id') ?? '')?.[0];
  if (number === undefined)
    return {
      row,
      problems: [
        {
          field: 'meeting-id',
          reason: 'is missing, so the meeting of these witnesses is unknown',
          value: '',
        },
      ],
    };
  const collector = createValueCollector();
  const order = (panel: JsonObject): number => Number(readAttribute(panel, 'sort-order') ?? 0);
  const witnesses = readElements(list.panel)
    .toSorted((a, b) => order(a) - order(b))
    .flatMap((panel) => readElements(panel.witness))
    .filter((witness) => !isRemoved(witness))
    .flatMap((witness, index) => parseWitness(witness, index, collector));
  return { row, leftOut: collector.leftOut, record: { sourceId: houseMeetingId(number), witnesses } };
}
