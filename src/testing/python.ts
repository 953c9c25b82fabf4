import { runProgram } from './programs.js';

/** What a Python script prints as JSON, given `value` as JSON on its standard input: `import json, sys; data = json.load(sys.stdin)` comes first. */
export const runPython = <Result>(script: string, value: unknown, program = 'python3'): Result =>
  JSON.parse(
    runProgram(
      program,
      ['-c', `import json, sys\ndata = json.load(sys.stdin)\n${script}`],
      JSON.stringify(value),
    ).toString(),
  ) as Result;

/** Zones of every kind whose rules did not change before 2026: half hours, southern summers, no changes, gaps at midnight. */
export const STEADY_ZONES = [
  'UTC',
  'Europe/Berlin',
  'Europe/Dublin',
  'America/New_York',
  'America/St_Johns',
  'America/Sao_Paulo',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Asia/Tokyo',
  'Australia/Lord_Howe',
  'Pacific/Auckland',
  'Africa/Cairo',
] as const;
