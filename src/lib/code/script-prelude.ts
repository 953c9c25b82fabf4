/**
 * What a script finds beside the language itself: `console`, timers and `data`. It is JavaScript for the sandbox, run there before the
 * script: a function of `write(text)`, which takes a line of output, and of `data` as JSON, empty for none. What it gives back turns ends into JSON.
 *
 * Timers take no time: the next one fires when nothing else is left to do, in the order of their times.
 */
export const SCRIPT_PRELUDE = String.raw`((write, dataText) => {
  const { stringify, parse } = JSON;
  const { keys, getOwnPropertyDescriptor, getOwnPropertySymbols, getPrototypeOf, setPrototypeOf, is } = Object;
  /** JSON in which no method of the script's has a hand. */
  const plain = (told) => {
    if (told.warnings) setPrototypeOf(told.warnings, null);
    return stringify(setPrototypeOf(told, null));
  };
  const { isArray, from } = Array;
  const then = Promise.prototype.then;
  const MOST_SHOWN = 100;
  const MOST_CHARACTERS = 100000;

  const quote = (text) => {
    const mark = ["'", '"', '\x60'].find((one) => !text.includes(one)) ?? "'";
    let out = '';
    for (const letter of text) {
      const code = letter.charCodeAt(0);
      if (letter === '\\' || letter === mark) out += '\\' + letter;
      else if (letter === '\n') out += '\\n';
      else if (letter === '\t') out += '\\t';
      else if (letter === '\r') out += '\\r';
      else if (letter === '\b') out += '\\b';
      else if (letter === '\f') out += '\\f';
      else if (letter === '\v') out += '\\v';
      else if (code < 32 || (code > 126 && code < 160)) out += '\\x' + code.toString(16).toUpperCase().padStart(2, '0');
      else out += letter;
    }
    return mark + out + mark;
  };

  const nameOf = (value) => {
    for (let proto = getPrototypeOf(value); proto !== null; proto = getPrototypeOf(proto)) {
      const made = getOwnPropertyDescriptor(proto, 'constructor');
      if (made && typeof made.value === 'function' && made.value.name !== '') return made.value.name;
    }
    return undefined;
  };
  const errorText = (error) => {
    const head = String(error.name) + (error.message === '' ? '' : ': ' + error.message);
    const stack = typeof error.stack === 'string' ? error.stack.trimEnd() : '';
    return stack === '' ? '[' + head + ']' : head + '\n' + stack;
  };
  const primitive = (value) =>
    typeof value === 'string' ? quote(value) : typeof value === 'bigint' ? value + 'n' : is(value, -0) ? '-0' : String(value);

  /** As Node's console shows a value, all on one line. */
  const show = (value, depth, above) => {
    if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return primitive(value);
    if (above.includes(value)) return '[Circular *1]';
    const name = nameOf(value);
    const inside = (other) => show(other, depth + 1, above.concat([value]));
    let head = '';
    let [open, close] = ['{', '}'];
    let parts = [];
    let names = keys(value);
    const list = (count, make) => {
      for (let i = 0; i < count && i < MOST_SHOWN; i++) parts.push(make(i));
      const more = count - MOST_SHOWN;
      if (more > 0) parts.push('... ' + more + ' more item' + (more > 1 ? 's' : ''));
    };
    const isTooDeep = depth > 2;
    if (isArray(value) || ArrayBuffer.isView(value) && !(value instanceof DataView)) {
      [open, close] = ['[', ']'];
      head = isArray(value) && name === 'Array' ? '' : (name ?? '[null prototype]') + '(' + value.length + ') ';
      if (isTooDeep) return '[' + (name ?? 'Array') + ']';
      names = names.filter((key) => !/^(?:0|[1-9][0-9]*)$/.test(key));
      let holes = 0;
      const leap = () => {
        if (holes > 0) parts.push('<' + holes + ' empty item' + (holes > 1 ? 's' : '') + '>');
        holes = 0;
      };
      let shown = 0;
      let i = 0;
      for (; i < value.length && shown < MOST_SHOWN; i++) {
        if (!(i in value)) {
          if (holes++ === 0) shown++;
          continue;
        }
        leap();
        parts.push(inside(value[i]));
        shown++;
      }
      leap();
      const more = value.length - i;
      if (more > 0) parts.push('... ' + more + ' more item' + (more > 1 ? 's' : ''));
    } else if (value instanceof Map || value instanceof Set) {
      if (isTooDeep) return '[' + name + ']';
      head = name + '(' + value.size + ') ';
      const all = from(value);
      list(all.length, (i) => (value instanceof Map ? inside(all[i][0]) + ' => ' + inside(all[i][1]) : inside(all[i])));
    } else if (typeof value === 'function') {
      const isClass = /^class\b/.test(Function.prototype.toString.call(value));
      const base = isClass ? getPrototypeOf(value) : undefined;
      const label = isClass
        ? '[class ' + (value.name || '(anonymous)') + (typeof base === 'function' && base.name !== '' ? ' extends ' + base.name : '') + ']'
        : '[' + (name ?? 'Function') + (value.name ? ': ' + value.name : ' (anonymous)') + ']';
      if (names.length === 0) return label;
      head = label + ' ';
    } else if (value instanceof Error) {
      const text = errorText(value);
      if (names.length === 0) return text;
      head = text + ' ';
    } else if (value instanceof Date || value instanceof RegExp) {
      const text = value instanceof RegExp ? String(value) : Number.isNaN(value.getTime()) ? 'Invalid Date' : value.toISOString();
      if (names.length === 0) return text;
      head = text + ' ';
    } else if (value instanceof Number || value instanceof String || value instanceof Boolean) {
      return '[' + name + ': ' + primitive(value.valueOf()) + ']';
    } else if (value instanceof Promise) {
      head = 'Promise ';
    } else {
      if (isTooDeep) return '[' + (name ?? 'Object: null prototype') + ']';
      if (name === undefined) head = '[Object: null prototype] ';
      else if (name !== 'Object') head = name + ' ';
      const tag = value[Symbol.toStringTag];
      if (typeof tag === 'string' && tag !== '' && tag !== name) head = (name ?? 'Object') + ' [' + tag + '] ';
    }
    const shownName = (key) =>
      typeof key === 'symbol' ? '[' + String(key) + ']' : /^[A-Za-z_$][\w$]*$/.test(key) ? key : quote(key);
    const symbols = getOwnPropertySymbols(value).filter((key) => getOwnPropertyDescriptor(value, key).enumerable);
    for (const key of [...names, ...symbols]) {
      const found = getOwnPropertyDescriptor(value, key);
      if (found === undefined) continue;
      const of = found.get
        ? found.set ? '[Getter/Setter]' : '[Getter]'
        : found.set ? '[Setter]' : inside(found.value);
      parts.push(shownName(key) + ': ' + of);
    }
    const text = parts.length === 0 ? head + open + close : head + open + ' ' + parts.join(', ') + ' ' + close;
    return above.length === 0 && text.includes('[Circular *1]') ? '<ref *1> ' + text : text;
  };
  const shown = (value) => show(value, 0, []);

  /** What console.log writes of its arguments. */
  const format = (given) => {
    const rest = from(given);
    let text = '';
    if (typeof rest[0] === 'string' && rest.length > 1) {
      text = rest.shift().replace(/%[sdifjoOc%]/g, (mark) => {
        if (mark === '%%') return '%';
        if (rest.length === 0) return mark;
        const value = rest.shift();
        if (mark === '%c') return '';
        if (mark === '%s') return typeof value === 'string' ? value : typeof value === 'object' && value !== null ? show(value, 2, []) : primitive(value);
        if (mark === '%j') return String(stringify(value));
        if (mark === '%o' || mark === '%O') return shown(value);
        if (typeof value === 'bigint') return value + 'n';
        if (typeof value === 'symbol' || (typeof value === 'object' && mark !== '%f')) return 'NaN';
        return String(mark === '%d' ? Number(value) : mark === '%i' ? parseInt(value) : parseFloat(value));
      });
      if (rest.length > 0) text += ' ';
    }
    return text + rest.map((value) => (typeof value === 'string' ? value : shown(value))).join(' ');
  };

  let indent = '';
  const log = (...given) => write(format(given).toWellFormed().split('\n').map((line) => indent + line).join('\n'));
  const counts = new Map();
  const console = {
    log, info: log, debug: log, warn: log, error: log, trace: log, dir: (value) => log(value), dirxml: log,
    table: (value) => log(value),
    assert: (holds, ...given) => { if (!holds) log('Assertion failed' + (given.length > 0 ? ':' : ''), ...given); },
    group: (...given) => { if (given.length > 0) log(...given); indent += '  '; },
    groupEnd: () => { indent = indent.slice(2); },
    count: (label = 'default') => { counts.set(label, (counts.get(label) ?? 0) + 1); log(label + ': ' + counts.get(label)); },
    countReset: (label = 'default') => { counts.delete(label); },
    time: () => {}, timeEnd: () => {}, timeLog: () => {},
  };
  console.groupCollapsed = console.group;

  let timers = [];
  let [clock, made] = [0, 0];
  const start = (work, after, given, every) => {
    if (typeof work !== 'function') throw new TypeError('The first argument of a timer must be a function');
    const wait = Math.max(1, Math.trunc(Number(after)) || 1);
    timers.push({ id: ++made, at: clock + wait, work, given, every: every ? wait : 0 });
    return made;
  };
  const stop = (id) => { timers = timers.filter((timer) => timer.id !== id); };
  /** Fires the next timer; false where there is none. */
  const tick = () => {
    if (timers.length === 0) return false;
    const next = timers.reduce((first, timer) => (timer.at < first.at ? timer : first));
    timers = timers.filter((timer) => timer !== next);
    clock = next.at;
    if (next.every > 0) timers.push({ ...next, at: clock + next.every });
    next.work(...next.given);
    return true;
  };

  const own = {
    console,
    setTimeout: (work, after, ...given) => start(work, after, given, false),
    setInterval: (work, after, ...given) => start(work, after, given, true),
    clearTimeout: stop,
    clearInterval: stop,
    data: dataText === '' ? undefined : parse(dataText),
  };
  for (const name of keys(own))
    Object.defineProperty(globalThis, name, { value: own[name], writable: true, configurable: true, enumerable: name === 'data' });

  const cut = (text) => (text.length > MOST_CHARACTERS ? text.slice(0, MOST_CHARACTERS) + '…' : text).toWellFormed();
  const describe = (value) => {
    const warnings = [];
    const warn = (text) => { if (!warnings.includes(text)) warnings.push(text); };
    const replace = function (key, written) {
      const given = this[key];
      if (typeof written === 'bigint') { warn('BigInt values are written as text'); return String(written); }
      if (typeof written === 'number' && !Number.isFinite(written)) warn('Numbers that JSON does not have (NaN, Infinity) are written as null');
      if (written instanceof Map) { warn('A Map is written as an array of pairs'); return from(written); }
      if (written instanceof Set) { warn('A Set is written as an array'); return from(written); }
      return written;
    };
    let json;
    try {
      json = stringify(value, replace);
    } catch (error) {
      warn('The value cannot be written as JSON: ' + String(error && error.message));
    }
    if (json === undefined && value !== undefined && warnings.length === 0) warn('JSON does not have values of this type');
    const type = value === null ? 'null' : isArray(value) ? 'array' : typeof value;
    return plain({ end: 'value', type, text: cut(typeof value === 'string' ? value : shown(value)), warnings }) + (json ?? 'null');
  };
  const fail = (error) => {
    const isError = error instanceof Error;
    const text = (key) => { const found = isError ? error[key] : undefined; return typeof found === 'string' ? cut(found) : ''; };
    return plain({
      end: 'error',
      name: isError ? text('name') : null,
      message: isError ? text('message') : cut(typeof error === 'string' ? error : shown(error)),
      stack: text('stack'),
    });
  };
  /** The text of what a promise ends with. An evaluated script is a promise of an object with its value. */
  const finish = (promise) => {
    const awaited = async (given) => given.value;
    return then.call(then.call(promise, awaited), describe, fail);
  };
  return { tick, finish, fail };
})`;
