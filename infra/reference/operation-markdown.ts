// An operation as Markdown: what its page shows, and what programs read at the same address with `.md`.
import type { oas32 } from 'zod-openapi';
import type { Operation } from './operations.ts';
import { describeType, listSchemaRows, type SchemaRow } from './schema-rows.ts';

const toCell = (text: string): string => text.replace(/\s*\n\s*/g, ' ').replaceAll('|', '\\|');

const buildTable = (heading: string, rows: readonly SchemaRow[]): string =>
  rows.length === 0
    ? ''
    : [
        `| ${heading} | Type | Description |`,
        '| --- | --- | --- |',
        ...rows.map(
          ({ name, isRequired, type, description }) =>
            `| \`${name}\`${isRequired ? ' (required)' : ''} | ${toCell(type)} | ${toCell(description)} |`,
        ),
      ].join('\n');

const buildJson = (value: unknown): string =>
  typeof value === 'string'
    ? `\`\`\`text\n${value}\n\`\`\``
    : `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``;

/** Longer ones, such as a program, tell a reader nothing. */
const LONGEST_TEXT = 4000;

const buildExample = ({ example }: oas32.MediaTypeObject): string =>
  example === undefined || (typeof example === 'string' && example.length > LONGEST_TEXT)
    ? ''
    : `Example:\n\n${buildJson(example)}`;

const places = { path: 'In the path', query: 'In the query', header: 'Header' } as const;

function buildParameters({ parameters, resolve }: Operation): readonly string[] {
  return Object.entries(places).map(([place, heading]) =>
    buildTable(
      heading,
      parameters
        .filter((parameter) => parameter.in === place)
        .map((parameter) => ({
          name: parameter.name,
          isRequired: parameter.required ?? false,
          type: parameter.schema ? describeType(parameter.schema, resolve) : 'text',
          description: parameter.description ?? '',
        })),
    ),
  );
}

/** The fields and the example of a body of a request or a reply. */
function buildMedia(type: string, media: oas32.MediaTypeObject, { resolve }: Operation): string {
  const { schema } = media;
  const rows = schema ? listSchemaRows(schema, resolve) : [];
  const kind = schema && rows.length === 0 ? `: ${describeType(schema, resolve)}` : '';
  return [`\`${type}\`${kind}`, buildTable('Field', rows), buildExample(media)].filter(Boolean).join('\n\n');
}

const inQuotes = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** The request of the examples as a command. */
function buildCommand(operation: Operation): string {
  const { method, parameters, body, isPublic } = operation;
  const content = body?.media.example;
  const address = fillAddress(operation);
  const headers = [
    ...parameters
      .filter((parameter) => parameter.in === 'header' && parameter.required)
      .map(({ name, example }) => `${name}: ${example ?? ''}`),
    ...(isPublic ? [] : ['Authorization: Bearer <token>']),
    ...(body && content !== undefined ? [`Content-Type: ${body.type}`] : []),
  ];
  const data =
    content === undefined
      ? []
      : body?.type === 'application/x-www-form-urlencoded'
        ? [`--data ${inQuotes(new URLSearchParams(content).toString())}`]
        : [`--data ${inQuotes(JSON.stringify(content))}`];
  return [
    `curl${method === 'GET' ? '' : ` -X ${method}`} ${inQuotes(`http://localhost:3000${address}`)}`,
    ...headers.map((header) => `-H ${inQuotes(header)}`),
    ...data,
  ].join(' \\\n  ');
}

/** Whether the example gives an optional parameter a value, and not just its schema. */
export function hasExample({ example, schema, required }: oas32.ParameterObject): boolean {
  const usual: unknown = typeof schema === 'object' && 'example' in schema ? schema.example : undefined;
  return example !== undefined && (required === true || example !== usual);
}

/** The path and query of the example. */
function fillAddress({ path, parameters }: Operation): string {
  const filled = parameters
    .filter((parameter) => parameter.in === 'path')
    .reduce(
      (address, { name, example }) =>
        address.replace(`{${name}}`, encodeURIComponent(String(example ?? `<${name}>`))),
      path,
    );
  const query = new URLSearchParams(
    parameters
      .filter((parameter) => parameter.in === 'query' && hasExample(parameter))
      .flatMap(({ name, example }) =>
        [example].flat().map((value): [string, string] => [name, String(value)]),
      ),
  ).toString();
  return query === '' ? filled : `${filled}?${query}`;
}

function buildReplies(operation: Operation): readonly string[] {
  const { resolve } = operation;
  return operation.responses
    .filter(({ status }) => status < 400)
    .map(({ status, response }) => {
      const headers = Object.entries(response.headers ?? {}).map(([name, header]) => {
        const { description = '', schema = {} } = resolve(header);
        return { name, isRequired: false, type: describeType(schema, resolve), description };
      });
      return [
        `### ${status}`,
        response.description,
        ...Object.entries(response.content ?? {}).map(([type, media]) =>
          buildMedia(type, resolve<oas32.MediaTypeObject>(media), operation),
        ),
        buildTable('Header', headers),
      ]
        .filter(Boolean)
        .join('\n\n');
    });
}

/** A line per code: the descriptions of refusals list them. */
const listErrors = ({ responses }: Operation): readonly string[] =>
  responses
    .filter(({ status }) => status >= 400)
    .flatMap(({ status, response: { description = '' } }) => {
      const codes = description.split('\n').filter((line) => line.startsWith('- `'));
      return codes.length > 0
        ? codes.map((line) => line.replace('- ', `- ${status} `))
        : [`- ${status} ${description}`];
    });

/** The text of the operation. */
export function renderOperation(operation: Operation): string {
  const { summary, method, path, description, body } = operation;
  const request = [
    ...buildParameters(operation),
    ...(body
      ? [`### Body${body.isRequired ? '' : ' (optional)'}`, buildMedia(body.type, body.media, operation)]
      : []),
  ].filter(Boolean);
  return `${[
    `# ${summary}`,
    `\`${method} ${path}\``,
    description,
    `\`\`\`sh\n${buildCommand(operation)}\n\`\`\``,
    ...(request.length > 0 ? ['## Request', ...request] : []),
    '## Replies',
    ...buildReplies(operation),
    '## Errors',
    listErrors(operation).join('\n'),
  ].join('\n\n')}\n`;
}
