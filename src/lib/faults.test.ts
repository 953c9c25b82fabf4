import { describe, expect, it } from 'vitest';

import { ContentFault, inPart, isFault, LimitFault, unlessFaulty } from './faults.js';

const throwing = (error: Error) => () => {
  throw error;
};

describe('a fault at a place', () => {
  it.each([ContentFault.at('a\nb😀c', 5, 'it is not a b'), LimitFault.at('a\nb😀c', 5, 'it is not a b', 3)])(
    'has it in the message and apart: %#',
    (fault) => {
      expect(fault.message).toBe('line 2, column 3: it is not a b\nb😀c\n  ^');
      expect([fault.what, fault.place, fault.isWhole]).toEqual([
        'it is not a b',
        { offset: 5, line: 2, column: 3 },
        false,
      ]);
    },
  );
});

describe('unlessFaulty', () => {
  it('gives the result, or nothing where the content is at fault', () => {
    expect(unlessFaulty(() => null)).toBeNull();
    expect(unlessFaulty(throwing(new ContentFault('wrong')))).toBeUndefined();
    expect(unlessFaulty(throwing(new LimitFault('too much', 1)))).toBeUndefined();
  });

  it('lets all other errors pass', () => {
    expect(() => unlessFaulty(throwing(new RangeError('stack')))).toThrow(RangeError);
    expect(isFault(new Error('other'))).toBe(false);
  });
});

describe('inPart', () => {
  it('names the part before what is wrong in it, and keeps the fault itself', () => {
    const fault = new ContentFault('line 2: wrong', 'wrong', { offset: 3, line: 2, column: 1 });
    const told = expect.objectContaining({
      message: 'row 3: line 2: wrong',
      what: 'wrong',
      place: fault.place,
      cause: fault,
    });
    expect(() => inPart('row 3', throwing(fault))).toThrow(told);
  });

  it.each([ContentFault.whole('Option "a" must be b'), new LimitFault('too much', 1), new Error('other')])(
    'leaves sentences of their own, limits and other errors: %#',
    (error) => {
      expect(() => inPart('row 3', throwing(error))).toThrow(expect.objectContaining({ message: error.message }));
    },
  );
});
