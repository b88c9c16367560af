// Fills in the texts of messages. They are Liquid templates: a language made for texts of customers, in which a template
// reads the values that it is given, and nothing else.
import { CaptureTag, type Context, Liquid, LiquidError, type Template } from 'liquidjs';
import type { CustomFieldItem } from '../../../../shared/directory/record/custom-field.ts';
import { writeCustomField } from './merge-fields.ts';
import {
  markEncoded,
  markLines,
  markValue,
  placeInMarkup,
  placeInText,
  toValueText,
} from './place-values.ts';
import { RenderFault } from './render-fault.ts';

/** The characters that a text renders to at most: ten times what a mail program shows. */
const MAX_RENDERED = 1_000_000;
const limits = { parseLimit: 200_000, renderLimit: 1_000, memoryLimit: MAX_RENDERED } as const;

/** Filters that put lists into lists, or evaluate an expression for each element: a few characters of them run for minutes. */
const costlyFilters = [
  ...['push', 'unshift', 'concat', 'group_by', 'group_by_exp'],
  ...['where_exp', 'reject_exp', 'find_exp', 'find_index_exp', 'has_exp'],
];

/** What `capture` has is a value: it is escaped where it is put out, and not before. */
class CaptureValueTag extends CaptureTag {
  override *render(context: Context): Generator<unknown, void, string> {
    const text = yield this.liquid.renderer.renderTemplates(this.templates, context);
    context.bottom()[this.variable] = toValueText(text);
  }
}

/** Filters that escape leave it to the place where a value stands; entities that a value has already are characters. */
const escapingFilters = {
  escape: (value: unknown) => value,
  xml_escape: (value: unknown) => value,
  escape_once: (value: unknown) => decodeEntities(String(value ?? '')),
  newline_to_br: markLines,
  url_encode: markEncoded,
  cgi_escape: markEncoded,
  uri_escape: markEncoded,
} as const;

const entities: Readonly<Record<string, string>> = {
  ...{ '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#34;': '"', '&#39;': "'", '&apos;': "'", '&amp;': '&' },
};
const decodeEntities = (text: string): string =>
  text.replace(/&(?:lt|gt|quot|apos|amp|#34|#39);/g, (entity) => entities[entity] ?? entity);

function createEngine(kind: 'markup' | 'text'): Liquid {
  const engine = new Liquid({
    ...limits,
    ...{ ownPropertyOnly: true, strictFilters: true, cache: false, outputEscape: markValue },
  });
  // They read other templates, of which there are none.
  for (const tag of ['include', 'render', 'layout', 'block']) delete engine.tags[tag];
  for (const filter of costlyFilters) delete engine.filters[filter];
  // A value must not become markup (docs/interface/communication.md#templates), and a plain text has no markup.
  if (kind === 'markup') delete engine.filters.raw;
  else engine.registerFilter('raw', (value: unknown) => value);
  engine.registerTag('capture', CaptureValueTag);
  for (const [name, filter] of Object.entries(escapingFilters)) engine.registerFilter(name, filter);
  return engine;
}

const engines = { markup: createEngine('markup'), text: createEngine('text') } as const;
/** How the values of a text are put into it: a text in which a value must not become markup, or a plain one. */
const placers = { markup: placeInMarkup, text: placeInText } as const;
export type TextKind = keyof typeof engines;

/** What is wrong with a template, in words and with its place. */
export interface TemplateFault {
  readonly code: 'INVALID_FORMAT' | 'UNKNOWN_VALUE';
  readonly message: string;
}

const describeFault = (error: unknown): TemplateFault => {
  if (!(error instanceof Error)) throw error;
  // The message names the line and the column.
  const [first = ''] = error.message.split('\n');
  return { code: 'INVALID_FORMAT', message: `${first.slice(0, 300)}.` };
};

const isLiquidError = (error: unknown): error is Error => error instanceof Error && LiquidError.is(error);

/** Everything that is wrong with a template: its syntax, and fields that are neither among these nor custom fields of these ids. */
export function validateTemplate(
  text: string,
  kind: TextKind,
  fields: readonly string[],
  customFields: readonly Pick<CustomFieldItem, 'id' | 'name'>[] = [],
): readonly TemplateFault[] {
  const engine = engines[kind];
  let parsed: Template[];
  try {
    parsed = engine.parse(text);
  } catch (error) {
    return [describeFault(error)];
  }
  const known = new Set([...fields, ...customFields.map(({ id }) => `person.custom.${id}`)]);
  const valid = [...fields, ...customFields.map(({ name }) => writeCustomField(name))];
  const groups = new Set(fields.map((field) => field.split('.')[0]));
  const isKnown = (segments: readonly unknown[]): boolean =>
    known.has(segments.join('.')) ||
    known.has(segments.slice(0, 2).join('.')) ||
    (segments.length === 1 && !groups.has(String(segments[0])) && known.has(String(segments[0])));
  const unknown = new Set(
    engine
      .globalVariableSegmentsSync(parsed)
      .filter((segments) => !isKnown(segments))
      .map((segments) => segments.join('.')),
  );
  return [...unknown].map((name) => ({
    code: 'UNKNOWN_VALUE',
    message: `${name.slice(0, 60)} is not a merge field. Valid ones: ${valid.join(', ')}.`,
  }));
}

/** The custom fields that a template mentions, by id; by name in one that was stored before ids were. It must be valid. */
export const listCustomReferences = (text: string, kind: TextKind): readonly string[] =>
  engines[kind]
    .globalVariableSegmentsSync(text)
    .flatMap(([root, group, reference]) =>
      root === 'person' && group === 'custom' && reference !== undefined ? [String(reference)] : [],
    );

/**
 * The text with its values.
 * @throws TemplateFault when it can't be rendered, such as one that grows without end
 */
export function fillIn(text: string, kind: TextKind, values: object): string {
  let rendered: string;
  try {
    rendered = placers[kind](String(engines[kind].parseAndRenderSync(text, values as Context)));
  } catch (error) {
    if (isLiquidError(error)) throw new RenderFault(describeFault(error).message);
    throw error;
  }
  if (rendered.length > MAX_RENDERED)
    throw new RenderFault(
      `The text has ${rendered.length} characters when it is filled in; at most ${MAX_RENDERED} are allowed.`,
    );
  return rendered;
}
