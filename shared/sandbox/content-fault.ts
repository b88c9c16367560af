// Why content of a caller could not be read or rendered, in words for the caller.
import { Failure } from '../errors/failure.ts';

/** The limit that was exceeded, or damage that ended the task. */
export type ContentFaultKind = 'time' | 'memory' | 'damage';

/** What is said in the message. */
interface ContentFaultContext {
  /** The content, as a sentence begins: "The picture". */
  readonly what: string;
  readonly seconds: number;
  readonly megabytes: number;
}

const describe: Record<ContentFaultKind, (context: ContentFaultContext) => string> = {
  time: ({ what, seconds }) =>
    `${what} takes longer than ${seconds} s to process, the most that is allowed: make it simpler or smaller.`,
  memory: ({ what, megabytes }) =>
    `${what} takes more than ${megabytes} MB of memory to process, the most that is allowed: make it simpler or smaller.`,
  damage: ({ what }) => `${what} can't be processed: it is damaged, or nested more deeply than is supported.`,
};

/** 400: content that exceeds a limit of its sandbox or can't be processed. The message names the limit. */
export class ContentFault extends Failure {
  readonly kind: ContentFaultKind;

  constructor(kind: ContentFaultKind, context: ContentFaultContext) {
    super('VALIDATION_ERROR', describe[kind](context));
    this.kind = kind;
  }
}
