// POST /api/1.0/bill/documents/search
import { lambda } from '../../../../shared/http/lambda.ts';
import { stateById } from '../../../../shared/legislature/states.ts';
import { takePage } from '../../../../shared/lists/page.ts';
import { pageReply, toPageRequest } from '../../envelopes.ts';
import { isTracked } from '../record/bill.ts';
import { rowsById } from '../record/store.ts';
import { searchBillDocuments } from './contract.ts';
import { findExcerpt } from './excerpt.ts';
import { findDocumentIds } from './find-document-ids.ts';
import { createDocumentPresenter } from './present.ts';
import { documentsById, loadText } from './record/store.ts';

export const handler = lambda(searchBillDocuments, async ({ body, tenant, receivedAt }) => {
  const ids = await findDocumentIds(tenant, body.text);
  const documents = (await documentsById(tenant, ids)).flatMap((document) => document ?? []);
  const billIds = [...new Set(documents.map(({ billId }) => billId))];
  const bills = new Map(
    (await rowsById(tenant, billIds)).filter(isTracked).map((row) => [row.id, row] as const),
  );
  const found = documents
    .flatMap((document) => {
      const bill = bills.get(document.billId);
      return bill ? [{ bill, document }] : [];
    })
    .sort((a, b) => sortText(b.document).localeCompare(sortText(a.document)));
  const present = createDocumentPresenter(tenant, receivedAt);
  const page = await Promise.all(
    takePage(found, toPageRequest(body)).map(async ({ bill, document }) => ({
      billId: Number(bill.id),
      billNumber: bill.billNumber,
      billTitle: bill.title,
      state: stateById(bill.stateId)?.abbreviation ?? '',
      document: present(document),
      excerpt: findExcerpt((await loadText(tenant, document, receivedAt)) ?? '', body.text),
    })),
  );
  return pageReply(page, body, found.length);
});

const sortText = ({
  date,
  createdDate,
  id,
}: {
  date?: string | undefined;
  createdDate: string;
  id: string;
}) => `${date ?? createdDate.slice(0, 10)} ${id}`;
