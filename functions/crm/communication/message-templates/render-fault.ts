/** A message can't be rendered for some values. The message says why. */
export class RenderFault extends Error {
  override readonly name = 'RenderFault';
}
