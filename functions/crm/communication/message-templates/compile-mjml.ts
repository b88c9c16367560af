// Turns MJML into the HTML of a mail.
import { Engine, type ToHtmlResult } from 'mrml';
import { findLine, findUnclosedElement } from './mjml-source.ts';
import { RenderFault } from './render-fault.ts';

/** The engine; it loads no font and no other file. */
function createEngine(): Engine {
  const engine = new Engine();
  engine.setParserOptions({ includeLoader: { type: 'noop' } });
  engine.setRenderOptions({ disableComments: true, fonts: {}, socialIconOrigin: null });
  return engine;
}
let engine: Engine | undefined;

type Fault = Extract<ToHtmlResult, { type: 'error' }>;

/** The line of a fault, in the text as it is filled in; the engine counts bytes. */
function describePlace(mjml: string, fault: Fault): string {
  const details = fault.origin === 'parser' ? fault.details : undefined;
  if (details && 'position' in details) {
    const before = Buffer.from(mjml).subarray(0, details.position.start).toString();
    return ` in line ${findLine(before, before.length)}`;
  }
  const unclosed = findUnclosedElement(mjml);
  return unclosed ? `; <${unclosed.name}> in line ${unclosed.line} is not closed` : '';
}

/** @throws RenderFault with what is wrong, and where */
export function compileMjml(mjml: string): string {
  engine ??= createEngine();
  const result = engine.toHtml(mjml);
  if (result.type === 'success') return result.content;
  const message = result.message.replace(/ in root template/, '').replace(/ at position \d+:\d+/, '');
  throw new RenderFault(`The MJML is not valid: ${message}${describePlace(mjml, result)}.`);
}
