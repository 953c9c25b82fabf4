import { type ExpectedFrame, FrameReader } from './frame-readers.js';
import { MAX_ERROR_BYTES, ProtocolFault, type Report, readReport } from './frames.js';

export type AnswerReport = Extract<Report, { type: 'answer' }>;
export type CallReport = Extract<Report, { type: 'call' }>;

/** Who is told of the reports. */
export interface ReportHandlers {
  ready(): void;
  answer(report: AnswerReport, body: readonly Buffer[]): void;
  /** The run asks for another; it waits until `callAnswered`. */
  call(report: CallReport, body: readonly Buffer[]): void;
  crash(cause: string): void;
}

interface ExpectedAnswer {
  readonly run: number;
  readonly maxBodyBytes: number;
  readonly maxCallBytes: number;
}

/**
 * Listens to a tool process and lets through what the protocol allows at that moment: `ready` once and first, one answer for the run
 * that was given, before it the calls that the run may make, each when the one before is answered; a crash at any time and nothing after it.
 */
export class ReportListener {
  #isReady = false;
  #isOver = false;
  #expected: ExpectedAnswer | undefined;
  #isCalling = false;
  readonly #reader: FrameReader<Report>;

  constructor(private readonly handlers: ReportHandlers) {
    this.#reader = new FrameReader<Report>(
      (header) => this.#expect(readReport(header)),
      (report, body) => this.#hand(report, body),
    );
  }

  /** From now on, an answer to this run may come, with a result of at most so many bytes, and before it calls of so many; 0 for none. */
  expectAnswer(run: number, maxBodyBytes: number, maxCallBytes = 0): void {
    this.#expected = { run, maxBodyBytes, maxCallBytes };
    this.#isCalling = false;
  }

  /** The call under way has been answered: the run may make another. */
  callAnswered(): void {
    this.#isCalling = false;
  }

  /** Takes what came. Throws `ProtocolFault` for anything that is not allowed now. */
  push(chunk: Buffer): void {
    if (this.#isOver) throw new ProtocolFault('bytes after the end');
    this.#reader.push(chunk);
  }

  #expect(report: Report): ExpectedFrame<Report> {
    const isInTurn = report.type === 'crash' || (report.type === 'ready') !== this.#isReady;
    if (this.#isOver || !isInTurn) throw new ProtocolFault('report out of turn');
    if (report.type !== 'answer' && report.type !== 'call') return { header: report, maxBodyBytes: 0 };
    if (this.#expected?.run !== report.run) throw new ProtocolFault('report of another run');
    if (this.#isCalling) throw new ProtocolFault('report during a call');
    if (report.type === 'call') {
      if (this.#expected.maxCallBytes === 0) throw new ProtocolFault('call of a run that may make none');
      this.#isCalling = true;
      return { header: report, maxBodyBytes: this.#expected.maxCallBytes };
    }
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
    } else if (report.type === 'call') {
      this.handlers.call(report, body);
    } else {
      this.#expected = undefined;
      this.handlers.answer(report, body);
    }
  }
}
