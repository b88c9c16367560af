// API Gateway's keys and usage plans, through its control API.
import type { ApiKey, ApiKeyRegistry } from './sync-keys.ts';

/** The largest page that API Gateway returns. */
const pageSize = 500;

/** All items of a paged list. */
async function* iterateItems<T>(
  page: (position: string | undefined) => Promise<{ readonly items?: T[]; readonly position?: string }>,
): AsyncGenerator<T> {
  let position: string | undefined;
  do {
    const { items = [], position: next } = await page(position);
    yield* items;
    position = next;
  } while (position);
}

const isNamed = (error: unknown, name: string): boolean => error instanceof Error && error.name === name;

/** Ignores the error with this name, which means that the work was done already. */
async function ignoreError(errorName: string, work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!isNamed(error, errorName)) throw error;
  }
}

/** The registry. The SDK's client for it is loaded with the first use: nothing but these two functions needs it. */
export async function createApiKeyRegistry(): Promise<ApiKeyRegistry> {
  const sdk = await import('@aws-sdk/client-api-gateway');
  const gateway = new sdk.APIGatewayClient({});

  async function listKeys(prefix: string): Promise<readonly ApiKey[]> {
    const found: ApiKey[] = [];
    const page = (position: string | undefined) =>
      gateway.send(new sdk.GetApiKeysCommand({ nameQuery: prefix, limit: pageSize, position }));
    for await (const { id, name } of iterateItems(page))
      if (id && name?.startsWith(prefix)) found.push({ id, name });
    return found;
  }

  async function findKeyId(name: string): Promise<string | undefined> {
    return (await listKeys(name)).find((key) => key.name === name)?.id;
  }

  return {
    listKeys,
    async listPlans() {
      const found = new Map<string, string>();
      const page = (position: string | undefined) =>
        gateway.send(new sdk.GetUsagePlansCommand({ limit: pageSize, position }));
      for await (const { id, name } of iterateItems(page)) if (id && name) found.set(name, id);
      return found;
    },
    async listKeyIds(usagePlanId) {
      const found = new Set<string>();
      const page = (position: string | undefined) =>
        gateway.send(new sdk.GetUsagePlanKeysCommand({ usagePlanId, limit: pageSize, position }));
      for await (const { id } of iterateItems(page)) if (id) found.add(id);
      return found;
    },
    async createKey(name) {
      const known = await findKeyId(name);
      if (known) return known;
      try {
        const command = new sdk.CreateApiKeyCommand({ name, value: name, enabled: true });
        return (await gateway.send(command)).id;
      } catch (error) {
        // Another caller may create it after the check above.
        if (isNamed(error, 'ConflictException')) return findKeyId(name);
        if (isNamed(error, 'LimitExceededException')) return undefined;
        throw error;
      }
    },
    addToPlan: (usagePlanId, keyId) =>
      ignoreError(
        'ConflictException',
        gateway.send(new sdk.CreateUsagePlanKeyCommand({ usagePlanId, keyId, keyType: 'API_KEY' })),
      ),
    removeKey: (apiKey) =>
      ignoreError('NotFoundException', gateway.send(new sdk.DeleteApiKeyCommand({ apiKey }))),
  };
}
