// Reads the command line of an import.

import { parseTenantCode, type TenantCode } from '../../shared/data/tenant/tenant-code.ts';
import { type DateOrder, dateOrders } from '../../shared/import/rows/dates.ts';
import { BadArguments, parseCommandLine } from '../command/command-line.ts';

/** The kinds that can be imported, with what their files are. */
const IMPORT_KINDS = {
  people: "a CSV file or workbook (.xlsx) with headings, legislators' JSON, or a folder of such files",
  organizations: 'a CSV file or workbook (.xlsx) with headings, a JSON list, or a folder of such files',
  committees:
    'a JSON list of committees with their members, a CSV file or workbook of committees, or a folder of such files',
  memberships: 'a CSV file or workbook (.xlsx) of memberships of committees, or a folder of such files',
  'mail-decisions':
    'opt-outs, bounces, complaints and consents of a former mail system, as a CSV file or workbook, or a folder of them',
  openstates:
    'people, committees, sessions and bills as Open States gives them, a download of a session (.zip), or a folder of such files',
  congress:
    'members, committees, sessions, bills (JSON) and House meetings (XML) of the Congress, or a folder',
  legiscan:
    'bills with roll calls and hearings as LegiScan gives them: a file, or a data set that was unpacked',
} as const;
export type ImportKind = keyof typeof IMPORT_KINDS;

/** What to import, into which tenant, and where its table is. */
export interface ImportArguments {
  readonly kind: ImportKind;
  readonly path: string;
  readonly tenant: TenantCode;
  /** The system that gave the file's bare ids. */
  readonly source: string | undefined;
  /** Which number of a day such as 01/02/2026 is first. */
  readonly dateOrder?: DateOrder | undefined;
  readonly dryRun: boolean;
  /** The table in AWS, when the import does not go to this machine's. */
  readonly aws: { readonly region: string; readonly table: string } | undefined;
}

const kinds = Object.keys(IMPORT_KINDS).join(', ');

/** How the command is used. */
export const USAGE = `Usage: npm run import -- <kind> <file or folder> --tenant <code>

Kinds:
${Object.entries(IMPORT_KINDS)
  .map(([kind, files]) => `  ${kind.padEnd(14)} ${files}`)
  .join('\n')}

Options:
  --tenant <code>    the tenant that the records belong to
  --source <name>    the system that gave the ids in the file, when they are bare numbers; "import" by default
  --dates <order>    day-first or month-first, where days such as 01/02/2026 do not show it
  --dry-run          read, compare and report, but write nothing
  --region <region>  with --table: import into this table in AWS instead of the one on this machine
  --table <name>
  --help             show this

It ends with 0 when the file was read, also when rows of it were refused, and with 1 when the import could not be done.`;

/**
 * Reads the arguments after the command's name; `'help'` when help is requested.
 * @throws BadArguments
 */
export function parseArguments(args: readonly string[]): ImportArguments | 'help' {
  const { values, positionals } = parseOptions(args);
  if (values.help) return 'help';
  const [kind, path, ...surplus] = positionals;
  if (kind === undefined) throw new BadArguments(`What should be imported? The kinds are ${kinds}.`);
  if (!isKind(kind)) throw new BadArguments(`There is no kind "${kind}"; the kinds are ${kinds}.`);
  if (path === undefined) throw new BadArguments(`Which file or folder of ${kind} should be imported?`);
  if (surplus.length > 0) {
    throw new BadArguments(
      `Only one file or folder at a time, but "${surplus[0]}" is another; a folder imports all files in it.`,
    );
  }
  if (!values.tenant)
    throw new BadArguments('Which tenant do the records belong to? Say so with --tenant <code>.');
  const tenant = parseTenantCode(values.tenant);
  if (tenant === undefined) {
    throw new BadArguments(
      `"${values.tenant}" can't be a tenant code: 2 to 32 lower-case letters, digits and hyphens.`,
    );
  }
  return {
    kind,
    path,
    tenant,
    source: parseSourceName(values.source),
    dateOrder: parseDateOrder(values.dates),
    dryRun: values['dry-run'] ?? false,
    aws: parseAwsTable(values),
  };
}

const parseOptions = (args: readonly string[]) =>
  parseCommandLine({
    args: [...args],
    allowPositionals: true,
    options: {
      tenant: { type: 'string' },
      source: { type: 'string' },
      dates: { type: 'string' },
      'dry-run': { type: 'boolean' },
      region: { type: 'string' },
      table: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  });

function parseDateOrder(text: string | undefined): DateOrder | undefined {
  const order = dateOrders.find((each) => each === text);
  if (text === undefined || order) return order;
  throw new BadArguments(`"${text}" is no order of days: --dates is ${dateOrders.join(' or ')}.`);
}

function parseSourceName(source: string | undefined): string | undefined {
  if (source === undefined || /^[a-z0-9][a-z0-9-]{0,49}$/.test(source)) return source;
  throw new BadArguments(`"${source}" can't name a source: up to 50 lower-case letters, digits and hyphens.`);
}

function parseAwsTable({ region, table }: { readonly region?: string; readonly table?: string }) {
  if (region === undefined && table === undefined) return undefined;
  if (region && table) return { region, table };
  throw new BadArguments(
    `An import into AWS needs --region and --table; --${region ? 'table' : 'region'} is missing.`,
  );
}

const isKind = (text: string): text is ImportKind => Object.hasOwn(IMPORT_KINDS, text);
