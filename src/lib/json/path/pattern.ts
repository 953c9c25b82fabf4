/**
 * A pattern of JSONPath (I-Regexp, RFC 9485) in the syntax of RE2: there `.` stands for a carriage return too (RFC 9485 §5.3 maps it to
 * `[^\n\r]`). What else I-Regexp has, RE2 has with the same meaning; what RE2 has beyond it is let through.
 */
export function patternToRe2(pattern: string): string {
  let isInClass = false;
  return pattern.replace(/\\[\s\S]|[.[\]]/g, (token) => {
    if (token === '.' && !isInClass) return '[^\\n\\r]';
    if (token === '[') isInClass = true;
    if (token === ']') isInClass = false;
    return token;
  });
}
