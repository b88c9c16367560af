// Requests to DynamoDB Local as plain text: the SDK would take apart and put together every item that is only copied.

/** The text of an item as DynamoDB sends it, by the text of its key. */
export type ItemTexts = ReadonlyMap<string, string>;

/** TransactWriteItems takes 100. It is one write to the disk, where BatchWriteItem is one per item. */
const BATCH = 100;
/** While the database writes one batch, the next one is on its way. */
const BATCHES_AT_ONCE = 2;

/** Sends a request and returns the text of the reply. @throws Error when the database refuses it or does not answer */
export async function sendPlainRequest(
  endpoint: string,
  operation: string,
  body: string,
  signal?: AbortSignal,
): Promise<string> {
  const answer = await fetch(endpoint, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/x-amz-json-1.0',
      'X-Amz-Target': `DynamoDB_20120810.${operation}`,
      // DynamoDB Local requires a signature, but does not check it.
      Authorization:
        'AWS4-HMAC-SHA256 Credential=local/20200101/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0',
    },
    body,
    ...(signal && { signal }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${operation} failed: ${text}`);
  return text;
}

interface ScanPage {
  readonly Items: readonly { readonly pk: { readonly S: string }; readonly sk: { readonly S: string } }[];
  readonly LastEvaluatedKey?: unknown;
}

/** All items of a table. */
export async function readItemTexts(endpoint: string, tableName: string): Promise<ItemTexts> {
  const items = new Map<string, string>();
  let start: unknown;
  do {
    const page: ScanPage = JSON.parse(
      await sendPlainRequest(
        endpoint,
        'Scan',
        JSON.stringify({ TableName: tableName, ConsistentRead: true, ExclusiveStartKey: start }),
      ),
    );
    for (const item of page.Items) {
      const { pk, sk } = item;
      items.set(JSON.stringify({ pk, sk }), JSON.stringify(item));
    }
    start = page.LastEvaluatedKey;
  } while (start !== undefined);
  return items;
}

/** Makes the items of a table, which has those of `now`, the ones of `wanted`. */
export async function replaceItems(
  endpoint: string,
  tableName: string,
  now: ItemTexts,
  wanted: ItemTexts,
): Promise<void> {
  const TableName = JSON.stringify(tableName);
  const writes = [
    ...[...wanted].flatMap(([key, text]) =>
      now.get(key) === text ? [] : [`{"Put":{"TableName":${TableName},"Item":${text}}}`],
    ),
    ...[...now.keys()].flatMap((key) =>
      wanted.has(key) ? [] : [`{"Delete":{"TableName":${TableName},"Key":${key}}}`],
    ),
  ];
  const writeNext = async (): Promise<void> => {
    for (let batch = writes.splice(0, BATCH); batch.length > 0; batch = writes.splice(0, BATCH))
      await sendPlainRequest(endpoint, 'TransactWriteItems', `{"TransactItems":[${batch.join()}]}`);
  };
  await Promise.all(Array.from({ length: BATCHES_AT_ONCE }, writeNext));
}
