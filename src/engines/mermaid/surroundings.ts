/**
 * What the package finds around it. Dates are those of UTC, whatever the machine's zone; timers end in their order, at once, and none
 * begins after the work is done; nothing is said on a console.
 */
export const ROOM_SURROUNDINGS = `
  const Outer = globalThis.Date;
  const HAS_ZONE = /(?:Z|GMT|UTC|[+-]\\d\\d:?\\d\\d)\\s*(?:\\([^)]*\\))?\\s*$/i;
  const IS_DAY = /^\\s*[+-]?\\d{4,6}(?:-\\d\\d(?:-\\d\\d)?)?\\s*$/;
  const IS_ISO = /^\\s*[+-]?\\d{4,6}-\\d\\d-\\d\\dT/;
  const inUtc = (text) =>
    HAS_ZONE.test(text) || IS_DAY.test(text) ? text : IS_ISO.test(text) ? text.trim() + 'Z' : text + ' UTC';
  class UtcDate extends Outer {
    constructor(...given) {
      if (given.length > 1) super(Outer.UTC(...given));
      else if (given.length === 0) super();
      else super(typeof given[0] === 'string' ? Outer.parse(inUtc(given[0])) : given[0]);
    }
    static parse(text) { return Outer.parse(inUtc(String(text))); }
    getTimezoneOffset() { return 0; }
    getYear() { return this.getUTCFullYear() - 1900; }
    toString() { return this.toUTCString(); }
  }
  for (const part of ['FullYear', 'Month', 'Date', 'Day', 'Hours', 'Minutes', 'Seconds', 'Milliseconds']) {
    UtcDate.prototype['get' + part] = function () { return this['getUTC' + part](); };
    if (part === 'Day') continue;
    UtcDate.prototype['set' + part] = function (...values) { return this['setUTC' + part](...values); };
  }
  globalThis.Date = UtcDate;
  Date = UtcDate;

  const timers = [];
  let [made, clock, isPumping, isOver] = [0, 0, false, false];
  const pump = async () => {
    isPumping = true;
    while (timers.length > 0 && !isOver) {
      // What has been promised comes before what was put off.
      for (let i = 0; i < 100; i++) await undefined;
      let next = 0;
      for (let i = 1; i < timers.length; i++) if (timers[i].due < timers[next].due) next = i;
      const [timer] = timers.splice(next, 1);
      if (timer === undefined || isOver) continue;
      clock = Math.max(clock, timer.due);
      timer.act();
    }
    isPumping = false;
  };
  const later = (act, delay = 0, ...values) => {
    timers.push({ id: ++made, due: clock + Math.max(0, Number(delay) || 0), act: () => act(...values) });
    if (!isPumping) pump();
    return made;
  };
  const never = (id) => {
    const at = timers.findIndex((timer) => timer.id === id);
    if (at >= 0) timers.splice(at, 1);
  };
  const nothing = () => undefined;
  Object.assign(globalThis, {
    self: globalThis,
    setTimeout: later,
    clearTimeout: never,
    setImmediate: (act, ...values) => later(act, 0, ...values),
    clearImmediate: never,
    setInterval: () => 0,
    clearInterval: nothing,
    requestAnimationFrame: (act) => later(() => act(clock), 16),
    cancelAnimationFrame: never,
    performance: { now: () => clock, mark: nothing, measure: nothing },
    structuredClone: (value) => JSON.parse(JSON.stringify(value)),
    crypto: {
      getRandomValues: (values) => {
        for (let i = 0; i < values.length; i++) values[i] = Math.floor(Math.random() * 2 ** 32);
        return values;
      },
    },
    // Pictures are not fetched; a node that has one is as large as if it were square.
    Image: class { complete = true; naturalWidth = 60; naturalHeight = 60; decode() { return Promise.resolve(); } },
    console: Object.fromEntries(
      ['log', 'info', 'debug', 'warn', 'error', 'trace', 'group', 'groupEnd'].map((name) => [name, nothing]),
    ),
  });
`;
