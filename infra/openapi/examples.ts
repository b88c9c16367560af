// Fills the placeholders `{{name}}` of the contracts' examples with seeded values.
import { createHash } from 'node:crypto';
import type { EndpointConfig } from '../../shared/http/endpoint.ts';

/** The values of `{{name}}`. */
export type ExampleValues = Readonly<Record<string, string>>;

const placeholder = /\{\{(\w+)\}\}/g;

/** A UUID that is always the same for the same name. */
function toUuid(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Ids that are numbers counted from 1. */
const numericIds = new Set([
  'notificationId',
  'billId',
  'rollCallId',
  'sessionId',
  'importedSessionId',
  'duplicateSessionId',
  'stateId',
  'legislativeCommitteeId',
]);

/** What a name shows as where nothing is seeded, in a document written to a file. */
const placeholderValue = (name: string): string =>
  numericIds.has(name) ? '1' : name.endsWith('Id') ? toUuid(name) : `your-${name}`;

const fillText = (text: string, values: ExampleValues): string =>
  text.replace(placeholder, (_, name: string) => values[name] ?? placeholderValue(name));

/** A text that is only the placeholder of a numeric id becomes the number. */
function fillNumber(text: string, values: ExampleValues): number | undefined {
  const name = /^\{\{(\w+)\}\}$/.exec(text)?.[1];
  const filled = name !== undefined && numericIds.has(name) ? (values[name] ?? placeholderValue(name)) : '';
  return /^\d+$/.test(filled) ? Number(filled) : undefined;
}

/** A copy of the value with every `{{name}}` in its strings filled in; an id that is counted is a number. */
export function fillPlaceholders(value: unknown, values: ExampleValues): unknown {
  if (typeof value === 'string') return fillNumber(value, values) ?? fillText(value, values);
  if (Array.isArray(value)) return value.map((item) => fillPlaceholders(item, values));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, fillPlaceholders(item, values)]),
  );
}

/** The names of a value's placeholders. */
export const listPlaceholders = (value: unknown): readonly string[] => [
  ...new Set([...(JSON.stringify(value) ?? '').matchAll(placeholder)].map(([, name = '']) => name)),
];

/** The example's path: parameters in their places, below the area's base address. */
export const buildExamplePath = ({ path, example }: EndpointConfig, values: ExampleValues): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(fillText(example.params?.[name] ?? `{{${name}}}`, values)),
  );

/** The example's path with its query. */
export function buildExampleAddress(contract: EndpointConfig, values: ExampleValues): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(contract.example.query ?? {})) {
    query.append(name, fillText(String(value), values));
  }
  return buildExamplePath(contract, values) + (query.size > 0 ? `?${query}` : '');
}
