import { type ExpectedFrame, FrameReader } from './frame-readers.js';
import { MAX_ERROR_BYTES, ProtocolFault, type Report, readReport } from './frames.js';

export type AnswerReport = Extract<Report, { type: 'answer' }>;
export type CallReport = Extract<Report, { type: 'call' }>;
export type ProgressReport = Extract<Report, { type: 'progress' }>;

/** Who is told of the reports. */
export interface ReportHandlers {
  ready(): void;
  answer(report: AnswerReport, body: readonly Buffer[]): void;
  /** The run asks for another; it waits until `callAnswered`. */
  call(report: CallReport, body: readonly Buffer[]): void;
  progress(report: ProgressReport): void;
  crash(cause: string): void;
}

interface ExpectedAnswer {
  readonly run: number;
  /** Longest result. */
  readonly maxBodyBytes: number;
  /** Longest body of a call before it; left out where the run may make none. */
  readonly maxCallBytes?: number;
  /** Whether it may say how far it is. */
  readonly hasProgress?: boolean;
}

/** More than a run of the longest class says, at five a second. */
const MAX_PROGRESS_REPORTS = 1000;

/**
 * Listens to a tool process and lets through what the protocol allows at that moment: `ready` once and first, one answer for the run
 * that was given, before it the calls that the run may make, each when the one before is answered, and how far it
 * is, where that was asked for; a crash at any time and nothing after it.
 */
export class ReportListener {
  #isReady = false;
  #isOver = false;
  #expected: ExpectedAnswer | undefined;
  #isCalling = false;
  #progressReports = 0;
  readonly #reader: FrameReader<Report>;

  constructor(private readonly handlers: ReportHandlers) {
    this.#reader = new FrameReader<Report>(
      (header) => this.#expect(readReport(header)),
      (report, body) => this.#hand(report, body),
    );
  }

  /** From now on, an answer to this run may come, and what may come before it. */
  expectAnswer(expected: ExpectedAnswer): void {
    this.#expected = expected;
    this.#isCalling = false;
    this.#progressReports = 0;
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
    if (report.type === 'ready' || report.type === 'crash') return { header: report, maxBodyBytes: 0 };
    if (this.#expected?.run !== report.run) throw new ProtocolFault('report of another run');
    if (this.#isCalling) throw new ProtocolFault('report during a call');
    if (report.type === 'call') {
      const { maxCallBytes } = this.#expected;
      if (maxCallBytes === undefined) throw new ProtocolFault('call of a run that may make none');
      this.#isCalling = true;
      return { header: report, maxBodyBytes: maxCallBytes };
    }
    if (report.type === 'progress') {
      this.#progressReports += 1;
      const isHeard = this.#expected.hasProgress === true && this.#progressReports <= MAX_PROGRESS_REPORTS;
      if (!isHeard) throw new ProtocolFault('progress that nobody wants to hear');
      return { header: report, maxBodyBytes: 0 };
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
    } else if (report.type === 'progress') {
      this.handlers.progress(report);
    } else {
      this.#expected = undefined;
      this.handlers.answer(report, body);
    }
  }
}
