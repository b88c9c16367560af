// Documents of bills as the interface presents them.
import { showUserName } from '../../../../shared/auth/accounts/user-name.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { createSignedLink } from '../../../../shared/files/signed-link.ts';
import { areaUrl } from '../../../../shared/http/area-url.ts';
import type { BillItem } from '../record/bill.ts';
import type { DocumentItem } from './record/document.ts';

/** How long a link to a file is valid, in milliseconds. */
export const LINK_MILLISECONDS = 3_600_000;

/** Creates what presents documents. @param receivedAt real time, from which links to files are valid for an hour */
export const createDocumentPresenter =
  (tenant: TenantStore, receivedAt: Date) =>
  ({ file, text, ...document }: DocumentItem) => ({
    id: document.id,
    kind: document.kind,
    title: document.title,
    date: document.date ?? null,
    url: document.url ?? null,
    file: file
      ? {
          ...{ name: file.name, contentType: file.contentType, size: file.size },
          downloadUrl: areaUrl(
            'training',
            createSignedLink(tenant, file, new Date(receivedAt.getTime() + LINK_MILLISECONDS)),
          ),
        }
      : null,
    hasText: text !== undefined,
    textProblem: document.textProblem ?? null,
    isFromSource: document.source !== undefined,
    replacesId: document.replaces ?? null,
    replacedDate: document.replacedDate ?? null,
    createdBy: showUserName(document.createdBy),
    createdDate: document.createdDate,
  });

/** What a source links to: a version of the text, or a paper about the bill. */
const presentLinkedFile = (
  kind: DocumentItem['kind'],
  { type, date, url }: BillItem['versions'][number],
) => ({
  ...{ id: null, kind, title: type, date: date ?? null, url: url ?? null },
  ...{
    file: null,
    hasText: false,
    textProblem: null,
    isFromSource: true,
    replacesId: null,
    replacedDate: null,
    createdBy: null,
    createdDate: null,
  },
});

/** The versions and the papers that a source links to, but those that a feed has stored. */
export function presentLinkedDocuments(
  { versions, documents = [] }: BillItem,
  stored: readonly DocumentItem[],
) {
  const isStored = ({ kind, title, date, url }: Pick<DocumentItem, 'kind' | 'title' | 'date' | 'url'>) =>
    stored.some(
      (document) =>
        document.source !== undefined &&
        document.kind === kind &&
        document.title === title &&
        document.date === date &&
        document.url === url,
    );
  return [...versions.map((version) => ({ ...version, kind: 'VERSION' as const })), ...documents]
    .filter((linked) => !isStored({ ...linked, title: linked.type }))
    .map((linked) => presentLinkedFile(linked.kind, linked));
}
