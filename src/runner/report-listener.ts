import { type ExpectedFrame, FrameReader } from './frame-readers.js';
import { MAX_ERROR_BYTES, ProtocolFault, type Report, readReport } from './frames.js';

export type AnswerReport = Extract<Report, { type: 'answer' }>;

/** Who is told of the reports. */
export interface ReportHandlers {
  ready(): void;
  answer(report: AnswerReport, body: readonly Buffer[]): void;
  crash(cause: string): void;
}

/**
 * Listens to a tool process and lets through what the protocol allows at that moment: `ready` once and first, one answer for the run
 * that was given, a crash at any time and nothing after it.
 */
export class ReportListener {
  #isReady = false;
  #isOver = false;
  #expected: { readonly run: number; readonly maxBodyBytes: number } | undefined;
  readonly #reader: FrameReader<Report>;

  constructor(private readonly handlers: ReportHandlers) {
    this.#reader = new FrameReader<Report>(
      (header) => this.#expect(readReport(header)),
      (report, body) => this.#hand(report, body),
    );
  }

  /** From now on, an answer to this run may come, with a result of at most so many bytes. */
  expectAnswer(run: number, maxBodyBytes: number): void {
    this.#expected = { run, maxBodyBytes };
  }

  /** Takes what came. Throws `ProtocolFault` for anything that is not allowed now. */
  push(chunk: Buffer): void {
    if (this.#isOver) throw new ProtocolFault('bytes after the end');
    this.#reader.push(chunk);
  }

  #expect(report: Report): ExpectedFrame<Report> {
    const isInTurn = report.type === 'crash' || (report.type === 'ready') !== this.#isReady;
    if (this.#isOver || !isInTurn) throw new ProtocolFault('report out of turn');
    if (report.type !== 'answer') return { header: report, maxBodyBytes: 0 };
    if (this.#expected?.run !== report.run) throw new ProtocolFault('answer to another run');
    const maxBodyBytes = report.code === undefined ? this.#expected.maxBodyBytes : MAX_ERROR_BYTES;
    return { header: report, maxBodyBytes };
  }

  #hand(report: Report, body: readonly Buffer[]): void {
    if (report.type === 'ready') {
      this.#isReady = true;
      this.handlers.ready();
    } else if (report.type === 'crash') {
      this.#isOver = true;
      this.handlers.crash(report.cause);
    } else {
      this.#expected = undefined;
      this.handlers.answer(report, body);
    }
  }
}
