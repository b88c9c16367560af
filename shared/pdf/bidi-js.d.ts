// The module that bidi-js has for import; its published types are those of the one for require.
declare module 'bidi-js/dist/bidi.mjs' {
  import type { Bidi } from 'bidi-js';
  export default function bidi(): Bidi;
}
