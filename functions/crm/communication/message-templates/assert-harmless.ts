// The HTML of a mail runs nothing and loads nothing but pictures, however it came to be: an element in a condition, or one that is
// put together of parts, is not found in its MJML.
import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { refusedElements } from './mjml-source.ts';
import { RenderFault } from './render-fault.ts';

const suspicious =
  /<\s*(script|i?frame|frameset|object|embed|applet|link|base|plaintext|portal|mj-)|\bon[a-z]+\s*=|script\s*:/i;

const runsProgram = ({ name, value }: { readonly name: string; readonly value: string }): boolean =>
  // Browsers leave control characters out of addresses.
  /^on[a-z]/.test(name) || /^(java|vb)script:/i.test(value.replace(/[\p{Cc} ]/gu, ''));

/** @throws RenderFault that names the element */
export function assertHarmless(html: string): void {
  if (!suspicious.test(html)) return;
  const waiting: DefaultTreeAdapterTypes.Node[] = [parse(html)];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if ('tagName' in node) {
      if (refusedElements.has(node.tagName) || node.tagName.startsWith('mj-'))
        throw new RenderFault(`<${node.tagName}> is not allowed; mail programs remove it.`);
      const program = node.attrs.find(runsProgram);
      if (program)
        throw new RenderFault(`${program.name} of <${node.tagName}> runs a program, which is not allowed.`);
      if (node.nodeName === 'template' && 'content' in node)
        waiting.push(node.content as DefaultTreeAdapterTypes.Node);
    }
    if ('childNodes' in node) waiting.push(...node.childNodes);
  }
}
