// What PDFKit accepts in addition to its declared types: a typeface that lays out its text by itself.
declare namespace PDFKit.Mixins {
  interface PDFFont {
    registerFont(name: string, font: import('./faces/embedded-font.ts').EmbeddedFont): this;
  }
}
