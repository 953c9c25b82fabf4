export { ERRORS, type ErrorCode, invalid, overLimit, quote, ToolError } from './errors.js';
export type { ToolClass } from './limits.js';
export {
  file,
  files,
  JSON_MIME,
  json,
  jsonText,
  type OutputFile,
  TEXT_MIME,
  type ToolResult,
  text,
  withFiles,
} from './results.js';
export { defineTool, type InputFile, type Settings, type Tool } from './tool.js';
